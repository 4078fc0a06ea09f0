/* Restarts and kills of the bot on Discord, lost connections, presses that come again or late, and
   a token that dies: what people see of them. The numbers behind "conformance" are those of the
   list of what a well-behaved bot does. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "club.h"
#include "discord.h"
#include "host.h"
#include "in_words.h"
#include "loop.h"
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

/* conformance 25 */
static test_case(a_restart_resumes_and_the_table_is_back)
{
    club_begin(&club, "heartcatchers");
    int identifies = standin_identifies_left(club.discord);
    club_stop(&club);
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!hide d them1");
    club_start(&club);
    club_wait(&club, 10000);
    assert_int_equal(standin_identifies_left(club.discord), identifies);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    standin_expect_clean(club.discord);
}

/* Not one message that we are back and then another with the move. */
static test_case(a_table_that_is_back_tells_what_was_missed_at_once)
{
    club_begin(&club, "heartcatchers");
    club_kill(&club);
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!hide d them1");
    standin_mark(club.discord);
    club_start(&club);
    club_wait(&club, 10000);
    const char *board =
        standin_content(standin_last(club.discord, club.games, club.people[CLUB_CID]));
    club_expect(board, "<RECOVERED_1>");
    club_expect(board, "<HIDES_A_CARD who=ann>");
    assert_int_equal(club_posts(&club), 2); /* the room, and bob's hand */
    standin_expect_clean(club.discord);
}

/* What the process before has sent in its last second counts, too. */
static test_case(a_restart_begins_slowly)
{
    /* each waits at a table, which will say so */
    for (int person = 0; person < CLUB_PEOPLE; person++) {
        standin_say(club.discord, club.people[person],
                    standin_channel(club.discord, club.guild, "table"), "!play heartcatchers");
        club_wait(&club, 5000);
    }
    club_kill(&club);
    standin_mark(club.discord);
    club_start(&club);
    club_wait(&club, 1000);
    assert_in_range(standin_count(club.discord, STANDIN_REQUEST, NULL), 1, 5);
    club_wait(&club, 1000);
    assert_true(standin_count(club.discord, STANDIN_REQUEST, NULL) > 5);
}

/* Without READY and GUILD_CREATE, which a resumed session does not bring. */
static test_case(a_restart_that_resumes_knows_its_rooms_and_itself)
{
    char said[80];
    club_begin(&club, "heartcatchers");
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 10000);
    club_expect(club_seen(&club, CLUB_CID), "<RECOVERED_1>");
    snprintf(said, sizeof said, "<@%llu> hide d them1",
             (unsigned long long)standin_bot_user(club.discord));
    club_say(&club, CLUB_ANN, said);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
}

static const struct standin_message *last_letter(int person)
{
    uint64_t user = club.people[person];
    return standin_last(club.discord, standin_dm_if_open(club.discord, user), user);
}

/* The last row of a letter whose first id begins with one of these: that, or the first option. */
static uint64_t press_one(int person, const struct standin_message *letter, const char *letters)
{
    uint64_t user = club.people[person];
    const json_t *rows = json_object_get(letter->body, "components");
    for (size_t i = json_array_size(rows); i-- > 0;) {
        const json_t *part =
            json_array_get(json_object_get(json_array_get(rows, i), "components"), 0);
        const char *id = json_string_value(json_object_get(part, "custom_id"));
        const json_t *option = json_array_get(json_object_get(part, "options"), 0);
        if (!strchr(letters, *id))
            continue;
        return option ? standin_select(club.discord, user, letter->id, id,
                                       json_string_value(json_object_get(option, "value")))
                      : standin_press(club.discord, user, letter->id, id);
    }
    return 0;
}

/* Its first card is hidden. */
static uint64_t press_hide(int person, const struct standin_message *letter)
{
    assert_int_not_equal(press_one(person, letter, "c"), 0);
    club_wait(&club, 1500);
    return press_one(person, letter, "kl");
}

/* What was answered before a kill comes again after it: the answer is edited, and nobody is
   written to for it. */
static test_case(a_press_that_comes_again_is_answered_where_it_was)
{
    club_begin(&club, "heartcatchers");
    uint64_t choice = press_hide(CLUB_ANN, last_letter(CLUB_ANN));
    assert_int_not_equal(choice, 0);
    club_wait(&club, 1500);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    standin_mark(club.discord);
    club_kill(&club);
    standin_repeat_interaction(club.discord, choice);
    club_start(&club);
    club_wait(&club, 10000);
    assert_int_equal(
        standin_count(club.discord, STANDIN_REQUEST, "POST /interactions/{}/{}/callback"), 1);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "PATCH /webhooks/*"), 1);
    assert_int_equal(club_posts(&club), 1); /* that it is back */
}

/* Somebody presses in an older letter than the last: that one must not go on offering what is
   played. */
/* A menu of a message from before: nothing is played, and the hand of now stands below the
   sentence. */
static test_case(an_old_hand_is_out_of_date_and_becomes_the_fresh_one)
{
    club_begin(&club, "heartcatchers");
    const struct standin_message *older = last_letter(CLUB_ANN);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_say(&club, CLUB_BOB, "!hide d them1");
    int decided = standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages");
    standin_forge(club.discord, club.people[CLUB_ANN], older->id, "k1.0.0:hide d them1", NULL);
    club_wait(&club, 2000);
    club_expect(standin_content(older), "<PRESS_STALE_1>");
    club_expect(standin_content(older), "<HAND_1>");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages"),
                     decided);
    /* what stands there now can be played */
    assert_int_not_equal(press_hide(CLUB_ANN, older), 0);
    club_wait(&club, 2000);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages"),
                     decided + 2);
    standin_expect_clean(club.discord);
}

static test_case(the_last_letter_has_the_newest_hand)
{
    club_begin(&club, "heartcatchers");
    const struct standin_message *older = last_letter(CLUB_ANN);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_say(&club, CLUB_BOB, "!hide d them1");
    const struct standin_message *newer = last_letter(CLUB_ANN);
    assert_ptr_not_equal(older, newer);
    club_expect(standin_content(newer), "<OFFER_1>");
    static const char *const presses[] = {"r1:0:", "v1:0:hide"};
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        standin_press(club.discord, club.people[CLUB_ANN], older->id, presses[i]);
        club_wait(&club, 1000);
    }
    assert_int_not_equal(press_hide(CLUB_ANN, older), 0);
    club_wait(&club, 1500);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    assert_ptr_equal(last_letter(CLUB_ANN), newer);
    club_expect(standin_content(last_letter(CLUB_ANN)), "<YOU_DRAW>");
    assert_null(strstr(standin_content(last_letter(CLUB_ANN)), in_words("<OFFER_1>")));
}

/* conformance 9: killed again and again where sessions are not resumed. Who plays between the
   kills need not wait for long. */
static test_case(kills_between_moves_are_no_crash_loop)
{
    club_begin(&club, "heartcatchers");
    for (int kill = 0; kill < 10; kill++) {
        club_kill(&club);
        standin_refuse_resumes(club.discord, 1, 0);
        club_start(&club);
        club_wait(&club, 15000);
        standin_mark(club.discord);
        club_say(&club, kill % 2 ? CLUB_BOB : CLUB_ANN, "!hide d them1");
        club_expect(club_seen(&club, CLUB_CID),
                    kill % 2 ? "<HIDES_A_CARD who=bob>" : "<HIDES_A_CARD who=ann>");
    }
    standin_expect_clean(club.discord);
}

/* conformance 9, for everything that people see of it */
static test_case(a_hundred_restarts_are_quiet)
{
    club_begin(&club, "heartcatchers");
    int identifies = standin_identifies_left(club.discord);
    for (int restart = 0; restart < 100; restart++) {
        club_kill(&club);
        club_start(&club);
        club_wait(&club, 6000);
    }
    club_expect(club_seen(&club, CLUB_CID), "<RECOVERED_1>");
    club_expect(club_letter(&club, CLUB_ANN), "<HAND_1>");
    assert_int_equal(standin_identifies_left(club.discord), identifies);
    assert_int_equal(club_posts(&club), 1); /* that it is back; the hands stand where they stood */
    standin_expect_clean(club.discord);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    club_say(&club, CLUB_BOB, "!hide d them1");
    club_expect(club_letter(&club, CLUB_ANN), "<YOU_DRAW>");
}

/* The hand is the same as before the restart, but it is told for what they said after it. */
static test_case(who_comes_back_after_a_restart_is_told_the_hand)
{
    club_begin(&club, "heartcatchers");
    club_say(&club, CLUB_BOB, "!leave");
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 6000);
    standin_mark(club.discord);
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 6000);
    club_expect(club_seen(&club, CLUB_CID), "<RETURNED_1 who=bob>");
    assert_int_equal(club_posts(&club) + club_edits(&club), 2); /* the room and the hand */
}

static test_case(whose_word_counts_is_learned_again_after_a_resumed_restart)
{
    standin_set_owner(club.discord, club.guild, club.people[CLUB_CID]);
    club_begin(&club, "heartcatchers");
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5000);
    club_say(&club, CLUB_CID, "!board");
    club_say(&club, CLUB_CID, "!stop yes");
    assert_int_equal(club_table_count(&club), 0);
    standin_expect_clean(club.discord);
}

/* conformance 16 */
static bool status_says(const char *line)
{
    char bytes[1024];
    struct text text = text_over(bytes, sizeof bytes);
    club.bot->ops->status(club.bot, &text);
    return strstr(bytes, line) != NULL;
}

/* Nothing that waits is lost meanwhile, and the same token may be good again. */
static void a_dead_token_rests_until_it_is_woken(void **state)
{
    (void)state;
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    assert_true(status_says("state=up\n"));
    standin_revoke_token(club.discord);
    standin_close(club.discord, 0, 4004);
    club_wait(&club, 5000);
    club_expect(club.failed, "token");
    assert_null(strstr(club.failed, STANDIN_TOKEN));
    assert_true(status_says("state=resting"));
    assert_true(status_says("why=Discord refuses the bot's token"));
    club_wait(&club, 240000);
    standin_restore_token(club.discord);
    club.failed[0] = '\0';
    struct discord_setup setup = club_setup(&club);
    discord_change(club.bot, &setup);
    club_wait(&club, 60000);
    assert_true(status_says("state=up\n"));
    assert_string_equal(club.failed, "");
    club_say(&club, CLUB_BOB, "!join");
    club_expect(club_seen(&club, CLUB_ANN), "ann and bob play");
}

/* conformance 65 */
static test_case(after_a_new_session_each_table_is_looked_after_once)
{
    club_begin(&club, "heartcatchers");
    standin_invalidate(club.discord, 0, false);
    club_wait(&club, 20000);
    assert_true(standin_is_ready(club.discord, 0));
    assert_int_equal(club_edits(&club) + club_posts(&club), 1);
    standin_expect_clean(club.discord);
}

/* conformance 10, 11 */
static test_case(a_lost_connection_loses_no_move)
{
    club_begin(&club, "heartcatchers");
    standin_drop(club.discord, 0);
    standin_say(club.discord, club.people[CLUB_ANN], club.games, "!hide d them1");
    club_wait(&club, 10000);
    club_expect(club_seen(&club, CLUB_CID), "<HIDES_A_CARD who=ann>");
    standin_expect_clean(club.discord);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_restart_resumes_and_the_table_is_back),
        test(a_table_that_is_back_tells_what_was_missed_at_once),
        test(a_restart_begins_slowly),
        test(a_restart_that_resumes_knows_its_rooms_and_itself),
        test(a_press_that_comes_again_is_answered_where_it_was),
        test(an_old_hand_is_out_of_date_and_becomes_the_fresh_one),
        test(the_last_letter_has_the_newest_hand),
        test(kills_between_moves_are_no_crash_loop),
        test(a_hundred_restarts_are_quiet),
        test(who_comes_back_after_a_restart_is_told_the_hand),
        test(whose_word_counts_is_learned_again_after_a_resumed_restart),
        test(a_dead_token_rests_until_it_is_woken),
        test(after_a_new_session_each_table_is_looked_after_once),
        test(a_lost_connection_loses_no_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
