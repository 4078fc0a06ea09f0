/* A reply to a message of the bot is heard like a mention of it, wherever its text comes; a
   reply to anybody else's is not. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "club.h"
#include "discord.h"
#include "host.h"
#include "inbox.h"
#include "json.h"
#include "tables.h"
#include "testing.h"

enum { SECOND = 1000 };

static struct club club;

static void open_with(const struct standin_options *options)
{
    club_open(&club, options);
    assert_true(standin_is_ready(club.discord, 0));
}

static test_fixture(open_club)
{
    open_with(&(struct standin_options){.session_life = 60 * SECOND});
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static void reply(int person, uint64_t message, const char *text, bool pings)
{
    standin_reply(club.discord, club.people[person], message, text, pings);
    club_wait(&club, 3 * SECOND);
}

static uint64_t newest(void)
{
    return standin_last(club.discord, club.games, STANDIN_EVERYONE)->id;
}

/* Two moves and a command, each a reply to the message that stands last: the board. */
static void play_by_replies(bool pings)
{
    reply(CLUB_ANN, newest(), "hide d them1", pings);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    reply(CLUB_BOB, newest(), "  hide d them1 ", pings);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=bob>");
    reply(CLUB_ANN, newest(), "!board", pings);
    club_expect(club_seen(&club, CLUB_CID), ">: ");
}

static test_case(a_reply_to_the_board_is_a_move)
{
    club_begin(&club, "heartcatchers");
    play_by_replies(false);
    assert_null(strstr(club_seen(&club, CLUB_CID), "don't"));
    standin_expect_clean(club.discord);
}

/* Its text comes only where it mentions the bot, by the switch beside it. */
static test_case(without_the_intent_a_reply_that_mentions_is_heard)
{
    char text[80];
    close_club(NULL);
    open_with(&(struct standin_options){.has_no_message_content = true});
    snprintf(text, sizeof text, "<@%" PRIu64 "> play heartcatchers",
             standin_bot_user(club.discord));
    club_say(&club, CLUB_ANN, text);
    uint64_t opening = newest();
    reply(CLUB_BOB, opening, "join", false);
    assert_int_equal(standin_last(club.discord, club.games, STANDIN_EVERYONE)->author,
                     club.people[CLUB_BOB]);
    reply(CLUB_BOB, opening, "join", true);
    club_wait(&club, 15 * SECOND);
    play_by_replies(true);
    /* nothing was learned about other messages */
    club_expect(club_seen(&club, CLUB_CID), ": /move");
    standin_expect_clean(club.discord);
}

/* With `content = "no"` a prefix is for other bots, but a reply is for us. */
static test_case(where_no_prefix_is_heard_a_reply_is)
{
    struct discord_setup setup = club_setup(&club);
    club_begin(&club, "heartcatchers");
    setup.content = DISCORD_CONTENT_NO;
    discord_change(club.bot, &setup);
    club_wait(&club, 10 * SECOND);
    club_say(&club, CLUB_ANN, "!hide d them1");
    assert_int_equal(standin_last(club.discord, club.games, STANDIN_EVERYONE)->author,
                     club.people[CLUB_ANN]);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, "ann hides"));
    free(text);
    const struct standin_message *messages[64];
    int count = standin_messages(club.discord, club.games, STANDIN_EVERYONE, messages, 64);
    reply(CLUB_ANN, messages[count - 2]->id, "!hide d them1", true);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    standin_expect_clean(club.discord);
}

/* Any message of ours is, the oldest and the answer to a command, also where no table is yet. */
static test_case(a_reply_to_any_message_of_ours_is_heard)
{
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!games");
    club_wait(&club, 3 * SECOND);
    uint64_t games = newest();
    reply(CLUB_ANN, games, "play heartcatchers", false);
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
    uint64_t press = standin_slash(club.discord, club.people[CLUB_BOB], club.games, "table join");
    club_wait(&club, 15 * SECOND);
    reply(CLUB_ANN, standin_interaction(club.discord, press)->message, "hide d them1", false);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    reply(CLUB_BOB, games, "hide d them1", false);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=bob>");
    standin_expect_clean(club.discord);
}

/* Replies to people, to another bot that hosts games and to a deleted message, and replies that
   programs write. */
static test_case(a_reply_to_anybody_else_is_not_heard)
{
    const uint64_t ann = club.people[CLUB_ANN],
                   other_bot = standin_user(club.discord, "cardhost", NULL);
    club_begin(&club, "heartcatchers");
    uint64_t board = newest();
    uint64_t by_person =
        standin_say(club.discord, club.people[CLUB_DAN], club.games, "your turn, ann");
    uint64_t by_bot = standin_say_oddly(
        club.discord, other_bot, club.games, "ann is to move",
        json_pack("{s:{s:s, s:s, s:b}}", "author", "id", "77", "username", "cardhost", "bot", 1));
    uint64_t by_webhook = standin_say_oddly(club.discord, other_bot, club.games, "ann is to move",
                                            json_pack("{s:s}", "webhook_id", "78"));
    uint64_t deleted = standin_slash(club.discord, ann, club.games, "table board");
    club_wait(&club, 3 * SECOND);
    deleted = standin_interaction(club.discord, deleted)->message;
    standin_delete(club.discord, deleted);
    club_wait(&club, 70 * SECOND);
    standin_mark(club.discord);
    const uint64_t others[] = {by_person, by_bot, by_webhook, deleted};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (int pings = 0; pings < 2; pings++)
            reply(CLUB_ANN, others[i], "hide d them1", pings);
    reply(CLUB_ANN, board, "", true); /* a picture */
    standin_say_oddly(club.discord, other_bot, club.games, "hide d them1",
                      json_pack("{s:i, s:{s:s, s:s, s:b}, s:{s:s, s:{s:o}}}", "type", 19, "author",
                                "id", "77", "username", "cardhost", "bot", 1, "referenced_message",
                                "id", "5", "author", "id",
                                json_sprintf("%" PRIu64, standin_bot_user(club.discord))));
    club_wait(&club, 5 * SECOND);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, "ann hides"));
    free(text);
    assert_int_equal(club_posts(&club), 0);
    reply(CLUB_ANN, board, "hide d them1", true);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    standin_expect_clean(club.discord);
}

/* Of what was said while nobody listened, too. */
static test_case(a_reply_that_was_missed_is_heard)
{
    club_begin(&club, "heartcatchers");
    uint64_t board = newest();
    standin_away(club.discord, true);
    club_wait(&club, 2 * 60 * SECOND);
    standin_reply(club.discord, club.people[CLUB_ANN], board, "hide d them1", false);
    club_wait(&club, SECOND);
    standin_away(club.discord, false);
    club_wait(&club, 3 * 60 * SECOND);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, "<HIDES_A_CARD who=ann>");
    free(text);
    standin_expect_clean(club.discord);
}

/* ---- what is parsed at all ---- */

/* As a gateway sends a reply in a channel without a table: small ones are read as they are,
   others sieved. */
static size_t reply_as_sent(char *bytes, size_t size, const char *author, const char *more,
                            bool is_sieved)
{
    char text[2048];
    int length = snprintf(
        text, sizeof text,
        "{\"id\":\"60\",\"type\":19,\"channel_id\":\"51\",\"guild_id\":\"41\",\"author\":{\"id\":\"7\",\"username\":"
        "\"ann\"},\"member\":{\"roles\":[]},\"mentions\":[{\"id\":\"900\"},{\"id\":\"901\"}],\"content\":\"draw\","
        "\"referenced_message\":{%s\"content\":\"\\\"author\\\":{\\\"id\\\":\\\"900\\\"}\",\"author\":{\"username\":\"a "
        "bot\",\"avatar\":null,\"id\":\"%s\"},\"mentions\":[{\"id\":\"900\"}],\"embeds\":[{\"author\":{\"id\":\"900\"}}],"
        "\"components\":[{\"type\":1}],\"id\":\"59\",\"reactions\":[]}}",
        more, author);
    assert_in_range(length, 1, (int)sizeof text - 1);
    if (!is_sieved) {
        snprintf(bytes, size, "%s", text);
        return (size_t)length;
    }
    struct sieve sieve = {.unread = discord_unread};
    sieve_put(&sieve, text, (size_t)length);
    assert_false(sieve_is_lost(&sieve));
    assert_in_range(sieve.kept.length, 1, size - 1);
    memcpy(bytes, sieve.kept.at, sieve.kept.length);
    bytes[sieve.kept.length] = '\0';
    length = (int)sieve.kept.length;
    sieve_fini(&sieve);
    return (size_t)length;
}

/* Two applications hear the same channel: each reply is parsed by the one whose message is
   answered, and by no other. */
static test_case(only_a_reply_to_us_is_parsed_elsewhere)
{
    static const char *const users[] = {"900", "901"};
    static const char *const before[] = {
        "", "\"mentions\":[{\"id\":\"900\",\"username\":\"x\"}],",
        "\"interaction\":{\"user\":{\"id\":\"900\"}},",
        "\"embeds\":[{\"author\":{\"id\":\"900\"}}],\"thread\":{\"author\":{\"id\":\"901\"}},"};
    struct discord_setup setup = club_setup(&club);
    setup.title = "other";
    struct adapter *second = discord_new(&setup);
    struct discord *both[] = {(struct discord *)club.bot, (struct discord *)second};
    char bytes[2048];
    for (size_t i = 0; i < 2; i++)
        snprintf(both[i]->user, sizeof both[i]->user, "%s", users[i]);
    for (size_t form = 0; form < sizeof before / sizeof *before; form++)
        for (size_t author = 0; author < 6; author++) {
            bool is_sieved = author >= 3;
            const char *answered = author % 3 < 2 ? users[author % 3] : "9000";
            size_t length = reply_as_sent(bytes, sizeof bytes, answered, before[form], is_sieved);
            /* nothing but ids is kept of what is answered */
            assert_true(!is_sieved || !strstr(bytes, "a bot"));
            assert_true(!is_sieved || !strstr(bytes, "components"));
            for (size_t i = 0; i < 2; i++)
                if (hear_wants(both[i], bytes, length) != (i == author % 3))
                    fail_msg("application %s, answered %s: %s", users[i], answered, bytes);
        }
    second->ops->free(second);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_reply_to_the_board_is_a_move),
        test(without_the_intent_a_reply_that_mentions_is_heard),
        test(where_no_prefix_is_heard_a_reply_is),
        test(a_reply_to_any_message_of_ours_is_heard),
        test(a_reply_to_anybody_else_is_not_heard),
        test(a_reply_that_was_missed_is_heard),
        test(only_a_reply_to_us_is_parsed_elsewhere),
    };
    return cmocka_run_group_tests_name("replies on Discord", tests, NULL, NULL);
}
