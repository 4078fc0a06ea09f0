/* What Discord refuses, and what people do not expect: old messages, private channels, deleted
   threads, whose word counts, names of every width, secrets and the log. The numbers behind
   "conformance" are those of docs/discord-conformance.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapter.h"
#include "club.h"
#include "evening.h"
#include "host.h"
#include "in_words.h"
#include "log.h"
#include "loop.h"
#include "testing.h"
#include "text.h"

enum { CODE_OLD_EDITS = 30046, MANAGE_GUILD = 1 << 5 };

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

static int count(const char *route)
{
    return standin_count(club.discord, STANDIN_REQUEST, route);
}

/* conformance 44 */
static void an_edit_that_is_refused_as_too_old_becomes_a_new_message(void **state)
{
    (void)state;
    club_say(&club, CLUB_ANN, "!play coloretto");
    standin_mark(club.discord);
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = "PATCH /channels/{}/messages/{}",
                                                        .times = STANDIN_EVERY,
                                                        .status = 400,
                                                        .code = CODE_OLD_EDITS});
    club_tell(&club, CLUB_ANN, "options match=4");
    club_wait(&club, 20000);
    club_expect(club_seen(&club, CLUB_CID), "match=4");
    assert_int_equal(count("POST /channels/{}/messages"), 1);
    assert_int_equal(count("PATCH /channels/{}/messages/{}"), 1);
}

/* conformance 45 */
static test_case(where_no_more_channels_can_be_opened_none_are_tried)
{
    close_club(NULL);
    open_with(&(struct standin_options){.dm_openings = 1});
    club_begin(&club, "heartcatchers");
    club_wait(&club, 30000); /* for a while a game waits */
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(text, in_words("<DISCORD_DM_REFUSED_HAND_2>"))); /* nobody has refused one */
    club_expect(text, "<HANDS_SENT_1>");
    free(text);
    standin_mark(club.discord);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_wait(&club, 60000);
    assert_int_equal(count("POST /users/@me/channels"), 0);
}

/* conformance 45 */
static test_case(who_refuses_messages_is_not_written_to_until_they_act)
{
    club_begin(&club, "heartcatchers");
    standin_refuse_dms(club.discord, club.people[CLUB_BOB], true);
    club_say(&club, CLUB_ANN, "!hide d them1");
    club_expect(club_seen(&club, CLUB_CID), "**bob**: <DISCORD_DM_REFUSED_HAND_2>");
    assert_int_equal(standin_invalid_requests(club.discord), 1);
    for (int i = 0; i < 5; i++)
        club_say(&club, CLUB_ANN, "!board");
    assert_int_equal(standin_invalid_requests(club.discord), 1);
}

/* A hand that waits because Discord says so gives way to the newer one, also one that waits for
   the answer to an older. */
static void hold_letters(enum standin_fault_kind kind, int64_t ms, int moves)
{
    club_begin(&club, "heartcatchers");
    uint64_t dm = standin_dm_if_open(club.discord, club.people[CLUB_ANN]);
    standin_fault(club.discord,
                  &(struct standin_fault){
                      .kind = kind, .route = "POST /channels/{}/messages", .id = dm, .ms = ms});
    for (int i = 0; i < moves; i++)
        club_say(&club, i % 2 == 0 ? CLUB_ANN : CLUB_BOB, "!hide d them1");
}

static int letters(void)
{
    const struct standin_message *all[64];
    uint64_t dm = standin_dm_if_open(club.discord, club.people[CLUB_ANN]);
    return standin_messages(club.discord, dm, club.people[CLUB_ANN], all, 64);
}

static void expect_newest_hand(void)
{
    char now[4096];
    snprintf(now, sizeof now, "%s", club_letter(&club, CLUB_ANN));
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "hand");
    club_wait(&club, 2000);
    const char *line = strstr(club_seen(&club, CLUB_ANN), in_words("<HAND_1>"));
    assert_non_null(line);
    char *hand = strndup(line, strcspn(line, ".\n"));
    club_expect(now, hand);
    free(hand);
}

static test_case(of_hands_that_wait_only_the_newest_is_sent)
{
    hold_letters(STANDIN_FAULT_USER, 30000, 4);
    int before = letters();
    club_wait(&club, 60000);
    assert_int_equal(letters() - before, 1);
    club_expect(club_letter(&club, CLUB_ANN), "<OFFER_1>");
    expect_newest_hand();
    standin_expect_clean(club.discord);
}

/* Who plays on by pressing has the newest hand in the answer. What waits becomes the same. */
static test_case(a_hand_that_waits_follows_one_told_in_an_answer)
{
    hold_letters(STANDIN_FAULT_USER, 30000, 2);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "move move:\"hide d them1\"");
    club_wait(&club, 60000);
    assert_null(strstr(club_letter(&club, CLUB_ANN), in_words("<OFFER_1>")));
    expect_newest_hand();
    standin_expect_clean(club.discord);
}

/* Somebody throws the panel with their hand away, so that the hand goes by direct message. That
   has to wait, and they and others play on. */
static test_case(a_hand_whose_panel_is_gone_comes_as_it_is_by_then)
{
    club_begin(&club, "heartcatchers");
    uint64_t ann = club.people[CLUB_ANN], dm = standin_dm_if_open(club.discord, ann);
    standin_slash(club.discord, ann, club.games, "me hands by:panel");
    standin_slash(club.discord, ann, club.games, "hand");
    club_wait(&club, 2000);
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                          .route = "PATCH /webhooks/{}/{}/messages/{}",
                                          .status = 404,
                                          .code = 10008});
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_USER,
                                                        .route = "POST /channels/{}/messages",
                                                        .id = dm,
                                                        .ms = 30000});
    int before = letters();
    club_say(&club, CLUB_ANN, "!hide d them1");
    for (int i = 1; i < 3; i++)
        club_say(&club, i % 2 == 0 ? CLUB_ANN : CLUB_BOB, "!hide d them1");
    club_wait(&club, 60000);
    assert_int_equal(letters() - before, 1);
    assert_null(strstr(club_letter(&club, CLUB_ANN), in_words("<OFFER_1>")));
    expect_newest_hand();
}

/* Who types meanwhile is not told at once; but what comes offers nothing that is played. */
static test_case(a_panel_that_waits_shows_the_hand_as_it_is_by_then)
{
    club_begin(&club, "heartcatchers");
    uint64_t ann = club.people[CLUB_ANN];
    standin_slash(club.discord, ann, club.games, "me hands by:panel");
    standin_slash(club.discord, ann, club.games, "hand");
    club_wait(&club, 2000);
    const struct standin_message *panel = standin_last(club.discord, club.games, ann);
    club_expect(standin_content(panel), "<OFFER_1>");
    standin_fault(club.discord,
                  &(struct standin_fault){.kind = STANDIN_FAULT_USER,
                                          .route = "PATCH /webhooks/{}/{}/messages/{}",
                                          .ms = 30000});
    for (int i = 0; i < 3; i++)
        club_say(&club, i % 2 == 0 ? CLUB_ANN : CLUB_BOB, "!hide d them1");
    club_wait(&club, 60000);
    assert_null(strstr(standin_content(panel), in_words("<OFFER_1>")));
    club_expect(standin_content(panel), "<HAND_1>");
    standin_expect_clean(club.discord);
}

/* The first arrives, though its answer is late: a newer one waits for that and becomes its edit. */
static test_case(of_hands_behind_one_under_way_only_the_newest_is_sent)
{
    hold_letters(STANDIN_FAULT_SLOW, 10000, 3);
    int before = letters();
    club_wait(&club, 60000);
    assert_int_equal(letters(), before);
    assert_null(strstr(club_letter(&club, CLUB_ANN), in_words("<OFFER_1>")));
    expect_newest_hand();
    standin_expect_clean(club.discord);
}

/* conformance 64 */
static test_case(a_deleted_thread_closes_its_table)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers thread=yes");
    uint64_t thread = standin_thread(club.discord, club.games);
    assert_true(thread != 0);
    standin_say(club.discord, club.people[CLUB_BOB], thread, "!join");
    club_wait(&club, 5000);
    standin_delete_channel(club.discord, thread);
    club_wait(&club, 30000);
    assert_int_equal(club_table_count(&club), 0);
    char *letters = standin_received(club.discord, club.people[CLUB_ANN], 0);
    club_expect(letters, "<DISCORD_ROOM_GONE_1>");
    free(letters);
    assert_in_range(standin_invalid_requests(club.discord), 0, 1);
}

/* The answer to what was on its way comes when there is nothing left to say. */
static test_case(a_channel_can_go_while_something_is_said_there)
{
    club_begin(&club, "heartcatchers");
    standin_fault(club.discord, &(struct standin_fault){
                                    .kind = STANDIN_FAULT_SLOW, .id = club.games, .ms = 5000});
    club_say(&club, CLUB_CID, "!board");
    standin_delete_channel(club.discord, club.games);
    club_wait(&club, 60000);
    assert_int_equal(club_table_count(&club), 0);
}

/* Its messages stay as they are: no request is spent on taking their buttons away. */
static test_case(what_was_stopped_refuses_whoever_presses_it)
{
    club_begin(&club, "heartcatchers");
    uint64_t table = standin_last(club.discord, club.games, STANDIN_EVERYONE)->id;
    club_say(&club, CLUB_ANN, "!stop yes");
    club_wait(&club, 2000);
    club_say(&club, CLUB_BOB, "!stop yes");
    club_wait(&club, 5000);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "PATCH /channels/{}/messages/{}"),
                     0);
    uint64_t press = standin_press(club.discord, club.people[CLUB_BOB], table, "t1:hand");
    club_wait(&club, 2000);
    club_expect(standin_content(standin_message(club.discord,
                                                standin_interaction(club.discord, press)->message)),
                "<PRESS_NOT_YOURS_2>");
}

/* conformance 57 */
static test_case(whose_word_counts_is_asked_each_time)
{
    club_begin(&club, "heartcatchers");
    standin_set_member_rights(club.discord, club.people[CLUB_CID], MANAGE_GUILD);
    standin_set_member_rights(club.discord, club.people[CLUB_CID], 0);
    standin_slash(club.discord, club.people[CLUB_CID], club.games, "table stop");
    club_wait(&club, 3000);
    assert_int_equal(club_table_count(&club), 1);
    standin_set_member_rights(club.discord, club.people[CLUB_CID], MANAGE_GUILD);
    standin_slash(club.discord, club.people[CLUB_CID], club.games, "table stop");
    club_wait(&club, 3000);
    assert_int_equal(club_table_count(&club), 1); /* asked first */
    standin_slash(club.discord, club.people[CLUB_CID], club.games, "table stop");
    club_wait(&club, 3000);
    assert_int_equal(club_table_count(&club), 0);
    standin_expect_clean(club.discord);
}

/* conformance 61 */
static test_case(names_of_every_width_keep_boards_narrow)
{
    static const char wide[] =
        "\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57"
        "\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57\u5b57";
    standin_set_nick(club.discord, club.people[CLUB_ANN], wide);
    standin_set_nick(club.discord, club.people[CLUB_BOB], "\u202e```bob\u200f\n| *x*");
    club_begin(&club, "heartcatchers");
    club_tell(&club, CLUB_ANN, "hide d them1");
    const struct standin_message *message =
        standin_last(club.discord, club.games, STANDIN_EVERYONE);
    if (evening_width(standin_content(message)) > EVENING_COLUMNS)
        fail_msg("%d columns: %s", evening_width(standin_content(message)),
                 standin_content(message));
    assert_null(strstr(standin_content(message), "```"));
    standin_expect_clean(club.discord);
}

/* ---- the log ---- */

static FILE *logged;

static void log_to_file(void)
{
    logged = tmpfile();
    assert_non_null(logged);
    log_setup(LOG_DEBUG, fileno(logged));
}

/* What was logged since. Lasts until the next call. */
static const char *log_text(void)
{
    static char text[256 * 1024];
    log_setup(LOG_INFO, STDERR_FILENO);
    rewind(logged);
    text[fread(text, 1, sizeof text - 1, logged)] = '\0';
    fclose(logged);
    return text;
}

/* conformance 58 */
static test_case(an_endpoint_of_interactions_is_warned_of)
{
    close_club(NULL);
    log_to_file();
    open_with(&(struct standin_options){.endpoint_url = "https://elsewhere.example/"});
    club_expect(log_text(), "discord-endpoint");
}

/* conformance 66 */
static test_case(the_log_tells_no_secret)
{
    log_to_file();
    club_begin(&club, "heartcatchers");
    standin_refuse_dms(club.discord, club.people[CLUB_BOB], true);
    uint64_t hand = standin_slash(club.discord, club.people[CLUB_ANN], club.games, "hand");
    standin_fault(club.discord,
                  &(struct standin_fault){
                      .kind = STANDIN_FAULT_STATUS, .times = 8, .status = 400, .code = 50035});
    club_say(&club, CLUB_ANN, "!hide d them1");
    standin_slash(club.discord, club.people[CLUB_BOB], club.games, "hand");
    club_wait(&club, 60000);
    standin_revoke_token(club.discord);
    club_say(&club, CLUB_BOB, "!board");
    const char *text = log_text();
    club_expect(text, "discord-");
    assert_null(strstr(text, STANDIN_TOKEN));
    assert_null(strstr(text, standin_interaction(club.discord, hand)->token));
    assert_null(strstr(text, in_words("<HAND_1>")));
    assert_null(strstr(text, " heart"));
}

/* ---- conformance 36, with everything behind it ---- */

static bool status_says(const char *what)
{
    char bytes[1024];
    struct text text = text_over(bytes, sizeof bytes);
    club.bot->ops->status(club.bot, &text);
    return strstr(bytes, what) != NULL;
}

/* Law 10: eight people who ask in channels where the bot may not write ended it for everybody,
   after a thousand refusals. */
static void a_guild_that_refuses_everything_stops_no_other(void **state)
{
    enum { CHANNELS = 150, SHARE = 20, UNDER_WAY = 24, VIEW = 1 << 10 };
    char line[64];
    (void)state;
    uint64_t mean = standin_guild(club.discord, "Mean"), channels[CHANNELS];
    for (int i = 0; i < CHANNELS; i++) {
        channels[i] = standin_channel(club.discord, mean, "closed");
        standin_set_rights(club.discord, channels[i], VIEW);
    }
    club_wait(&club, 1000);
    club_begin(&club, "heartcatchers");
    int before = standin_invalid_requests(club.discord);
    for (int second = 0; second < 8 * 60; second++) { /* six people, each with a word in a second */
        for (int person = CLUB_CID; person < CLUB_PEOPLE; person++)
            standin_say(club.discord, club.people[person],
                        channels[(second * 8 + person) % CHANNELS], "!games");
        club_wait(&club, 1000);
    }
    assert_in_range(standin_invalid_requests(club.discord) - before, 1, SHARE + UNDER_WAY);
    snprintf(line, sizeof line, "paused_server=%" PRIu64 "\n", mean);
    assert_true(status_says(line));
    assert_true(status_says("state=up\n"));
    club_say(&club, CLUB_ANN, "!board");
    club_expect(club_seen(&club, CLUB_ANN), "ann");
    club_wait(&club, 3600000);
    assert_in_range(standin_invalid_requests(club.discord) - before, 1, 8 * SHARE + UNDER_WAY);
    club_say(&club, CLUB_ANN, "!stop yes");
    club_expect(club_seen(&club, CLUB_ANN), "ann");
}

/* ---- whose word counts ---- */

static void expect_obeyed(int who, bool is_obeyed)
{
    int before = club_table_count(&club);
    club_say(&club, who, "!stop yes");
    club_wait(&club, 1000);
    assert_int_equal(club_table_count(&club), is_obeyed ? 0 : before);
    if (is_obeyed)
        club_begin(&club, "heartcatchers");
}

/* conformance 57 */
static test_case(who_loses_the_guild_commands_nobody)
{
    club_begin(&club, "heartcatchers");
    standin_set_owner(club.discord, club.guild, club.people[CLUB_CID]);
    expect_obeyed(CLUB_CID, true);
    standin_set_owner(club.discord, club.guild, club.people[CLUB_DAN]);
    expect_obeyed(CLUB_CID, false);
    expect_obeyed(CLUB_DAN, true);
}

/* conformance 57 */
static test_case(who_loses_a_role_commands_nobody)
{
    const uint64_t manage = STANDIN_MANAGE_GUILD;
    club_begin(&club, "heartcatchers");
    uint64_t role = standin_role(club.discord, club.guild, "Hosts", manage);
    standin_give_role(club.discord, club.people[CLUB_CID], role);
    expect_obeyed(CLUB_CID, true);
    standin_set_role(club.discord, club.guild, role, STANDIN_SEND);
    expect_obeyed(CLUB_CID, false);
    standin_set_role(club.discord, club.guild, role, manage);
    expect_obeyed(CLUB_CID, true);
    standin_take_role(club.discord, club.people[CLUB_CID], role);
    expect_obeyed(CLUB_CID, false);
    standin_give_role(club.discord, club.people[CLUB_CID], role);
    standin_delete_role(club.discord, club.guild, role);
    expect_obeyed(CLUB_CID, false);
}

/* The role of everybody makes nobody an operator. */
static test_case(what_everybody_may_counts_for_nobody)
{
    club_begin(&club, "heartcatchers");
    standin_set_role(club.discord, club.guild, club.guild,
                     STANDIN_RECOMMENDED_RIGHTS | STANDIN_MANAGE_GUILD);
    expect_obeyed(CLUB_CID, false);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(an_edit_that_is_refused_as_too_old_becomes_a_new_message),
        test(where_no_more_channels_can_be_opened_none_are_tried),
        test(who_refuses_messages_is_not_written_to_until_they_act),
        test(of_hands_that_wait_only_the_newest_is_sent),
        test(a_hand_that_waits_follows_one_told_in_an_answer),
        test(a_hand_whose_panel_is_gone_comes_as_it_is_by_then),
        test(a_panel_that_waits_shows_the_hand_as_it_is_by_then),
        test(of_hands_behind_one_under_way_only_the_newest_is_sent),
        test(a_deleted_thread_closes_its_table),
        test(a_channel_can_go_while_something_is_said_there),
        test(what_was_stopped_refuses_whoever_presses_it),
        test(whose_word_counts_is_asked_each_time),
        test(who_loses_the_guild_commands_nobody),
        test(who_loses_a_role_commands_nobody),
        test(what_everybody_may_counts_for_nobody),
        test(names_of_every_width_keep_boards_narrow),
        test(an_endpoint_of_interactions_is_warned_of),
        test(a_guild_that_refuses_everything_stops_no_other),
        test(the_log_tells_no_secret),
    };
    return cmocka_run_group_tests_name("refusals on Discord", tests, NULL, NULL);
}
