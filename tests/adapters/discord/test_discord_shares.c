/* What one person, room or guild may take of what all need: threads, direct message channels,
   messages of answers, memory. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "board.h"
#include "discord/club.h"
#include "heard.h"
#include "host.h"
#include "in_words.h"
#include "inbox.h"
#include "keep.h"
#include "loop.h"
#include "people.h"
#include "places.h"
#include "private.h"
#include "reply.h"
#include "tables.h"
#include "testing.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static const char open_thread[] = "POST /channels/{}/threads",
                  open_dm[] = "POST /users/@me/channels", say_it[] = "POST /channels/{}/messages";
#define THREAD_RIGHTS (STANDIN_PUBLIC_THREADS | STANDIN_SEND_IN_THREADS)

static struct club club;

static test_fixture(open_club)
{
    club_open(&club, NULL);
    assert_true(standin_is_ready(club.discord, 0));
    standin_mark(club.discord);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static int count(const char *route)
{
    return standin_count(club.discord, STANDIN_REQUEST, route);
}

static struct discord *inside(void)
{
    return (struct discord *)club.bot;
}

static uint64_t person(const char *what, int number)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d", what, number);
    return standin_user(club.discord, name, NULL);
}

/* Two people begin a game in a new channel of a guild. */
static uint64_t lobby_begin(uint64_t guild, uint64_t one, uint64_t other)
{
    uint64_t channel = standin_channel(club.discord, guild, "table");
    standin_say(club.discord, one, channel, "!play heartcatchers");
    club_wait(&club, 200);
    standin_say(club.discord, other, channel, "!join");
    club_wait(&club, 200);
    return channel;
}

static bool has_hand(uint64_t user)
{
    char *text = standin_received(club.discord, user, 0);
    bool has = strstr(text, in_words("<HAND_1>")) != NULL;
    free(text);
    return has;
}

/* ---- threads ---- */

static test_case(no_thread_is_opened_for_what_cannot_be_played)
{
    static const char *const wrong[] = {
        "!play chess thread=yes", "!play thread=yes", "!play heartcatchers match=999 thread=yes",
        "!play heartcatchers thread=maybe", "!play heartcatchers <@1> thread=yes"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        club_say(&club, CLUB_ANN, wrong[i]);
        club_wait(&club, MINUTE);
        if (count(open_thread) != 0)
            fail_msg("%s has opened a thread", wrong[i]);
    }
    standin_expect_clean(club.discord);
}

static test_case(a_flood_opens_few_threads_and_no_title_is_typed)
{
    for (int i = 0; i < 60; i++) {
        standin_say(club.discord, club.people[CLUB_ANN], club.games,
                    "!play heartcatchers thread=yes FREE-NITRO");
        standin_say(club.discord, club.people[CLUB_ANN], club.games,
                    "!play heartcatchers thread=yes");
        club_wait(&club, 50);
    }
    club_wait(&club, MINUTE);
    assert_in_range(count(open_thread), 1, 3);
    int at = standin_find(club.discord, 0, STANDIN_REQUEST, open_thread);
    const json_t *body = standin_entry(club.discord, at)->body;
    assert_string_equal(json_string_value(json_object_get(body, "name")), "Heartcatchers, ann");
    standin_expect_clean(club.discord);
}

/* conformance 46 */
static test_case(a_guild_has_its_share_of_threads)
{
    for (int i = 0; i < 20; i++) {
        standin_say(club.discord, person("guest", i), club.games, "!play heartcatchers thread=yes");
        club_wait(&club, 5 * SECOND);
    }
    assert_int_equal(count(open_thread), 10);
    uint64_t other = standin_channel(club.discord, standin_guild(club.discord, "Other"), "cards");
    standin_say(club.discord, club.people[CLUB_ANN], other, "!play heartcatchers thread=yes");
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_thread), 11);
}

static test_case(only_who_may_open_threads_has_one_opened)
{
    standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                  "play game:heartcatchers options:thread=yes");
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_thread), 0);
    standin_set_role(club.discord, club.guild, club.guild,
                     STANDIN_RECOMMENDED_RIGHTS & ~STANDIN_PUBLIC_THREADS);
    club_say(&club, CLUB_BOB, "!play heartcatchers thread=yes");
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_thread), 0);
    club_expect(club_seen(&club, CLUB_BOB), "<DISCORD_THREAD_FORBIDDEN_1>");
    uint64_t role = standin_role(club.discord, club.guild, "Regulars", STANDIN_PUBLIC_THREADS);
    standin_give_role(club.discord, club.people[CLUB_BOB], role);
    club_say(&club, CLUB_BOB, "!play heartcatchers thread=yes");
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_thread), 1);
    standin_set_member_rights(club.discord, club.people[CLUB_ANN], THREAD_RIGHTS);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                  "play game:heartcatchers options:thread=yes");
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_thread), 2);
    char *text = standin_received(club.discord, club.people[CLUB_ANN], 0), link[64];
    snprintf(link, sizeof link, "I read /play: your table is in <#%" PRIu64 ">.",
             standin_thread(club.discord, club.games));
    club_expect(text, link);
    free(text);
    standin_expect_clean(club.discord);
}

/* Where a cut once fell inside a character, the request had no body. */
static test_case(a_title_is_cut_at_a_character)
{
    static const char wide[] =
        "\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600"
        "\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600";
    standin_set_nick(club.discord, club.people[CLUB_ANN], wide);
    club_say(&club, CLUB_ANN, "!play heartcatchers match=3 thread=yes");
    assert_int_equal(count(open_thread), 1);
    uint64_t thread = standin_thread(club.discord, club.games);
    assert_true(thread != 0);
    club_expect(standin_content(standin_last(club.discord, thread, STANDIN_EVERYONE)), "match=3");
    standin_expect_clean(club.discord);
}

/* A channel where we may open none is not asked each time. */
static test_case(a_channel_that_takes_no_thread_is_left_alone)
{
    standin_set_rights(club.discord, club.games, STANDIN_VIEW | STANDIN_SEND | STANDIN_HISTORY);
    for (int i = 0; i < 20; i++) {
        club_say(&club, CLUB_ANN, "!play heartcatchers thread=yes");
        club_wait(&club, 30 * SECOND);
        club_say(&club, CLUB_ANN, "!stop yes");
        club_wait(&club, 30 * SECOND);
    }
    assert_int_equal(count(open_thread), 1);
    assert_int_equal(standin_invalid_requests(club.discord), 0);
}

/* A locked thread that we may not open again is one refusal each time, and rarely tried. */
static test_case(a_locked_thread_is_not_asked_for_ever)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers thread=yes");
    uint64_t thread = standin_thread(club.discord, club.games);
    standin_say(club.discord, club.people[CLUB_BOB], thread, "!join");
    club_wait(&club, 5 * SECOND);
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = say_it,
                                                        .id = thread,
                                                        .times = STANDIN_EVERY,
                                                        .status = 400,
                                                        .code = 50083});
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = "PATCH /channels/{}",
                                                        .times = STANDIN_EVERY,
                                                        .status = 403,
                                                        .code = 50013});
    standin_mark(club.discord);
    club_tell(&club, CLUB_ANN, "hide d them1");
    for (int i = 0; i < 60; i++) {
        club_tell(&club, CLUB_BOB, "board");
        club_tell(&club, CLUB_ANN, "board");
        club_wait(&club, MINUTE);
    }
    assert_in_range(count("PATCH /channels/{}"), 1, 8);
    assert_int_equal(club_table_count(&club), 1);
    char *letters = standin_received(club.discord, club.people[CLUB_BOB], 0);
    club_expect(letters, "<DISCORD_ROOM_LOST_GONE_1>");
    club_expect(letters, "<HIDES_A_CARD who=ann>");
    free(letters);
}

/* ---- answers without secrets ---- */

static test_case(help_is_answered_where_it_was_asked)
{
    uint64_t asked = standin_say(club.discord, club.people[CLUB_ANN], club.games, "!help");
    club_wait(&club, 2 * SECOND);
    const struct standin_message *answer = standin_last(club.discord, club.games, STANDIN_EVERYONE);
    const json_t *reference = json_object_get(answer->body, "message_reference");
    club_expect(standin_content(answer), "<HELP_1>");
    assert_int_equal(
        strtoull(json_string_value(json_object_get(reference, "message_id")), NULL, 10), asked);
    assert_int_equal(count(open_dm), 0);
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_ANN]), 0);
    standin_expect_clean(club.discord);
}

static test_case(sixty_new_people_are_answered_in_few_messages)
{
    enum { NEW = 60 };
    uint64_t people[NEW];
    for (int i = 0; i < NEW; i++) {
        people[i] = person("guest", i);
        standin_refuse_dms(club.discord, people[i], true);
        standin_say(club.discord, people[i], club.games, "!help");
        club_wait(&club, 100);
    }
    club_wait(&club, MINUTE);
    assert_int_equal(count(open_dm), 0);
    assert_int_equal(standin_invalid_requests(club.discord), 0);
    assert_in_range(count(say_it), 1, 8);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, in_words("<DISCORD_DM_REFUSED_HAND_2>")));
    club_expect(text, "guest59");
    free(text);
    for (int i = 0; i < NEW; i++)
        assert_int_equal(standin_pings(club.discord, people[i]), 0);
    standin_expect_clean(club.discord);
}

/* Where nothing may be referred to, the answer names who asked. */
static test_case(without_history_the_answer_names_who_asked)
{
    standin_set_rights(club.discord, club.games, STANDIN_VIEW | STANDIN_SEND);
    club_say(&club, CLUB_ANN, "!games");
    club_wait(&club, 5 * SECOND);
    club_expect(club_seen(&club, CLUB_CID), "**ann**: ");
    club_say(&club, CLUB_BOB, "!games");
    club_wait(&club, 5 * SECOND);
    club_expect(club_seen(&club, CLUB_CID), "**bob**: ");
    assert_int_equal(standin_invalid_requests(club.discord), 1);
}

static test_case(a_secret_is_never_a_reply)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 5 * SECOND);
    club_say(&club, CLUB_ANN, "!hand");
    club_say(&club, CLUB_ANN, "!moves");
    club_say(&club, CLUB_ANN, "!catch d me1 me1");
    club_wait(&club, 5 * SECOND);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, in_words("<HAND_1>")));
    assert_null(strstr(text, in_words("<OFFER_1>")));
    assert_null(strstr(text, "message_reference\": {"));
    free(text);
}

/* ---- direct message channels ---- */

static test_case(closed_channels_of_some_close_none_for_others)
{
    enum { CLOSED = 10 };
    uint64_t closed[CLOSED], other = standin_guild(club.discord, "Other");
    for (int i = 0; i < CLOSED; i++) {
        closed[i] = person("closed", i);
        standin_refuse_dms(club.discord, closed[i], true);
    }
    for (int i = 0; i < CLOSED; i += 2)
        lobby_begin(other, closed[i], closed[i + 1]);
    club_wait(&club, 10 * SECOND);
    lobby_begin(club.guild, club.people[CLUB_ANN], club.people[CLUB_BOB]);
    club_wait(&club, 10 * SECOND);
    assert_true(has_hand(club.people[CLUB_ANN]));
    assert_true(has_hand(club.people[CLUB_BOB]));
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, "ann: I cannot"));
    free(text);
}

/* However many of one guild want a hand, the next guild has its turn soon; and who waits is not
   called refused. */
static test_case(who_waits_for_a_turn_is_not_called_refused)
{
    enum { MANY = 24 };
    uint64_t people[MANY], other = standin_guild(club.discord, "Other");
    for (int i = 0; i < MANY; i++)
        people[i] = person("many", i);
    for (int i = 0; i < MANY; i += 2)
        lobby_begin(other, people[i], people[i + 1]);
    lobby_begin(club.guild, club.people[CLUB_ANN], club.people[CLUB_BOB]);
    club_wait(&club, 30 * SECOND);
    assert_true(has_hand(club.people[CLUB_ANN]));
    assert_true(has_hand(club.people[CLUB_BOB]));
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, "I cannot send"));
    club_expect(text, "many23"); /* they play: the hand is behind a button as well */
    free(text);
    club_wait(&club, 30 * MINUTE);
    int without = 0;
    for (int i = 0; i < MANY; i++)
        without += !has_hand(people[i]);
    assert_in_range(without, 0, 8); /* those who wait too long press for it */
    assert_true(count(open_dm) <= 10 + 31 * 2);
    standin_expect_clean(club.discord);
}

static void begin_colorcatcher(const uint64_t *people, int count)
{
    standin_say(club.discord, people[0], club.games, "!play colorcatcher");
    club_wait(&club, SECOND);
    for (int i = 1; i < count; i++) {
        standin_say(club.discord, people[i], club.games, "!join");
        club_wait(&club, SECOND);
    }
    standin_say(club.discord, people[0], club.games, "!start");
    club_wait(&club, 2 * SECOND);
}

/* Twelve newcomers of a guild at five tables; and strangers of it, who have no hand to get, take
   none of that from them. */
static test_case(the_first_hands_of_a_guild_come_at_once)
{
    enum { MANY = 4 };
    uint64_t people[MANY], others[8];
    for (int i = 0; i < MANY; i++)
        people[i] = person("guest", i);
    for (int i = 0; i < 8; i++)
        others[i] = person("other", i);
    for (int i = 0; i < 8; i += 2)
        lobby_begin(club.guild, others[i], others[i + 1]);
    begin_colorcatcher(people, MANY);
    for (int i = 0; i < MANY; i++)
        assert_true(has_hand(people[i]));
    for (int i = 0; i < 8; i++)
        assert_true(has_hand(others[i]));
    assert_int_equal(count(open_dm), 12);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, in_words("<DISCORD_DM_WAITS_2>")));
    free(text);
    lobby_begin(standin_guild(club.discord, "Other"), club.people[CLUB_ANN], club.people[CLUB_BOB]);
    club_wait(&club, 5 * SECOND);
    assert_true(has_hand(club.people[CLUB_ANN])); /* law 10: the next guild has its own */
    assert_int_equal(count(open_dm), 14);
    standin_expect_clean(club.discord);
}

/* However many sit down in however many guilds, no more is opened than a young bot may. */
static test_case(all_guilds_together_open_no_more_than_discord_bears)
{
    enum { GUILDS = 4, EACH = 6 };
    int64_t since = loop_now(club.loop);
    for (int g = 0; g < GUILDS; g++) {
        uint64_t guild = standin_guild(club.discord, "Another");
        for (int i = 0; i < EACH; i += 2)
            lobby_begin(guild, person("guest", g * EACH + i), person("guest", g * EACH + i + 1));
    }
    club_wait(&club, 5 * SECOND);
    assert_in_range(count(open_dm), 16, 16 + (loop_now(club.loop) - since) / MINUTE);
    assert_in_range(count(open_dm), 16, 20); /* which the stand-in takes in ten minutes */
    standin_expect_clean(club.discord);
}

/* Where more people sit than channels may be opened at once, the game begins all the same, and
   the others read at once where their cards are, find them there, and get them by direct message
   later. */
static test_case(no_start_waits_for_the_turn_of_a_channel)
{
    enum { MANY = 3, EARLIER = 8 };
    uint64_t people[MANY];
    for (int i = 0; i < MANY; i++)
        people[i] = person("guest", i);
    lobby_begin(club.guild, club.people[CLUB_ANN], club.people[CLUB_BOB]);
    for (int i = 0; i < EARLIER; i += 2)
        lobby_begin(club.guild, person("earlier", i), person("earlier", i + 1));
    begin_colorcatcher(people, MANY);
    assert_true(has_hand(people[0]));
    assert_false(has_hand(people[MANY - 1]));
    club_wait(&club, 12 * SECOND);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, "**guest2**: <DISCORD_DM_WAITS_3>");
    club_expect(text, "<DISCORD_DM_WAITS_4>");
    assert_null(strstr(text, "Waiting until"));
    assert_null(strstr(text, "I cannot send"));
    free(text);
    for (int i = 0; i < MANY; i++)
        /* the start calls who is to move */
        assert_in_range(standin_pings(club.discord, people[i]), 0, 1);
    int said = count(say_it);
    for (int i = 0; i < 5; i++) {
        standin_say(club.discord, people[MANY - 1], club.games, "!hand");
        club_wait(&club, 3 * SECOND);
    }
    assert_int_equal(count(say_it) - said, 5); /* never silence */
    text = standin_received(club.discord, people[MANY - 1], 0);
    assert_null(strstr(text, in_words("<HAND_1>")));
    free(text);
    standin_slash(club.discord, people[MANY - 1], club.games, "hand");
    club_wait(&club, 3 * SECOND);
    assert_true(has_hand(people[MANY - 1]));
    club_wait(&club, 10 * MINUTE);
    assert_true(standin_dm_if_open(club.discord, people[MANY - 1]) != 0);
    standin_expect_clean(club.discord);
}

/* Where Discord takes its time, the person who typed or commanded hears within two seconds for
   whom it waits; and it waits in bounded time. */
static test_case(who_starts_hears_whom_discord_keeps_waiting)
{
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_USER,
                                                        .route = open_dm,
                                                        .times = STANDIN_EVERY,
                                                        .ms = MINUTE});
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!play colorcatcher");
    club_wait(&club, SECOND);
    standin_say(club.discord, club.people[CLUB_BOB], club.games, "!join");
    club_wait(&club, SECOND);
    for (int i = 0; i < 3; i++)
        standin_say(club.discord, club.people[CLUB_ANN], club.games, "!start");
    standin_slash(club.discord, club.people[CLUB_BOB], club.games, "table start");
    club_wait(&club, 2 * SECOND);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    const char *first = strstr(text, in_words("<START_WAITS_1 who=ann>"));
    assert_non_null(first);
    assert_null(strstr(first + 1, "Waiting until"));
    free(text);
    text = standin_received(club.discord, club.people[CLUB_BOB], 0);
    club_expect(text, "<START_WAITS_1 who=ann>");
    assert_null(strstr(text, "Done: /start"));
    free(text);
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_ANN]), 0);
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_BOB]), 0);
    club_wait(&club, 12 * SECOND);
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "<#%" PRIu64 ">", club.games);
    assert_true(host_is_playing(host_find(club.host, inside()->network, room)));
    standin_expect_clean(club.discord);
}

static void open_to_strangers_of(struct discord *discord)
{
    for (int i = 0; i < 10; i++) {
        char id[24];
        snprintf(id, sizeof id, "%d", 1000 + i);
        struct person *stranger = people_get(discord, id);
        snprintf(stranger->asked_in, sizeof stranger->asked_in, "<#%d>", 5000 + i);
        places_note(discord, stranger->asked_in, i % 2 ? "77" : "78");
        private_open(discord, stranger);
    }
}

static void open_to_strangers(void)
{
    open_to_strangers_of(inside());
}

/* The same people in guilds with the same numbers: what one application has used up, another
   has. */
static test_case(two_applications_have_a_budget_each)
{
    struct discord_setup setup = club_setup(&club);
    setup.title = "other";
    struct adapter *second = discord_new(&setup);
    open_to_strangers();
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_dm), 6);
    open_to_strangers_of((struct discord *)second);
    club_wait(&club, 30 * SECOND);
    assert_int_equal(count(open_dm), 12);
    second->ops->free(second);
}

/* The last openings are kept for who sits at a table. */
static test_case(who_sits_somewhere_has_a_reserve)
{
    open_to_strangers();
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_dm), 6);
    lobby_begin(club.guild, club.people[CLUB_ANN], club.people[CLUB_BOB]);
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_dm), 8);
    assert_true(has_hand(club.people[CLUB_BOB]));
}

/* A section that runs one shard of two has half of what Discord bears from the bot. */
static test_case(half_an_application_opens_half_as_many)
{
    struct discord_setup setup = club_setup(&club);
    setup.shard_count = 2;
    setup.last_shard = 0;
    discord_change(club.bot, &setup);
    club_wait(&club, 30 * SECOND);
    assert_int_equal(inside()->part.shards, 1);
    assert_int_equal(inside()->part.of, 2);
    standin_mark(club.discord);
    open_to_strangers();
    club_wait(&club, 5 * SECOND);
    assert_int_equal(count(open_dm), 3);
    club_wait(&club, 110 * SECOND);
    assert_int_equal(count(open_dm), 3);
    club_wait(&club, 10 * SECOND);
    assert_int_equal(count(open_dm), 4);
}

/* ---- memory ---- */

static char *message_of(char *bytes, size_t size, uint64_t id, uint64_t author, uint64_t channel,
                        uint64_t guild, const char *content)
{
    snprintf(bytes, size,
             "{\"id\":\"%" PRIu64 "\",\"type\":0,\"channel_id\":\"%" PRIu64
             "\",\"guild_id\":\"%" PRIu64 "\",\"author\":{\"id\":\"%" PRIu64
             "\",\"username\":\"somebody\"},\"member\":{\"roles\":[]},\"mentions\":[],"
             "\"content\":\"%s\"}",
             id, channel, guild, author, content);
    return bytes;
}

/* A command of another bot is not even parsed where there is no table; what may be for us is. */
static test_case(a_command_of_another_bot_is_not_parsed)
{
    static const struct {
        const char *content;
        bool is_wanted;
    } rows[] = {
        {"!weather in the north", false},
        {"!hnad", false},
        {"!", false},
        {"!!!", false},
        {"! 7", false},
        {"!hand", true},
        {"!HAND.", true},
        {"! hand", true},
        {"!help chess", true},
        {"!coloretto", true},
        {"!color catcher", true},
        {"!yes", true},
        {"!k7plm-x3vqd", true},
        {"!\\u0068and", true},
        {"!weather\\nplay", true}, /* what holds an escape is parsed */
        {"!say \\\"hand\\\"", true},
    };
    char bytes[1024];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        message_of(bytes, sizeof bytes, 60, club.people[CLUB_BOB], club.games, club.guild,
                   rows[i].content);
        if (hear_wants(inside(), bytes, strlen(bytes)) != rows[i].is_wanted)
            fail_msg("%s", rows[i].content);
    }
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!play coloretto");
    club_wait(&club, SECOND);
    message_of(bytes, sizeof bytes, 60, club.people[CLUB_BOB], club.games, club.guild, "!weather");
    assert_true(hear_wants(inside(), bytes, strlen(bytes)));
}

/* As the gateway does it. */
static bool hear(const char *bytes)
{
    struct discord *discord = inside();
    if (!hear_wants(discord, bytes, strlen(bytes)))
        return false;
    json_t *message = json_loads(bytes, 0, NULL);
    assert_non_null(message);
    inbox_message(discord, message);
    discord_tidy(discord);
    json_decref(message);
    return true;
}

static size_t entries(void)
{
    const struct discord *discord = inside();
    return discord->people.count + discord->rooms.count + discord->boards.count +
           inbox_count(discord);
}

static test_case(mentions_of_others_make_nobody)
{
    char bytes[1024];
    size_t before = entries();
    for (uint64_t i = 0; i < 1000; i++) {
        assert_false(
            hear(message_of(bytes, sizeof bytes, 1 + i, 1000000 + i, 50, 60, "<@123456> hello")));
        assert_false(
            hear(message_of(bytes, sizeof bytes, 1 + i, 1000000 + i, 50, 60, "<@&123456> hello")));
        assert_true(hear(message_of(bytes, sizeof bytes, 1 + i, 1000000 + i, 50, 60, " hello")));
    }
    assert_int_equal(entries(), before);
}

static int kept;

static void count_kept(void *arg, const char *key, const char *value)
{
    (void)arg;
    (void)key;
    (void)value;
    kept++;
}

static test_case(rooms_and_authors_are_given_back)
{
    enum { ROOMS = 10000, AUTHORS = 20000, ANSWERED = 250, GUILDS = 30 };
    uint64_t guilds[GUILDS];
    char bytes[1024];
    for (int i = 0; i < GUILDS; i++)
        guilds[i] = standin_guild(club.discord, "Somewhere");
    club_wait(&club, SECOND);
    for (uint64_t i = 0; i < AUTHORS; i++) {
        hear(message_of(bytes, sizeof bytes, 1000 + i, 1000000 + i, 5000 + i % ROOMS,
                        guilds[i % GUILDS], "!roll 2d6"));
        if (i % 100 == 0)
            inbox_keep(inside()); /* what was heard is safe */
        if (entries() > 4 * 1001 + 100)
            fail_msg("people %zu, places %zu, boards %zu, lanes %zu after %" PRIu64 " authors",
                     inside()->people.count, inside()->rooms.count, inside()->boards.count,
                     inbox_count(inside()), i);
    }
    for (uint64_t i = 0; i < ANSWERED; i++) {
        hear(message_of(bytes, sizeof bytes, 2000000 + i, 9000000 + i, 5000 + i, guilds[i % GUILDS],
                        "!join"));
        if (i % 10 == 0)
            club_wait(&club, 5 * SECOND);
        inbox_keep(inside());
        assert_true(inside()->boards.count <= 400);
    }
    club_wait(&club, 3 * 3600 * SECOND);
    if (entries() > 100)
        fail_msg("people %zu, places %zu, boards %zu, lanes %zu", inside()->people.count,
                 inside()->rooms.count, inside()->boards.count, inbox_count(inside()));
    kept = 0;
    keep_each(club.keep, "discord:club:", count_kept, NULL);
    assert_in_range(kept, 0, 50);
}

/* What is pressed while nothing can be answered waits for its answer, but not without end. */
/* Many accounts of one guild choose something, and none of another's choices is lost; a restart
   knows them. */
static test_case(choices_of_people_are_bounded)
{
    club_say(&club, CLUB_ANN, "!set panel");
    for (int i = 0; i < KEEP_ROWS_MOST + 500; i++) {
        char id[24];
        snprintf(id, sizeof id, "%d", 5000000 + i);
        struct person *person = people_get(inside(), id);
        snprintf(person->guild, sizeof person->guild, "77");
        people_choose_hands(inside(), person, HANDS_BY_PANEL, NULL);
        private_opened(inside(), person);
        discord_tidy(inside());
    }
    assert_in_range(keep_count(club.keep, "discord:club:hands:"), KEEP_ROWS_MOST - 200,
                    KEEP_ROWS_MOST);
    assert_in_range(keep_count(club.keep, "discord:club:dm:"), KEEP_ROWS_MOST - 200,
                    KEEP_ROWS_MOST);
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5 * SECOND);
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, club.people[CLUB_ANN]);
    assert_int_equal(people_get(inside(), id)->hands, HANDS_BY_PANEL);
    assert_int_equal(people_get(inside(), "5005499")->hands, HANDS_BY_PANEL);
    assert_int_equal(people_get(inside(), "5005499")->dm, DM_OPEN);
}

static test_case(open_answers_of_a_person_are_bounded)
{
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_SLOW,
                                          .route = "POST /interactions/{}/{}/callback",
                                          .times = STANDIN_EVERY,
                                          .ms = MINUTE});
    int open = 0;
    for (int i = 0; i < 100; i++)
        standin_slash(club.discord, club.people[CLUB_ANN], club.games, "help");
    club_wait(&club, 2 * SECOND);
    for (const struct reply *reply = inside()->replies->first; reply; reply = reply->next)
        open++;
    assert_int_equal(open, REPLIES_OF_PERSON);
    uint64_t other = standin_slash(club.discord, club.people[CLUB_BOB], club.games, "help");
    standin_heal(club.discord);
    club_wait(&club, 2 * SECOND);
    assert_true(standin_interaction(club.discord, other)->answered >= 0);
    int shown = 0;
    for (int i = 0; i < 30; i++) {
        standin_slash(club.discord, club.people[CLUB_CID],
                      standin_channel(club.discord, club.guild, "x"), "help");
        club_wait(&club, 12 * SECOND);
    }
    for (const struct panel *one = inside()->panels; one; one = one->next)
        shown += strcmp(one->place.person->name, "cid") == 0;
    assert_in_range(shown, 1, 9);
}

/* However many of one guild press while answers are slow, another is answered. */
static test_case(open_answers_of_a_guild_are_bounded)
{
    enum { MANY = REPLIES_MOST / REPLIES_OF_PERSON + 2 };
    uint64_t other = standin_channel(club.discord, standin_guild(club.discord, "Other"), "cards");
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_SLOW,
                                          .route = "POST /interactions/{}/{}/callback",
                                          .times = STANDIN_EVERY,
                                          .ms = MINUTE});
    for (int i = 0; i < MANY; i++)
        for (int k = 0; k < REPLIES_OF_PERSON; k++)
            standin_slash(club.discord, person("many", i), club.games, "help");
    club_wait(&club, SECOND);
    int open = 0;
    for (const struct reply *reply = inside()->replies->first; reply; reply = reply->next)
        open++;
    assert_int_equal(open, REPLIES_OF_GUILD);
    standin_heal(club.discord);
    uint64_t asked = standin_slash(club.discord, club.people[CLUB_BOB], other, "help");
    club_wait(&club, 2 * SECOND);
    assert_true(standin_interaction(club.discord, asked)->answered >= 0);
}

static test_case(panels_of_a_guild_are_bounded)
{
    for (int i = 0; i < PANELS_OF_GUILD + 50; i++) {
        standin_slash(club.discord, person("many", i), club.games, "help");
        club_wait(&club, SECOND);
    }
    int shown = 0;
    for (const struct panel *one = inside()->panels; one; one = one->next)
        shown += !one->is_gone;
    assert_int_equal(shown, PANELS_OF_GUILD);
}

static test_case(who_says_much_while_messages_wait_pushes_nobody_out)
{
    enum { MANY = 60 };
    char channel[24], others[24];
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 5 * SECOND);
    uint64_t other = standin_channel(club.discord, standin_guild(club.discord, "Other"), "cards");
    standin_say(club.discord, club.people[CLUB_CID], other, "!play heartcatchers");
    club_wait(&club, 5 * SECOND);
    snprintf(channel, sizeof channel, "%" PRIu64, club.games);
    snprintf(others, sizeof others, "%" PRIu64, other);
    inbox_hold(inside(), channel);
    inbox_hold(inside(), others);
    for (int i = 0; i < 600; i++) {
        standin_say(club.discord, club.people[CLUB_DAN], club.games, i % 2 ? "!board" : "talk");
        if (i % 50 == 0)
            club_wait(&club, 100);
    }
    club_wait(&club, SECOND);
    assert_int_equal(inbox_waiting(inside()), 2 + INBOX_OF_PERSON);
    for (int i = 0; i < MANY; i++, club_wait(&club, 100))
        for (int k = 0; k < 20; k++)
            standin_say(club.discord, person("many", i), other, "!board");
    assert_int_equal(inbox_waiting(inside()), 2 + INBOX_OF_GUILD + INBOX_OF_PERSON);
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!hide d them1");
    standin_say(club.discord, club.people[CLUB_BOB], club.games, "!hide d them1");
    club_wait(&club, SECOND);
    inbox_release(inside(), channel, 0);
    inbox_release(inside(), others, 0);
    club_wait(&club, 10 * SECOND);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, "<HIDES_A_CARD who=ann>");
    club_expect(text, "<HIDES_A_CARD who=bob>");
    free(text);
    assert_int_equal(inbox_waiting(inside()), 0);
}

/* Somebody with a seat, a table that is played at, is never forgotten, however many come. */
static test_case(what_is_in_use_is_not_given_back)
{
    char bytes[1024];
    lobby_begin(club.guild, club.people[CLUB_ANN], club.people[CLUB_BOB]);
    club_wait(&club, 5 * SECOND);
    for (uint64_t i = 0; i < 5000; i++)
        hear(message_of(bytes, sizeof bytes, 1000 + i, 1000000 + i, 5000 + i, club.guild, "!roll"));
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, club.people[CLUB_ANN]);
    assert_non_null(people_find(inside(), id));
    club_tell(&club, CLUB_ANN, "hide d them1");
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, "<HIDES_A_CARD who=ann>");
    free(text);
    standin_expect_clean(club.discord);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_command_of_another_bot_is_not_parsed),
        test(no_thread_is_opened_for_what_cannot_be_played),
        test(a_flood_opens_few_threads_and_no_title_is_typed),
        test(a_guild_has_its_share_of_threads),
        test(only_who_may_open_threads_has_one_opened),
        test(a_title_is_cut_at_a_character),
        test(a_channel_that_takes_no_thread_is_left_alone),
        test(a_locked_thread_is_not_asked_for_ever),
        test(help_is_answered_where_it_was_asked),
        test(sixty_new_people_are_answered_in_few_messages),
        test(without_history_the_answer_names_who_asked),
        test(a_secret_is_never_a_reply),
        test(closed_channels_of_some_close_none_for_others),
        test(who_waits_for_a_turn_is_not_called_refused),
        test(the_first_hands_of_a_guild_come_at_once),
        test(all_guilds_together_open_no_more_than_discord_bears),
        test(no_start_waits_for_the_turn_of_a_channel),
        test(who_starts_hears_whom_discord_keeps_waiting),
        test(who_sits_somewhere_has_a_reserve),
        test(two_applications_have_a_budget_each),
        test(half_an_application_opens_half_as_many),
        test(mentions_of_others_make_nobody),
        test(rooms_and_authors_are_given_back),
        test(choices_of_people_are_bounded),
        test(open_answers_of_a_person_are_bounded),
        test(open_answers_of_a_guild_are_bounded),
        test(panels_of_a_guild_are_bounded),
        test(who_says_much_while_messages_wait_pushes_nobody_out),
        test(what_is_in_use_is_not_given_back),
    };
    return cmocka_run_group_tests_name("shares on Discord", tests, NULL, NULL);
}
