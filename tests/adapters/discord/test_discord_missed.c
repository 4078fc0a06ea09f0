/* What people said while the bot was not told: it is asked for, heard once, in order, and judged
   as it would have been. And what comes at once is not judged before the rank of its author is
   known. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "in_words.h"
#include "loop.h"
#include "testing.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, SESSION_MS = MINUTE };

static const char history[] = "GET /channels/{}/messages";

static struct club club;

static void open_with(const struct standin_options *options)
{
    club_open(&club, options);
    assert_true(standin_is_ready(club.discord, 0));
}

static test_fixture(open_club)
{
    open_with(&(struct standin_options){.session_life = SESSION_MS});
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static void begin(void)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 3 * SECOND);
    standin_mark(club.discord);
}

static void say(int person, const char *text)
{
    standin_say(club.discord, club.people[person], club.games, text);
}

static void mention(int person, const char *text)
{
    char said[128];
    snprintf(said, sizeof said, "<@%" PRIu64 "> %s", standin_bot_user(club.discord), text);
    say(person, said);
}

/* The session is over; what is said until the next one comes to nobody. */
static void lose_session(void)
{
    standin_invalidate(club.discord, 0, false);
}

/* The program ends, for longer than Discord keeps a session. */
static void be_away(void)
{
    club_stop(&club);
    club_wait(&club, 2 * SESSION_MS);
}

static void be_back(void)
{
    club_start(&club);
    club_wait(&club, 20 * SECOND);
    assert_true(standin_is_ready(club.discord, 0));
}

static int asked(void)
{
    return standin_count(club.discord, STANDIN_REQUEST, history);
}

/* How many messages that everybody sees hold these words now. */
static int told(const char *words)
{
    enum { LOOKED_AT = 400 };
    static const struct standin_message *messages[LOOKED_AT];
    int count = standin_messages(club.discord, club.games, STANDIN_EVERYONE, messages, LOOKED_AT),
        found = 0;
    words = in_words(words);
    for (int i = 0; i < count && i < LOOKED_AT; i++)
        for (const char *at = standin_content(messages[i]); (at = strstr(at, words)); at++)
            found++;
    return found;
}

static int letters_to(int person)
{
    uint64_t user = club.people[person], dm = standin_dm_if_open(club.discord, user);
    return dm ? standin_messages(club.discord, dm, user, NULL, 0) : 0;
}

static void expect_told(const char *words, int times)
{
    if (told(words) != times)
        fail_msg("\"%s\" is told %d times and not %d; last: %s", words, told(words), times,
                 club_seen(&club, CLUB_CID));
}

/* ---- brought ---- */

static test_case(what_was_said_between_two_sessions_is_heard_once_in_order)
{
    begin();
    lose_session();
    say(CLUB_CID, "this is talk");
    say(CLUB_ANN, "!hide d them1");
    say(CLUB_BOB, "!hide d them1");
    club_wait(&club, 20 * SECOND);
    expect_told("ann hides a card", 1);
    expect_told("bob hides a card", 1);
    lose_session();
    club_wait(&club, 20 * SECOND);
    expect_told("ann hides a card", 1);
    expect_told("bob hides a card", 1);
    standin_expect_clean(club.discord);
}

/* A page of such messages is more than an answer may be: it is asked for in smaller ones. */
static test_case(nothing_is_missed_among_the_longest_messages)
{
    enum { LONGEST = 2000, MANY = 100, AT = 4 };
    static const char wide[AT + 1] = "\U0001f600";
    char longest[LONGEST * AT + 1] = "";
    for (int i = 0; i < LONGEST; i++)
        memcpy(longest + i * AT, wide, AT);
    begin();
    lose_session();
    for (int i = 0; i < MANY; i++) {
        say(CLUB_CID, longest);
        if (i == MANY / 2)
            say(CLUB_ANN, "!hide d them1");
    }
    say(CLUB_BOB, "!hide d them1");
    club_wait(&club, 40 * SECOND);
    expect_told("ann hides a card", 1);
    expect_told("bob hides a card", 1);
    assert_in_range(asked(), 4, 12);
    standin_expect_clean(club.discord);
}

static test_case(what_was_said_in_private_is_heard)
{
    begin();
    lose_session();
    standin_say(club.discord, club.people[CLUB_ANN],
                standin_dm(club.discord, club.people[CLUB_ANN]), "hide d them1");
    club_wait(&club, 20 * SECOND);
    expect_told("ann hides a card", 1);
    assert_int_equal(asked(), 3); /* the room, and two who sit there */
    standin_expect_clean(club.discord);
}

/* Who takes no messages from us may still write to us. */
static test_case(a_closed_private_channel_is_read)
{
    uint64_t dm = standin_dm(club.discord, club.people[CLUB_ANN]);
    begin();
    standin_refuse_dms(club.discord, club.people[CLUB_ANN], true);
    club_tell(&club, CLUB_ANN, "hand");
    be_away();
    standin_say(club.discord, club.people[CLUB_ANN], dm, "hide d them1");
    be_back();
    expect_told("ann hides a card", 1);
    lose_session();
    standin_say(club.discord, club.people[CLUB_ANN], dm, "stop yes");
    club_wait(&club, 20 * SECOND);
    club_say(&club, CLUB_BOB, "!stop yes");
    club_wait(&club, 20 * SECOND);
    assert_int_equal(club_table_count(&club), 0);
    standin_expect_clean(club.discord);
}

static test_case(a_newer_message_waits_for_older_ones)
{
    begin();
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_SLOW,
                                                        .route = history,
                                                        .id = club.games,
                                                        .ms = 5 * SECOND});
    lose_session();
    say(CLUB_ANN, "!hide d them1");
    for (int i = 0; i < 100 && asked() == 0; i++)
        club_wait(&club, 100);
    say(CLUB_BOB, "!hide d them1"); /* not before ann has moved */
    club_wait(&club, 2 * SECOND);
    expect_told("hides a card", 0);
    club_wait(&club, 20 * SECOND);
    expect_told("ann hides a card", 1);
    expect_told("bob hides a card", 1);
    standin_expect_clean(club.discord);
}

static test_case(many_messages_are_read_page_by_page)
{
    begin();
    lose_session();
    for (int i = 0; i < 250; i++)
        say(CLUB_CID, "talk, talk, talk");
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, 30 * SECOND);
    expect_told("ann hides a card", 1);
    standin_expect_clean(club.discord);
}

static test_case(an_outage_loses_nothing)
{
    begin();
    standin_set_available(club.discord, club.guild, false);
    club_wait(&club, 5 * SECOND);
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, MINUTE);
    assert_int_equal(asked(), 0);
    standin_set_available(club.discord, club.guild, true);
    club_wait(&club, 10 * SECOND);
    expect_told("ann hides a card", 1);
    standin_expect_clean(club.discord);
}

static test_case(without_the_intent_mentions_are_brought)
{
    close_club(NULL);
    open_with(&(struct standin_options){.has_no_message_content = true});
    mention(CLUB_ANN, "play heartcatchers");
    club_wait(&club, 2 * SECOND);
    mention(CLUB_BOB, "join");
    club_wait(&club, 3 * SECOND);
    lose_session();
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, 20 * SECOND);
    expect_told("hides a card", 0);
    lose_session();
    mention(CLUB_ANN, "hide d them1");
    club_wait(&club, 20 * SECOND);
    expect_told("ann hides a card", 1);
    standin_expect_clean(club.discord);
}

/* ---- after a restart ---- */

static test_case(a_restart_after_the_end_of_the_session_loses_nothing)
{
    begin();
    club_tell(&club, CLUB_CID, "games");
    int answers = letters_to(CLUB_CID);
    assert_true(answers > 0);
    be_away();
    say(CLUB_ANN, "!hide d them1");
    say(CLUB_BOB, "!hide d them1");
    be_back();
    expect_told("ann hides a card", 1);
    expect_told("bob hides a card", 1);
    /* what the process before has answered is not brought */
    assert_int_equal(letters_to(CLUB_CID), answers);
    standin_expect_clean(club.discord);
}

static test_case(a_kill_while_it_is_brought_loses_nothing)
{
    begin();
    be_away();
    say(CLUB_ANN, "!hide d them1");
    standin_fault(club.discord, &(struct standin_fault){
                                    .kind = STANDIN_FAULT_SLOW, .route = history, .ms = MINUTE});
    club_start(&club);
    for (int i = 0; i < 200 && asked() == 0; i++)
        club_wait(&club, 100);
    assert_true(asked() > 0);
    club_kill(&club);
    standin_heal(club.discord);
    be_back();
    expect_told("ann hides a card", 1);
}

static test_case(what_was_said_long_ago_is_left)
{
    begin();
    be_away();
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, 16 * MINUTE);
    be_back();
    expect_told("hides a card", 0);
    be_away();
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, 14 * MINUTE);
    be_back();
    expect_told("ann hides a card", 1);
    standin_expect_clean(club.discord);
}

static test_case(what_comes_while_it_stops_is_heard_afterwards)
{
    begin();
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_SLOW, .ms = 3 * SECOND});
    club_say(&club, CLUB_CID, "!games"); /* the stop waits until this is answered */
    say(CLUB_ANN, "!hide d them1");
    club_stop(&club);
    expect_told("hides a card", 0);
    be_back();
    expect_told("ann hides a card", 1);
    standin_expect_clean(club.discord);
}

static test_case(a_resumed_session_asks_for_nothing)
{
    begin();
    club_stop(&club);
    say(CLUB_ANN, "!hide d them1");
    be_back();
    expect_told("ann hides a card", 1);
    assert_int_equal(asked(), 0);
}

/* ---- what cannot be had ---- */

static test_case(what_cannot_be_had_is_left)
{
    static const struct standin_fault faults[] = {
        {.kind = STANDIN_FAULT_STATUS,
         .route = history,
         .times = STANDIN_EVERY,
         .status = 403,
         .code = 50001},
        {.kind = STANDIN_FAULT_STATUS,
         .route = history,
         .times = STANDIN_EVERY,
         .status = 404,
         .code = 10003},
        {.kind = STANDIN_FAULT_STATUS, .route = history, .times = STANDIN_EVERY, .status = 500},
        {.kind = STANDIN_FAULT_BROKEN_JSON, .route = history, .times = STANDIN_EVERY},
    };
    begin();
    club_say(&club, CLUB_ANN, "!options clock=off");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        standin_fault(club.discord, &faults[i]);
        lose_session();
        say(CLUB_ANN, "!hide d them1");
        club_wait(&club, 2 * MINUTE);
        standin_heal(club.discord);
        expect_told("hides a card", 0);
    }
    club_say(&club, CLUB_ANN, "!hide d them1");
    expect_told("ann hides a card", 1);
}

/* Nobody loses a seat because Discord is out: there are ten minutes more, and the table says
   nothing meanwhile. */
static test_case(an_outage_is_not_held_against_anybody)
{
    begin();
    standin_set_available(club.discord, club.guild, false);
    club_wait(&club, 7 * MINUTE);
    standin_set_available(club.discord, club.guild, true);
    club_wait(&club, 5 * SECOND);
    expect_told("<CLOCK_CALL_1>", 0);
    club_say(&club, CLUB_ANN, "!hide d them1");
    expect_told("ann hides a card", 1);
    club_wait(&club, 7 * MINUTE);
    expect_told("<CLOCK_GIVEN_2>", 1); /* for bob, who could have played */
    standin_expect_clean(club.discord);
}

/* What REST tells of a message does not say who its author is there. */
static test_case(who_somebody_is_there_is_asked)
{
    standin_set_nick(club.discord, club.people[CLUB_ANN], "Queenie");
    standin_give_role(club.discord, club.people[CLUB_CID],
                      standin_role(club.discord, club.guild, "stewards", STANDIN_MANAGE_GUILD));
    begin();
    lose_session();
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, 20 * SECOND);
    expect_told("Queenie hides a card", 1);
    expect_told("is now", 0);
    lose_session();
    say(CLUB_DAN, "!stop yes");
    say(CLUB_CID, "!stop yes");
    club_wait(&club, 20 * SECOND);
    assert_int_equal(club_table_count(&club), 0);
    expect_told("cid", 1);
    standin_expect_clean(club.discord);
}

/* ---- the first word after a restart ---- */

/* A resumed session brings no GUILD_CREATE. */
static test_case(the_owner_is_known_at_the_first_word)
{
    standin_set_owner(club.discord, club.guild, club.people[CLUB_CID]);
    begin();
    club_stop(&club);
    be_back();
    club_say(&club, CLUB_CID, "!stop yes");
    assert_int_equal(club_table_count(&club), 0);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "GET /guilds/{}"), 1);
    standin_expect_clean(club.discord);
}

static test_case(who_has_a_role_is_known_at_the_first_word)
{
    standin_give_role(club.discord, club.people[CLUB_CID],
                      standin_role(club.discord, club.guild, "stewards", STANDIN_MANAGE_GUILD));
    begin();
    club_stop(&club);
    be_back();
    say(CLUB_DAN, "!stop yes");
    say(CLUB_CID, "!stop yes");
    club_wait(&club, 3 * SECOND);
    assert_int_equal(club_table_count(&club), 0);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "GET /guilds/{}"), 1);
    standin_expect_clean(club.discord);
}

/* Then nobody commands there, but everybody plays. */
static test_case(where_the_guild_is_not_told_people_still_play)
{
    begin();
    club_stop(&club);
    be_back();
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = "GET /guilds/{}",
                                                        .times = STANDIN_EVERY,
                                                        .status = 500});
    say(CLUB_ANN, "!hide d them1");
    say(CLUB_BOB, "!hide d them1");
    club_wait(&club, MINUTE);
    expect_told("ann hides a card", 1);
    expect_told("bob hides a card", 1);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(what_was_said_between_two_sessions_is_heard_once_in_order),
        test(nothing_is_missed_among_the_longest_messages),
        test(what_was_said_in_private_is_heard),
        test(a_closed_private_channel_is_read),
        test(a_newer_message_waits_for_older_ones),
        test(many_messages_are_read_page_by_page),
        test(an_outage_loses_nothing),
        test(without_the_intent_mentions_are_brought),
        test(a_restart_after_the_end_of_the_session_loses_nothing),
        test(a_kill_while_it_is_brought_loses_nothing),
        test(what_was_said_long_ago_is_left),
        test(what_comes_while_it_stops_is_heard_afterwards),
        test(a_resumed_session_asks_for_nothing),
        test(what_cannot_be_had_is_left),
        test(an_outage_is_not_held_against_anybody),
        test(who_somebody_is_there_is_asked),
        test(the_owner_is_known_at_the_first_word),
        test(who_has_a_role_is_known_at_the_first_word),
        test(where_the_guild_is_not_told_people_still_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
