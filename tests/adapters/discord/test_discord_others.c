/* What other servers that speak Discord's language do otherwise, one difference a test. Whole
   games on the oddest of them are test_discord_games.c's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "testing.h"

static struct club club;

static void open_club(const struct standin_options *options)
{
    club_open(&club, options);
    assert_true(standin_is_ready(club.discord, 0));
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

/* ---- what can be read ---- */

/* The application has no flag for it and the bot did not ask, but the text of messages is there. */
static test_case(where_text_comes_unasked_commands_are_shown_as_they_are_typed)
{
    open_club(
        &(struct standin_options){.has_no_message_content = true, .sends_content_anyway = true});
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "**!join**");
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 5000);
    club_say(&club, CLUB_BOB, "!board");
    club_expect(club_seen(&club, CLUB_CID), "**!join**"); /* not learned anew: kept */
    standin_expect_clean(club.discord);
}

/* On Discord a message that mentions the bot comes with its text, and says nothing of others. */
static test_case(a_mention_proves_nothing_about_other_messages)
{
    open_club(&(struct standin_options){.has_no_message_content = true});
    char text[80];
    snprintf(text, sizeof text, "!play heartcatchers <@%llu>",
             (unsigned long long)standin_bot_user(club.discord));
    club_say(&club, CLUB_ANN, text);
    snprintf(text, sizeof text, "<@%llu> play heartcatchers",
             (unsigned long long)standin_bot_user(club.discord));
    club_say(&club, CLUB_ANN, text);
    club_expect(club_seen(&club, CLUB_CID), "</table join:");
    standin_expect_clean(club.discord);
}

/* ---- where a message was written ---- */

static int questions(void)
{
    return standin_count(club.discord, STANDIN_REQUEST, "GET /channels/{}");
}

static test_case(a_private_message_without_its_channels_type_is_heard)
{
    open_club(&(struct standin_options){.hides_channel_types = true});
    standin_speak_oddly(club.discord, true, false); /* guild_id: null */
    standin_mark(club.discord);
    club_tell(&club, CLUB_CID, "games");
    club_expect(club_letter(&club, CLUB_CID), "Coloretto");
    assert_int_equal(questions(), 1);
    club_tell(&club, CLUB_CID, "help");
    club_expect(club_letter(&club, CLUB_CID), "**play**");
    assert_int_equal(questions(), 1); /* known by now */
    standin_expect_clean(club.discord);
}

/* A conversation of several people is no place for a hand. */
static test_case(a_message_in_a_channel_that_is_none_of_two_is_not_private)
{
    open_club(&(struct standin_options){.hides_channel_types = true});
    standin_mark(club.discord);
    char id[24], channel[24];
    snprintf(id, sizeof id, "%llu", (unsigned long long)club.people[CLUB_ANN]);
    snprintf(channel, sizeof channel, "%llu", (unsigned long long)club.games);
    standin_dispatch(club.discord, 0, "MESSAGE_CREATE",
                     json_pack("{s:s, s:s, s:n, s:s, s:i, s:{s:s, s:s}}", "id",
                               "1456074443980899999", "channel_id", channel, "guild_id", "content",
                               "play heartcatchers", "type", 0, "author", "id", id, "username",
                               "ann"));
    club_wait(&club, 3000);
    assert_int_equal(questions(), 1);
    assert_int_equal(club_table_count(&club), 0);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST *"), 0);
    standin_expect_clean(club.discord);
}

/* ---- commands ---- */

static test_case(commands_are_there_without_autocomplete)
{
    open_club(&(struct standin_options){.has_no_autocomplete = true});
    assert_true(json_array_size(standin_commands(club.discord)) > 10);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "PUT /applications/{}/commands"),
                     2);
    assert_int_not_equal(
        standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:heartcatchers"),
        0);
    club_wait(&club, 3000);
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
    standin_expect_clean(club.discord);
}

/* ---- errors without Discord's codes ---- */

static void begin(void)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 3000);
    standin_mark(club.discord);
}

static test_case(a_right_that_is_missing_is_told_by_the_status_alone)
{
    open_club(&(struct standin_options){.has_no_codes = true});
    begin();
    standin_set_rights(club.discord, club.games, STANDIN_VIEW);
    club_tell(&club, CLUB_ANN, "hide d them1");
    club_wait(&club, 60000);
    char *letters = standin_received(club.discord, club.people[CLUB_ANN], 0);
    club_expect(letters, "<DISCORD_ROOM_LOST_FORBIDDEN_1>");
    free(letters);
    assert_int_equal(club_table_count(&club), 1);
    assert_true(standin_invalid_requests(club.discord) <= 2);
}

static test_case(a_message_that_is_missing_is_said_anew_by_the_status_alone)
{
    open_club(&(struct standin_options){.has_no_codes = true});
    club_say(&club, CLUB_ANN, "!play coloretto");
    standin_mark(club.discord);
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = "PATCH /channels/{}/messages/{}",
                                                        .status = 404,
                                                        .code = 10008});
    club_tell(&club, CLUB_ANN, "options match=4");
    club_wait(&club, 5000);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages"), 1);
    club_expect(club_seen(&club, CLUB_CID), "match=4");
    standin_expect_clean(club.discord);
}

static test_case(private_messages_that_are_refused_are_told_by_the_status_alone)
{
    open_club(&(struct standin_options){.has_no_codes = true});
    begin();
    standin_refuse_dms(club.discord, club.people[CLUB_BOB], true);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_wait(&club, 5000);
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    club_expect(text, "**bob**: <DISCORD_DM_REFUSED_HAND_2>");
    free(text);
}

/* ---- nonces that nobody goes by ---- */

/* A move in the letter before the last: so the last one is edited. */
static void move_in_older_letter(int person)
{
    const struct standin_message *all[64];
    uint64_t user = club.people[person], dm = standin_dm_if_open(club.discord, user);
    int count = standin_messages(club.discord, dm, user, all, 64);
    standin_forge(club.discord, user, all[count - 2]->id, "k1.1.0:hide d them1", NULL);
}

/* Board and hand are posted, and the answers say that they are not: they came back by the
   gateway, so they are not said twice. What was learned of them serves for what comes next. */
static test_case(what_came_back_is_not_said_again)
{
    open_club(&(struct standin_options){.forgets_nonces = true});
    begin();
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS_AFTER,
                                                        .route = "POST /channels/{}/messages",
                                                        .times = 2,
                                                        .status = 500});
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_wait(&club, 20000);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    club_expect(club_letter(&club, CLUB_BOB), "<OFFER_1>");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages"), 2);
    move_in_older_letter(CLUB_BOB);
    club_wait(&club, 5000);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=bob>");
    /* an edit */
    club_expect(club_letter(&club, CLUB_BOB), "<YOU_DRAW>");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "PATCH /channels/{}/messages/{}"),
                     1);
    standin_expect_clean(club.discord);
}

/* ---- answers that are never taken ---- */

static test_case(what_is_asked_is_answered_where_no_answer_is_taken)
{
    open_club(NULL);
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 3000);
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                          .route = "POST /interactions/{}/{}/callback",
                                          .times = STANDIN_EVERY});
    /* who was never written to */
    standin_slash(club.discord, club.people[CLUB_CID], club.games, "games");
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "hand");
    club_wait(&club, 10000);
    club_expect(club_letter(&club, CLUB_CID), "Coloretto");
    club_expect(club_letter(&club, CLUB_ANN), "<HAND_1>");
    standin_expect_clean(club.discord);
}

#define test(function) cmocka_unit_test_teardown(function, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(where_text_comes_unasked_commands_are_shown_as_they_are_typed),
        test(a_mention_proves_nothing_about_other_messages),
        test(a_private_message_without_its_channels_type_is_heard),
        test(a_message_in_a_channel_that_is_none_of_two_is_not_private),
        test(commands_are_there_without_autocomplete),
        test(a_right_that_is_missing_is_told_by_the_status_alone),
        test(a_message_that_is_missing_is_said_anew_by_the_status_alone),
        test(private_messages_that_are_refused_are_told_by_the_status_alone),
        test(what_came_back_is_not_said_again),
        test(what_is_asked_is_answered_where_no_answer_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
