/* What happens around tables on Discord: who is listened to, what is lost and comes back, what
   is refused. The numbers behind "conformance" are those of the list of what a well-behaved bot
   does. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "club.h"
#include "commands.h"
#include "discord.h"
#include "heard.h"
#include "host.h"
#include "in_words.h"
#include "inbox.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "testing.h"
#include "text.h"

static struct club club;

static void open_with(const struct standin_options *options)
{
    club_open(&club, options);
    assert_true(standin_is_ready(club.discord, 0));
    standin_mark(club.discord);
}

static test_fixture(open_club)
{
    open_with(NULL);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static bool is_in_games(void *arg, const struct standin_entry *entry)
{
    const int64_t *since = arg;
    return entry->kind == STANDIN_REQUEST && entry->ids[0] == club.games && entry->at >= *since;
}

/* Whether the bot has asked anything about the room since then. */
static bool has_touched_room(int64_t since)
{
    return standin_find_if(club.discord, 0, is_in_games, &since) >= 0;
}

/* ---- who is listened to ---- */

/* conformance 59 */
static test_case(programs_and_edits_are_not_listened_to)
{
    json_t *oddities[] = {
        json_pack("{s:{s:s, s:s, s:b}}", "author", "id", "77", "username", "other", "bot", 1),
        /* its answer to somebody */
        json_pack("{s:s, s:s}", "webhook_id", "88", "application_id", "88"),
        json_pack("{s:i}", "type", 7), json_pack("{s:i}", "flags", 64)};
    for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++)
        standin_say_oddly(club.discord, club.people[CLUB_ANN], club.games, "!play heartcatchers",
                          oddities[i]);
    uint64_t said = standin_say(club.discord, club.people[CLUB_ANN], club.games, "hello");
    standin_edit(club.discord, said, "!play heartcatchers");
    club_wait(&club, 2000);
    assert_int_equal(club_posts(&club), 0);
    assert_int_equal(club_table_count(&club), 0);
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    assert_int_equal(club_posts(&club), 1);
}

/* A bridge writes under the names of people elsewhere, and anybody can be called so there. */
static void relay(const char *name, const char *text)
{
    standin_say_oddly(club.discord, club.people[CLUB_ANN], club.games, text,
                      json_pack("{s:s, s:{s:s, s:s, s:b}}", "webhook_id", "88", "author", "id",
                                "88", "username", name, "bot", 1));
    club_wait(&club, 1500);
}

static int relayed(void)
{
    return standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages");
}

static test_case(who_comes_through_a_bridge_is_told_once_and_gets_no_seat)
{
    relay("bob", "just talk");
    relay("bob", "!weather"); /* for another bot */
    assert_int_equal(relayed(), 0);
    relay("bob", "!play heartcatchers");
    assert_int_equal(relayed(), 1);
    club_expect(club_seen(&club, CLUB_CID), "bob: <DISCORD_RELAYED_1>");
    assert_int_equal(club_table_count(&club), 0);
    relay("bob", "!join");
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 5000);
    relay("bob", "!join"); /* nor after a restart */
    assert_int_equal(relayed(), 1);
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "guest%d", i);
        relay(name, "!join");
    }
    assert_int_equal(relayed(), 1 + BRIDGE_ANSWERS);
    club_wait(&club, 60 * 60 * 1000);
    relay("@everyone", "!join");
    assert_int_equal(relayed(), 2 + BRIDGE_ANSWERS);
    assert_int_equal(standin_pings(club.discord, STANDIN_EVERYONE), 0);
    standin_expect_clean(club.discord);
}

/* ---- a channel that a bridge joins to a room of another network ---- */

static char told_there[64 * 1024];

static void post_there(void *self, const struct post *post)
{
    (void)self;
    if (post->tale && strlen(told_there) + (size_t)post->tale->length < sizeof told_there)
        strcat(told_there, post->tale->text);
}

static void whisper_there(void *self, const struct whisper *whisper)
{
    (void)self;
    (void)whisper;
}

static void hear_there(const char *room, const char *text)
{
    const struct heard heard = {.network = "irc:far",
                                .room = room,
                                .key = "fay",
                                .source = {.people = 1},
                                .name = "fay",
                                .text = text,
                                .now = loop_now(club.loop)};
    commands_hear(club.commands, club.host, &heard);
    club_wait(&club, 2000);
}

/* A table of the channel that is shown in #lounge, too. Everything that is told in #lounge, in
   `told_there`. */
static void share_with_lounge(const char *bridged)
{
    static char pairs[64];
    char join[32];
    snprintf(pairs, sizeof pairs, "<#%llu> %s", (unsigned long long)club.games,
             bridged ? bridged : "");
    club_stop(&club);
    club.bridged = bridged ? pairs : NULL;
    club_start(&club);
    host_add_port(club.host, &(struct host_port){.network = "irc:far",
                                                 .group = "",
                                                 .post = post_there,
                                                 .whisper = whisper_there});
    club_wait(&club, 5000);
    told_there[0] = '\0';
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_press(&club, CLUB_ANN, "Invite");
    const char *code = strstr(club_seen(&club, CLUB_ANN), "join");
    assert_non_null(code);
    snprintf(join, sizeof join, "join %.8s", code + strcspn(code, "BCDFGHJKLMNPQRSTVWXZ"));
    hear_there("#lounge", join);
    club_tell(&club, CLUB_ANN, "invite yes");
    hear_there("#lounge", "join");
    club_wait(&club, 20000);
    club_expect(club_seen(&club, CLUB_CID), "catch");
    relay("gus", "!join");
}

static test_case(where_a_bridge_joins_two_rooms_one_is_told)
{
    share_with_lounge("irc:far #lounge");
    assert_null(strstr(told_there, "play Heartcatchers"));
    /* the bot hears them there */
    assert_null(strstr(club_seen(&club, CLUB_CID), in_words("gus: <DISCORD_RELAYED_2>")));
}

static test_case(where_no_bridge_joins_them_both_are_told)
{
    share_with_lounge(NULL);
    club_expect(told_there, "play Heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "gus: <DISCORD_RELAYED_2>");
}

/* In the panel, where the other rooms of the table are offered. */
static test_case(where_operators_say_so_theirs_is_left_out)
{
    share_with_lounge(NULL);
    standin_overwrite(club.discord, club.games, club.people[CLUB_EVE], STANDIN_MANAGE_CHANNELS, 0);
    assert_true(standin_slash(club.discord, club.people[CLUB_EVE], club.games, "settings"));
    club_wait(&club, 2000);
    uint64_t panel = standin_last(club.discord, club.games, club.people[CLUB_EVE])->id;
    standin_select(club.discord, club.people[CLUB_EVE], panel, "hc?", "bridged");
    club_wait(&club, 2000);
    assert_true(standin_select(club.discord, club.people[CLUB_EVE], panel, "hc=bridged",
                               "irc:far #lounge"));
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_EVE), "<RULE_BRIDGED_1 room=#lounge|network=irc:far>");
    told_there[0] = '\0';
    hear_there("#lounge", "leave");
    club_wait(&club, 20000);
    club_expect(told_there, "fay leaves");
    assert_null(strstr(club_seen(&club, CLUB_CID), "fay leaves"));
    relay("hal", "!join");
    assert_null(strstr(club_seen(&club, CLUB_CID), in_words("hal: <DISCORD_RELAYED_2>")));
}

/* conformance 19, 60 */
static test_case(without_the_intent_mentions_and_private_messages_work)
{
    char mention[64];
    close_club(NULL);
    open_with(&(struct standin_options){.has_no_message_content = true});
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    assert_int_equal(club_posts(&club), 0);
    snprintf(mention, sizeof mention, "<@%llu> play heartcatchers",
             (unsigned long long)standin_bot_user(club.discord));
    club_say(&club, CLUB_ANN, mention);
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "</table join:");
    club_tell(&club, CLUB_CID, "games");
    club_expect(club_letter(&club, CLUB_CID), "Coloretto");
    standin_expect_clean(club.discord);
}

/* conformance 27 */
static test_case(what_is_delivered_twice_counts_once)
{
    standin_repeat_events(club.discord, 3);
    club_begin(&club, "heartcatchers");
    standin_mark(club.discord);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    assert_int_equal(club_posts(&club), 2); /* the room, and the hand of the next player */
    standin_heal(club.discord);
    standin_expect_clean(club.discord);
}

/* conformance 40, 61 */
static test_case(names_break_nothing)
{
    standin_set_nick(club.discord, club.people[CLUB_ANN], "@everyone <@1> `*_x_*`\n\u202E# ```");
    club_begin(&club, "heartcatchers");
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, "@everyone"));
    assert_null(strstr(text, "<@1>"));
    assert_null(strstr(text, "\u202E"));
    free(text);
    assert_int_equal(standin_pings(club.discord, STANDIN_EVERYONE), 0);
    standin_expect_clean(club.discord);
}

/* Names that show nothing give way to the user name, and that to the number. */
static test_case(a_name_of_which_nothing_is_seen_gives_way)
{
    static const char *const nothing[] = {
        "\u3164",
        "\u115f\uffa0",
        "\u200b\u00ad\u034f",
        "\u180e\u2063",
        "\U000e0020",
        "\u2800",
        "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b"};
    const uint64_t ann = club.people[CLUB_ANN], bob = club.people[CLUB_BOB];
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        standin_set_nick(club.discord, ann, nothing[i]);
        club_say(&club, CLUB_ANN, "!play coloretto");
        club_expect(club_seen(&club, CLUB_CID), "ann");
        club_say(&club, CLUB_ANN, "!stop");
    }
    uint64_t unseen = standin_user(club.discord, "\u3164\u2800", "\u200b");
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, unseen);
    standin_say(club.discord, unseen, club.games, "!play coloretto");
    club_wait(&club, 3000);
    club_expect(club_seen(&club, CLUB_CID), id);
    standin_say(club.discord, unseen, club.games, "!stop");
    club_wait(&club, 1500);
    standin_set_nick(club.discord, ann, nothing[0]);
    standin_set_nick(club.discord, bob,
                     "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b"
                     "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b"
                     "Robert\u202e");
    club_begin(&club, "heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "ann");
    club_expect(club_seen(&club, CLUB_CID), "Robert");
    standin_expect_clean(club.discord);
}

/* Its picker offers the role of the bot beside the bot, with the same name. */
static test_case(a_mention_of_our_role_is_a_mention_of_us)
{
    uint64_t other = standin_guild(club.discord, "Other");
    uint64_t ours =
        standin_role_of(club.discord, club.guild, "cardhost", 0, standin_bot_user(club.discord));
    uint64_t regulars = standin_role(club.discord, club.guild, "Regulars", 0);
    uint64_t elsewhere =
        standin_role_of(club.discord, other, "cardhost", 0, standin_bot_user(club.discord));
    uint64_t of_other_bot = standin_role_of(club.discord, club.guild, "otherbot", 0, 77);
    const uint64_t deaf[] = {regulars, elsewhere, of_other_bot, 123};
    char text[80];
    for (size_t i = 0; i < sizeof deaf / sizeof *deaf; i++) {
        snprintf(text, sizeof text, "<@&%" PRIu64 "> play coloretto", deaf[i]);
        club_say(&club, CLUB_ANN, text);
        assert_int_equal(club_table_count(&club), 0);
    }
    snprintf(text, sizeof text, "<@&%" PRIu64 "> play coloretto", ours);
    club_say(&club, CLUB_ANN, text);
    assert_int_equal(club_table_count(&club), 1);
    club_expect(club_seen(&club, CLUB_CID), "ann opened Coloretto");
    standin_expect_clean(club.discord);
}

static test_case(a_private_table_offers_no_join)
{
    standin_say(club.discord, club.people[CLUB_ANN],
                standin_dm(club.discord, club.people[CLUB_ANN]), "play coloretto");
    club_wait(&club, 3000);
    char *text = standin_received(club.discord, club.people[CLUB_ANN], 0);
    club_expect(text, "Coloretto");
    club_expect(text, ":invite");
    assert_null(strstr(text, ":join"));
    free(text);
    club_say(&club, CLUB_BOB, "!play coloretto");
    text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, ":join");
    free(text);
}

/* A private message says nothing of what somebody is called in a guild. */
static test_case(a_private_message_renames_nobody)
{
    standin_set_nick(club.discord, club.people[CLUB_ANN], "Countess");
    club_begin(&club, "heartcatchers");
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "<COUNTESS_HIDES_A_CARD>");
    club_say(&club, CLUB_BOB, "!hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "Countess");
    standin_expect_clean(club.discord);
}

/* ---- the table's message ---- */

/* conformance 43 */
static test_case(many_changes_are_few_edits_and_the_last_is_shown)
{
    club_say(&club, CLUB_ANN, "!play coloretto");
    standin_mark(club.discord);
    for (int i = 0; i < 20; i++) {
        char options[64];
        snprintf(options, sizeof options, "options match=%d", i % 2 ? 4 : 1);
        standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                      i % 2 ? "table options options:match=4" : "table options options:match=1");
        club_wait(&club, 100);
    }
    club_wait(&club, 20000);
    if (club_edits(&club) + club_posts(&club) > 12)
        fail_msg("%d edits and %d posts for 20 changes", club_edits(&club), club_posts(&club));
    const char *seen = club_seen(&club, CLUB_CID);
    const char *last = NULL;
    for (const char *p = seen; (p = strstr(p, "match=")); p++)
        last = p;
    assert_non_null(last);
    assert_int_equal(strncmp(last, "match=4", 7), 0);
    standin_expect_clean(club.discord);
}

/* conformance 44 */
static test_case(an_old_message_is_said_anew_and_left_as_it_is)
{
    club_begin(&club, "heartcatchers clock=off");
    uint64_t before = standin_last(club.discord, club.games, STANDIN_EVERYONE)->id;
    club_wait(&club, 61 * 60 * 1000);
    club_tell(&club, CLUB_ANN, "hide d them1");
    assert_true(standin_last(club.discord, club.games, STANDIN_EVERYONE)->id != before);
    assert_int_equal(club_edits(&club), 0);
    uint64_t press = standin_press(club.discord, club.people[CLUB_BOB], before, "t1:hand");
    club_wait(&club, 2000);
    club_expect(standin_content(standin_message(club.discord,
                                                standin_interaction(club.discord, press)->message)),
                "<HAND_1>");
    standin_expect_clean(club.discord);
}

static const struct standin_interaction *answered(uint64_t id)
{
    club_wait(&club, 2000);
    return standin_interaction(club.discord, id);
}

/* Nobody has to dismiss "Done: /play." */
static test_case(the_table_is_the_answer_to_a_command)
{
    static const struct {
        int who;
        const char *command, *says;
    } said[] = {{CLUB_ANN, "play game:coloretto", "ann opened"},
                {CLUB_BOB, "table join", "bob"},
                {CLUB_ANN, "table start", "<CLOSED_1>"},
                {CLUB_ANN, "table board", ">: "}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        standin_mark(club.discord);
        const struct standin_interaction *act = answered(
            standin_slash(club.discord, club.people[said[i].who], club.games, said[i].command));
        assert_int_equal(act->answer, 4);
        assert_int_equal(standin_message(club.discord, act->message)->viewer, 0);
        club_expect(standin_content(standin_message(club.discord, act->message)), said[i].says);
        /* the deal */
        assert_true(club_posts(&club) + club_edits(&club) <=
                    (strcmp(said[i].command, "table start") == 0));
        if (strcmp(said[i].command, "table start") == 0)
            club_wait(&club, 15000); /* nobody cuts */
    }
    standin_expect_clean(club.discord);
}

static test_case(a_press_under_the_table_is_answered_by_the_table)
{
    club_say(&club, CLUB_ANN, "!play coloretto");
    uint64_t table = standin_last(club.discord, club.games, STANDIN_EVERYONE)->id;
    standin_mark(club.discord);
    const struct standin_interaction *act =
        answered(standin_press(club.discord, club.people[CLUB_BOB], table, "t1:join"));
    assert_int_equal(act->answer, 7);
    assert_int_equal(act->message, table);
    club_expect(standin_content(standin_message(club.discord, table)), "bob");
    assert_int_equal(club_posts(&club) + club_edits(&club), 0);
    standin_expect_clean(club.discord);
}

/* Only the person who pressed it reads the code, and only the opener gets one. */
static test_case(a_button_of_the_table_invites)
{
    char code[9] = "", join[32];
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    uint64_t table = standin_last(club.discord, club.games, STANDIN_EVERYONE)->id;
    answered(standin_press_label(club.discord, club.people[CLUB_BOB], table, "Invite"));
    club_expect(club_seen(&club, CLUB_BOB), "Only ann");
    const struct standin_interaction *act =
        answered(standin_press_label(club.discord, club.people[CLUB_ANN], table, "Invite"));
    const struct standin_message *answer = standin_message(club.discord, act->message);
    assert_true(answer->viewer == club.people[CLUB_ANN]);
    const char *said = strstr(standin_content(answer), "join");
    assert_non_null(said);
    said += strcspn(said, "BCDFGHJKLMNPQRSTVWXZ");
    snprintf(code, sizeof code, "%s", said);
    assert_int_equal(strspn(code, "BCDFGHJKLMNPQRSTVWXZ"), 8);
    assert_null(strstr(club_seen(&club, CLUB_CID), code));
    snprintf(join, sizeof join, "table join code:%s", code);
    answered(standin_slash(club.discord, club.people[CLUB_BOB],
                           standin_dm(club.discord, club.people[CLUB_BOB]), join));
    club_wait(&club, 20000);
    club_expect(club_letter(&club, CLUB_BOB), "<HAND_1>");
    standin_expect_clean(club.discord);
}

/* Discord takes no answer any more: the table is shown all the same, and once. */
static test_case(a_table_is_shown_where_its_answer_is_refused)
{
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                          .route = "POST /interactions/{}/{}/callback",
                                          .times = STANDIN_EVERY,
                                          .status = 404});
    answered(
        standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:heartcatchers"));
    club_wait(&club, 5000);
    club_expect(club_seen(&club, CLUB_CID), "ann opened");
    assert_int_equal(club_posts(&club), 1);
}

static test_case(a_deleted_message_comes_back_once)
{
    club_begin(&club, "heartcatchers");
    for (int i = 0; i < 3; i++) {
        standin_delete(club.discord, standin_last(club.discord, club.games, STANDIN_EVERYONE)->id);
        club_wait(&club, 3000);
        if (i == 0)
            club_expect(club_seen(&club, CLUB_CID), "**ann**: ");
    }
    assert_int_equal(club_posts(&club), 1); /* conformance 64: within a minute no more */
    standin_expect_clean(club.discord);
}

/* conformance 41 */
static test_case(whoever_is_to_move_is_called_once_by_a_new_message)
{
    club_begin(&club, "heartcatchers");
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_ANN]), 1);
    club_say(&club, CLUB_ANN, "!board");
    club_say(&club, CLUB_ANN, "!hide d them1");
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_BOB]), 1);
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_CID]), 0);
    standin_expect_clean(club.discord);
}

static int pushes(int who)
{
    return standin_pushes(club.discord, club.people[who]);
}

/* The mention, or the private message with the hand; the other one is silent. */
static test_case(a_turn_rings_once_and_where_everybody_chose)
{
    club_begin(&club, "heartcatchers");
    const char *const moves[] = {"!hide d them1", "!hide d them1", "!hide e them2",
                                 "!hide e them2"};
    for (int turn = 0; turn < 4; turn++) {
        int mover = turn % 2 ? CLUB_BOB : CLUB_ANN, next = turn % 2 ? CLUB_ANN : CLUB_BOB;
        if (turn == 2) { /* bob's telephone rings for the private message */
            club_tell(&club, CLUB_BOB, "set push dm");
            club_expect(club_letter(&club, CLUB_BOB), "<DISCORD_PUSH_BY_DM_1>");
            club_stop(&club);
            club_start(&club);
            club_wait(&club, 5000);
        }
        int pings = standin_pings(club.discord, club.people[next]), of_mover = pushes(mover),
            of_next = pushes(next);
        club_say(&club, mover, moves[turn]);
        club_wait(&club, 3000);
        assert_int_equal(pushes(next) - of_next, 1);
        assert_int_equal(pushes(mover) - of_mover, 0);
        assert_int_equal(standin_pings(club.discord, club.people[next]) - pings, turn != 2);
    }
    standin_expect_clean(club.discord);
}

/* Where the private message does not come, the mention rings. */
static test_case(who_gets_no_private_hands_is_called_in_the_room)
{
    club_tell(&club, CLUB_BOB, "set push dm");
    club_begin(&club, "coloretto");
    club_say(&club, CLUB_ANN, "!start");
    club_wait(&club, 3000);
    int before = pushes(CLUB_BOB);
    club_say(&club, CLUB_ANN, "!draw");
    club_say(&club, CLUB_ANN, "!place 1");
    club_wait(&club, 3000);
    assert_int_equal(pushes(CLUB_BOB) - before, 1);
}

/* ---- hands by direct message ---- */

/* conformance 45 */
static test_case(a_channel_is_opened_once_and_remembered)
{
    club_begin(&club, "heartcatchers");
    club_say(&club, CLUB_ANN, "!stop yes");
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5000);
    standin_mark(club.discord);
    club_begin(&club, "heartcatchers");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /users/@me/channels"), 0);
    club_expect(club_letter(&club, CLUB_BOB), "<HAND_1>");
    standin_expect_clean(club.discord);
}

/* A phone shows no colours in code blocks: only those who ask for them get them. */
static test_case(coloured_blocks_are_everybodys_own_choice)
{
    club_tell(&club, CLUB_ANN, "play heartcatchers");
    club_tell(&club, CLUB_ANN, "add robot");
    club_wait(&club, 5000);
    club_expect(club_letter(&club, CLUB_ANN), "\u25b8 ");
    assert_null(strstr(club_letter(&club, CLUB_ANN), "```"));
    club_tell(&club, CLUB_BOB, "set blocks");
    club_expect(club_letter(&club, CLUB_BOB), "<LOOK_NOW_1 look=colours>");
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5000);
    club_tell(&club, CLUB_BOB, "play heartcatchers");
    club_tell(&club, CLUB_BOB, "add robot");
    club_wait(&club, 5000);
    club_expect(club_letter(&club, CLUB_BOB), "```ansi");
    club_tell(&club, CLUB_BOB, "set plain");
    club_expect(club_letter(&club, CLUB_BOB), "<LOOK_NOW_1 look=plain>");
    standin_expect_clean(club.discord);
}

static test_case(where_hands_are_shown_is_everybodys_own_choice)
{
    club_tell(&club, CLUB_BOB, "set");
    club_expect(club_letter(&club, CLUB_BOB), "<DISCORD_HANDS_BY_DM_1>");
    club_tell(&club, CLUB_BOB, "set panel");
    club_expect(club_letter(&club, CLUB_BOB), "<DISCORD_HANDS_BY_PANEL_1>");
    club_begin(&club, "heartcatchers");
    club_expect(club_letter(&club, CLUB_ANN), "<HAND_1>");
    assert_null(strstr(club_letter(&club, CLUB_BOB), in_words("<HAND_1>")));
    assert_true(club_press(&club, CLUB_BOB, "My hand") != 0);
    club_expect(club_seen(&club, CLUB_BOB), "<HAND_1>");
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5000);
    club_tell(&club, CLUB_BOB, "set");
    club_expect(club_letter(&club, CLUB_BOB), "<DISCORD_HANDS_BY_PANEL_1>");
    standin_expect_clean(club.discord);
}

static test_case(many_new_people_are_not_written_to_at_once)
{
    for (int i = 0; i < CLUB_PEOPLE; i++)
        club_say(&club, i, i % 2 ? "!hand" : "!rules coloretto");
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "guest%d", i);
        standin_say(club.discord, standin_user(club.discord, name, NULL), club.games, "!games");
    }
    club_wait(&club, 5000);
    int opened = standin_count(club.discord, STANDIN_REQUEST, "POST /users/@me/channels");
    if (opened > 10)
        fail_msg("%d channels were opened within seconds", opened);
    standin_expect_clean(club.discord);
}

/* ---- threads ---- */

static test_case(a_table_can_have_a_thread_of_its_own)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers thread=yes");
    uint64_t thread = standin_thread(club.discord, club.games);
    assert_true(thread != 0);
    const struct standin_message *message = standin_last(club.discord, thread, STANDIN_EVERYONE);
    assert_non_null(message);
    club_expect(standin_content(message), "ann opened Heartcatchers");
    standin_say(club.discord, club.people[CLUB_BOB], thread, "!join");
    club_wait(&club, 3000);
    club_expect(standin_content(standin_last(club.discord, thread, STANDIN_EVERYONE)), ">: ");
    /* conformance 46: what was archived is opened again */
    standin_archive_thread(club.discord, thread, false);
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_wait(&club, 5000);
    club_expect(standin_content(standin_last(club.discord, thread, STANDIN_EVERYONE)),
                "<HIDES_A_CARD who=ann>");
    standin_expect_clean(club.discord);
}

static test_case(where_no_thread_can_be_opened_the_table_is_in_the_channel)
{
    standin_set_rights(club.discord, club.games, STANDIN_VIEW | STANDIN_SEND | STANDIN_HISTORY);
    club_say(&club, CLUB_ANN, "!play heartcatchers thread=yes match=3");
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "match=3");
    club_say(&club, CLUB_ANN, "!stop yes");
    club_say(&club, CLUB_ANN, "!play heartcatchers thread=no");
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
}

/* ---- what is lost ---- */

/* conformance 38 */
static test_case(a_room_that_cannot_be_written_to_is_told_to_the_opener_once)
{
    club_begin(&club, "heartcatchers");
    standin_set_rights(club.discord, club.games, STANDIN_VIEW);
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_tell(&club, CLUB_BOB, "hide d them1");
    club_wait(&club, 60000);
    char *letters = standin_received(club.discord, club.people[CLUB_ANN], 0);
    club_expect(letters, "<HIDES_A_CARD who=bob>"); /* who is to move is told how it stands */
    club_expect(letters, "I can't write in <#");
    char *second = strstr(letters, in_words("<DISCORD_ROOM_LOST_UNSEEN_1>"));
    assert_null(strstr(second + 1, in_words("<DISCORD_ROOM_LOST_UNSEEN_1>")));
    free(letters);
    assert_true(standin_invalid_requests(club.discord) <= 2);
    assert_int_equal(club_table_count(&club), 1);
}

/* conformance 63 */
static test_case(an_outage_is_waited_out)
{
    club_begin(&club, "heartcatchers");
    standin_set_available(club.discord, club.guild, false);
    club_wait(&club, 1000);
    int64_t since = loop_now(club.loop);
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_wait(&club, 60000);
    assert_false(has_touched_room(since));
    club_expect(club_letter(&club, CLUB_BOB), "<HAND_1>");
    standin_set_available(club.discord, club.guild, true);
    club_wait(&club, 3000);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    standin_expect_clean(club.discord);
}

static test_case(after_a_kick_the_tables_there_wait_for_an_invitation)
{
    standin_guild(club.discord, "Other"); /* where they still meet */
    club_begin(&club, "heartcatchers clock=off");
    int64_t since = loop_now(club.loop);
    standin_kick(club.discord, club.guild);
    club_wait(&club, 3000);
    assert_int_equal(club_table_count(&club), 1);
    club_expect(club_letter(&club, CLUB_ANN), "<DISCORD_ROOM_LOST_REMOVED_1>");
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_wait(&club, 10 * 60 * 1000);
    assert_false(has_touched_room(since));
    char *text = standin_received(club.discord, club.people[CLUB_BOB], 0);
    club_expect(text, "<HIDES_A_CARD who=ann>");
    free(text);
    standin_invite(club.discord, club.guild);
    club_wait(&club, 3000);
    text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, "<RECOVERED game=Heartcatchers|who=bob>");
    free(text);
    club_expect(club_seen(&club, CLUB_CID), ">: !catch");
    club_say(&club, CLUB_BOB, "!hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=bob>");
    standin_expect_clean(club.discord);
}

static test_case(a_day_after_a_kick_the_tables_are_stopped)
{
    club_begin(&club, "heartcatchers");
    standin_kick(club.discord, club.guild);
    club_wait(&club, 3000);
    club_kill(&club);
    club_start(&club);
    club_wait(&club, (int64_t)23 * 3600 * 1000);
    assert_int_equal(club_table_count(&club), 1);
    club_stop(&club);
    club_start(&club);
    club_wait(&club, (int64_t)2 * 3600 * 1000);
    assert_int_equal(club_table_count(&club), 0);
    assert_in_range(standin_invalid_requests(club.discord), 0, 2);
}

/* In a new session nobody tells of a guild that we were removed from meanwhile. */
static test_case(a_kick_while_we_are_away_is_noticed)
{
    club_begin(&club, "heartcatchers");
    club_stop(&club);
    standin_kick(club.discord, club.guild);
    standin_refuse_resumes(club.discord, 10, 0);
    int64_t since = loop_now(club.loop);
    club_start(&club);
    club_wait(&club, 60 * 1000);
    assert_false(has_touched_room(since));
    assert_int_equal(club_table_count(&club), 1);
    standin_invite(club.discord, club.guild);
    club_wait(&club, 10000);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
}

static test_case(a_kick_while_we_are_away_is_waited_out)
{
    club_begin(&club, "heartcatchers");
    club_stop(&club);
    standin_kick(club.discord, club.guild);
    standin_refuse_resumes(club.discord, 10, 0);
    club_start(&club);
    club_wait(&club, (int64_t)23 * 3600 * 1000);
    assert_int_equal(club_table_count(&club), 1);
    club_wait(&club, (int64_t)2 * 3600 * 1000);
    assert_int_equal(club_table_count(&club), 0);
}

static test_case(a_guild_is_left_on_order)
{
    char bytes[512], words[64];
    struct text answer = text_over(bytes, sizeof bytes);
    club_begin(&club, "heartcatchers");
    assert_false(club.bot->ops->order(club.bot, "leave me", &answer));
    club_expect(bytes, "<SAY_WHICH_SERVER>");
    text_clear(&answer);
    snprintf(words, sizeof words, "leave %" PRIu64, club.guild);
    assert_true(club.bot->ops->order(club.bot, words, &answer));
    club_expect(bytes, "<TABLES_THAT_WERE_STOPPED>");
    club_wait(&club, 10000);
    assert_int_equal(club_table_count(&club), 0);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "DELETE /users/@me/guilds/{}"),
                     1);
}

/* conformance 64 */
static test_case(a_deleted_channel_closes_its_table)
{
    club_begin(&club, "heartcatchers");
    standin_delete_channel(club.discord, club.games);
    club_wait(&club, 30000);
    assert_int_equal(club_table_count(&club), 0);
    for (int who = CLUB_ANN; who <= CLUB_BOB; who++) {
        char *letters = standin_received(club.discord, club.people[who], 0);
        club_expect(letters, "<DISCORD_ROOM_GONE_1>");
        free(letters);
    }
    assert_true(standin_invalid_requests(club.discord) <= 1);
}

/* conformance 39: whatever becomes of the answers, each message is there once */
static test_case(a_message_whose_answers_are_lost_is_there_once)
{
    club_begin(&club, "heartcatchers clock=off");
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_CLOSE_AFTER,
                                                        .route = "POST /channels/{}/messages",
                                                        .id = club.games,
                                                        .times = STANDIN_EVERY});
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_wait(&club, 30000);
    standin_heal(club.discord);
    club_tell(&club, CLUB_BOB, "hide d them1");
    club_wait(&club, 300000);
    const struct standin_message *messages[64];
    int count = standin_messages(club.discord, club.games, STANDIN_EVERYONE, messages, 64),
        told = 0;
    for (int i = 0; i < count && i < 64; i++)
        told += strstr(standin_content(messages[i]), "ann hides a card") != NULL;
    assert_int_equal(told, 1);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=bob>");
    standin_expect_clean(club.discord);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(programs_and_edits_are_not_listened_to),
        test(who_comes_through_a_bridge_is_told_once_and_gets_no_seat),
        test(where_a_bridge_joins_two_rooms_one_is_told),
        test(where_no_bridge_joins_them_both_are_told),
        test(where_operators_say_so_theirs_is_left_out),
        test(without_the_intent_mentions_and_private_messages_work),
        test(what_is_delivered_twice_counts_once),
        test(names_break_nothing),
        test(a_name_of_which_nothing_is_seen_gives_way),
        test(a_mention_of_our_role_is_a_mention_of_us),
        test(a_private_table_offers_no_join),
        test(a_private_message_renames_nobody),
        test(many_changes_are_few_edits_and_the_last_is_shown),
        test(an_old_message_is_said_anew_and_left_as_it_is),
        test(the_table_is_the_answer_to_a_command),
        test(a_press_under_the_table_is_answered_by_the_table),
        test(a_button_of_the_table_invites),
        test(a_table_is_shown_where_its_answer_is_refused),
        test(a_deleted_message_comes_back_once),
        test(whoever_is_to_move_is_called_once_by_a_new_message),
        test(a_turn_rings_once_and_where_everybody_chose),
        test(who_gets_no_private_hands_is_called_in_the_room),
        test(a_channel_is_opened_once_and_remembered),
        test(coloured_blocks_are_everybodys_own_choice),
        test(where_hands_are_shown_is_everybodys_own_choice),
        test(many_new_people_are_not_written_to_at_once),
        test(a_table_can_have_a_thread_of_its_own),
        test(where_no_thread_can_be_opened_the_table_is_in_the_channel),
        test(a_room_that_cannot_be_written_to_is_told_to_the_opener_once),
        test(an_outage_is_waited_out),
        test(after_a_kick_the_tables_there_wait_for_an_invitation),
        test(a_day_after_a_kick_the_tables_are_stopped),
        test(a_kick_while_we_are_away_is_noticed),
        test(a_kick_while_we_are_away_is_waited_out),
        test(a_guild_is_left_on_order),
        test(a_deleted_channel_closes_its_table),
        test(a_message_whose_answers_are_lost_is_there_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
