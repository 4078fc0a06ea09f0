/* Deals of the day: the same answers to the same choices, one try however one comes to it, what is
   shown when, and what stays over a kill. The wall clock is this file's own. */
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "daily.h"
#include "daily_house.h"
#include "elsewhere.h"
#include "games.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "leave.h"
#include "links.h"
#include "port.h"
#include "record.h"
#include "seal.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "tallies.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"
#include "tries.h"
#include "turn.h"

/* ---- what it is ---- */

static test_case(it_is_dealt_once_and_without_help)
{
    static const char *const refused[] = {"hint",      "undo",   "coach on", "then draw",
                                          "add robot", "invite", "cut a b",  "options match=4",
                                          "say hello"};
    says_daily("ann", "daily coloretto");
    house_expect(&house, "@ann: <DAILY_OPENED day=29 Nov|game=Coloretto|n=3|until=1 Dec>");
    house_expect_not(&house, "<SEAL>");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char line[64];
        says_daily("ann", refused[i]);
        snprintf(line, sizeof line, "<DAILY_REFUSED typed=%.*s>", (int)strcspn(refused[i], " "),
                 refused[i]);
        house_expect(&house, line);
    }
    assert_int_equal(daily_table("net", "ann")->seat_count, 4);
    play_all("net", "ann", 1);
    house_expect(&house, "<DAILY_OVER day=29 Nov|until=1 Dec>");
    house_expect_not(&house, "<AGAIN>");
    assert_true(try_of("net", "ann", "coloretto")->is_over);
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_TRIED>");
    says_daily("ann", "again");
    assert_null(daily_table("net", "ann"));
    says_daily("ann", "daily kritters");
    house_expect(&house, "<DAILY_OPENED_ALONE>");
    says_daily("ann", "daily");
    house_expect(&house, "Colour MY Kritters: you are at it");
    house_expect(&house, "Heartcatchers: !daily heartcatchers");
}

static test_case(every_game_has_one_and_it_comes_to_a_result)
{
    for (int i = 0; i < game_count; i++) {
        char line[64];
        if (!games[i]->daily)
            continue;
        snprintf(line, sizeof line, "daily %s", games[i]->id);
        says_daily("ann", line);
        assert_non_null(daily_table("net", "ann"));
        assert_int_equal(daily_table("net", "ann")->seat_count, games[i]->daily_robots + 1);
        play_all("net", "ann", 3);
        const struct daily_try *one = try_of("net", "ann", games[i]->id);
        assert_true(one->is_over);
        assert_int_equal(one->of, games[i]->daily_robots + 1);
        assert_in_range(one->place, 1, one->of);
        assert_in_range(one->squares.count, 1, DEAL_SQUARES);
    }
}

static test_case(the_same_choices_meet_the_same_answers)
{
    let_think();
    use_wall();
    says_daily("ann", "daily heartcatchers");
    far_says_daily("bob", "daily heartcatchers");
    uint64_t own = play_all("net", "ann", 2);
    uint64_t other = play_some("far", "bob", 2, 3, HASH_START);
    kill_house();
    assert_non_null(daily_table("far", "bob"));
    assert_true(play_some("far", "bob", 2, 10000, other) == own);
    says_daily("cid", "daily heartcatchers");
    assert_true(play_all("net", "cid", 2) == own);
    far_says_daily("dan", "daily heartcatchers");
    assert_true(play_all("far", "dan", 4) != own);
}

static test_case(a_house_switches_games_off)
{
    struct prose why;
    prose_clear(&why);
    says_daily("ann", "daily kritters");
    assert_true(host_use_rule(house.host, "daily coloretto, roygbiv", &why));
    says_daily("bob", "daily");
    house_expect(&house, "Coloretto: !daily coloretto; ROYGBIV: !daily roygbiv.");
    house_expect_not(&house, "kritters");
    says_daily("bob", "daily kritters");
    house_expect(&house, "<DAILY_OFF game=Colour MY Kritters>");
    assert_null(daily_table("net", "bob"));
    says_daily("ann", "daily kritters"); /* goes on */
    house_expect_not(&house, "<DAILY_OFF>");
    says_daily("ann", "daily");
    house_expect(&house, "Colour MY Kritters: you are at it");
    says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_OPENED game=Coloretto>");
    assert_true(host_use_rule(house.host, "daily no", &why));
    says_daily("cid", "daily");
    house_expect(&house, "<DAILY_LIST_OFF>");
    house_expect_not(&house, "<DAILY_NEXT>");
    says_daily("cid", "daily coloretto");
    house_expect(&house, "<DAILY_OFF game=Coloretto>");
    assert_true(host_use_rule(house.host, "daily all", &why));
    assert_true(host_use_rule(house.host, "games coloretto", &why));
    says_daily("cid", "daily");
    house_expect_not(&house, "roygbiv");
    says_daily("cid", "daily roygbiv");
    house_expect(&house, "<DAILY_OFF game=ROYGBIV>");
}

/* No room has such a rule, and a wrong one names what would be right. */
static test_case(which_games_is_a_rule_of_the_house)
{
    static const char *const wrong[] = {"daily bridge", "daily", "daily no coloretto"};
    struct prose why;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        prose_clear(&why);
        assert_false(host_use_rule(NULL, wrong[i], &why));
        assert_non_null(strstr(why.text, in_words("<SETTING_DAILY>")));
    }
    house_say_as(&house, "#a", "op", RANK_OPERATOR, NULL, "settings daily no");
    house_settle(&house);
    house_expect(&house, "<SETTING_UNKNOWN typed=daily>");
}

/* ---- one try ---- */

static test_case(who_is_linked_has_one_together)
{
    says_daily("ann", "daily coloretto");
    play_all("net", "ann", 1);
    link_them("ann", "bob");
    far_says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_TRIED>");
    far_says_daily("bob", "unlink");
    house_wait(&house, 1000);
    assert_null(links_of(house.host, identity("far", "bob")));
    far_says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_TRIED>");
    kill_house();
    far_says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_TRIED>");
    tomorrow();
    far_says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_OPENED>");
}

static test_case(of_two_that_are_linked_later_the_first_counts)
{
    says_daily("ann", "daily coloretto");
    play_all("net", "ann", 1);
    house_wait(&house, 1000);
    far_says_daily("bob", "daily coloretto");
    play_all("far", "bob", 2);
    const struct daily_try *one = try_of("net", "ann", "coloretto"),
                           *other = try_of("far", "bob", "coloretto");
    assert_ptr_not_equal(one, other);
    assert_true(tries_count(house.host, other));
    link_them("ann", "bob");
    assert_ptr_equal(try_of("far", "bob", "coloretto"), one);
    assert_false(tries_count(house.host, other));
}

static test_case(two_at_once_are_one_try)
{
    link_them("ann", "bob");
    says_daily("ann", "daily coloretto");
    far_says_daily("bob", "daily coloretto");
    house_expect(&house, "far to bob: "); /* what he can play at that table */
    assert_null(daily_table("far", "bob"));
    assert_int_equal(house_table_count(&house), 1);
}

/* As if another process had dealt to bob before ann's cards came. */
static test_case(of_two_processes_the_earlier_counts)
{
    char value[512];
    link_them("ann", "bob");
    says_daily("ann", "daily coloretto");
    play_all("net", "ann", 1);
    const struct daily_try *own = try_of("net", "ann", "coloretto");
    snprintf(value, sizeof value,
             "try day=%d game=coloretto table=900 at=%lld listed=yes\n"
             "who network=far key=bob name=bob\nresult points=100040 place=1 of=4 squares=0202",
             FIRST_DAY, (long long)own->at - 1);
    host_note_kept(house.host, "try.77", value, house.now);
    assert_int_equal(try_of("net", "ann", "coloretto")->table, 900);
    assert_false(tries_count(house.host, own));
    host_note_kept(house.host, "try.77", NULL, house.now);
    assert_ptr_equal(try_of("net", "ann", "coloretto"), own);
}

/* Somebody is at it under two names that nobody knew to be one person, or that two processes dealt
   to at once: the second table ends, and says why. */
static test_case(a_second_table_ends_when_the_first_is_known)
{
    char value[512];
    says_daily("ann", "daily coloretto");
    house_wait(&house, 1000);
    far_says_daily("bob", "daily coloretto");
    assert_non_null(daily_table("far", "bob"));
    link_them("ann", "bob");
    house_wait(&house, 1000);
    house_expect(&house, "far @bob: <DAILY_SECOND game=Coloretto>");
    assert_null(daily_table("far", "bob"));
    assert_non_null(daily_table("net", "ann"));
    snprintf(value, sizeof value,
             "try day=%d game=coloretto table=900 at=%lld listed=yes\nwho network=far key=bob "
             "name=bob",
             FIRST_DAY, (long long)try_of("net", "ann", "coloretto")->at - 1);
    house_forget(&house);
    host_note_kept(house.host, "try.77", value, house.now);
    house_wait(&house, 1000);
    house_expect(&house, "@ann: <DAILY_SECOND game=Coloretto>");
    assert_null(daily_table("net", "ann"));
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_TRIED_NONE>");
}

static test_case(who_stops_has_had_the_try)
{
    says_daily("ann", "daily coloretto");
    says_daily("ann", "stop");
    house_wait(&house, 1000);
    says_daily("ann", "stop");
    house_expect(&house, "<DAILY_STOPPED>");
    assert_null(daily_table("net", "ann"));
    kill_house();
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_TRIED_NONE game=Coloretto>");
}

static test_case(a_clock_that_goes_back_opens_no_day_again)
{
    says_daily("ann", "daily coloretto");
    play_all("net", "ann", 1);
    tomorrow();
    wall_ahead -= DAY_MS;
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_BEHIND day=30 Nov>");
    kill_house();
    says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_BEHIND day=30 Nov>");
    wall_ahead += DAY_MS;
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_OPENED>");
}

static test_case(an_older_backup_under_a_house_that_runs_opens_no_day_again)
{
    says_daily("ann", "daily coloretto");
    tomorrow();
    tomorrow();
    char key[32];
    snprintf(key, sizeof key, "daily.%d", FIRST_DAY + 3);
    host_note_kept(house.host, key, NULL, house.now);
    assert_int_equal(daily_today(house.host), FIRST_DAY + 2);
    wall_ahead -= DAY_MS;
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_BEHIND>");
}

static test_case(who_cannot_be_known_again_has_none)
{
    house.is_lasting = false;
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_PASSING id=coloretto>");
    says_daily("$ann", "daily coloretto");
    house_expect(&house, "<DAILY_OPENED>");
    house.is_lasting = true;
}

static test_case(no_channel_sees_one)
{
    house_say(&house, "#a", "ann", "daily coloretto");
    house_settle(&house);
    house_expect(&house, "<DAILY_PRIVATE id=coloretto>");
    says_daily("ann", "daily coloretto");
    aside_put(daily_table("net", "ann"), NULL, false);
    input_queue_write(house.host);
    house_settle(&house);
    assert_null(daily_table("net", "ann"));
    house_forget(&house);
    house_say(&house, "#a", "ann", "resume");
    house_wait(&house, 1000);
    house_expect(&house, "<DAILY_PRIVATE id=coloretto>");
    assert_null(house_table(&house, "#a"));
    says_daily("ann", "daily coloretto");
    house_expect(&house, "<DAILY_RUNS_ELSEWHERE>");
    says_daily("ann", "resume");
    assert_non_null(daily_table("net", "ann"));
}

/* ---- what is kept over a kill ---- */

static test_case(no_kill_loses_a_try_or_gives_another)
{
    for (int moves = 0; moves < 4; moves++) {
        char who[8];
        snprintf(who, sizeof who, "kim%d", moves);
        says_daily(who, "daily coloretto");
        play_some("net", who, 1, moves, HASH_START);
        house_restart(&house);
        use_wall();
        host_person_ready(house.host, identity("net", who), house.now);
        house_settle(&house);
        assert_non_null(daily_table("net", who));
        says_daily(who, "daily coloretto");
        assert_int_equal(house_table_count(&house), 1);
        play_all("net", who, 1);
        assert_true(try_of("net", who, "coloretto")->is_over);
        house_restart(&house);
        use_wall();
        assert_true(try_of("net", who, "coloretto")->is_over);
        says_daily(who, "daily coloretto");
        house_expect(&house, "<DAILY_TRIED>");
    }
}

/* Behind each write of a whole try, in turn, nothing more comes to the disk. */
static test_case(a_kill_behind_any_write_leaves_one_try)
{
    int writes = INT_MAX;
    for (int kept = 0; kept <= writes; kept++) {
        close_house(state);
        open_daily(state);
        int before = faulty_store_writes(faulty);
        faulty_store_fail(faulty, kept, writes == INT_MAX ? 0 : INT_MAX, STORE_IO);
        wall_patience = writes == INT_MAX ? 4000 : 40;
        says_daily("ann", "daily heartcatchers");
        play_some("net", "ann", 1, 1000, HASH_START);
        wall_patience = 4000;
        if (writes == INT_MAX) {
            writes = faulty_store_writes(faulty) - before;
            assert_in_range(writes, 8, 60);
            kept = -1;
            continue;
        }
        faulty_store_fail(faulty, 0, 0, STORE_OK);
        kill_house();
        says_daily("ann", "daily heartcatchers");
        play_all("net", "ann", 1);
        says_daily("ann", "daily heartcatchers");
        house_expect(&house, "<DAILY_TRIED>");
        const struct daily_day *day = daily_day(house.host, FIRST_DAY);
        assert_int_equal(day->count, 1);
        assert_true(day->tries[0]->is_over);
    }
}

/* ---- the day after, and the day after that ---- */

static void hex_of(const struct daily_day *day, char hex[SEAL_SECRET_HEX])
{
    sodium_bin2hex(hex, SEAL_SECRET_HEX, day->secret, LUCK_SECRET);
}

static test_case(all_is_shown_when_nobody_can_be_at_it)
{
    char secret[SEAL_SECRET_HEX], seal[LUCK_SEAL], seen[LUCK_SEAL];
    says_daily("ann", "daily");
    seal_luck_seal_day(daily_day(house.host, FIRST_DAY + 1)->secret, FIRST_DAY + 1, seen);
    house_expect(&house, seen);
    tomorrow();
    hex_of(daily_day(house.host, FIRST_DAY + 1), secret);
    seal_luck_seal_day(daily_day(house.host, FIRST_DAY + 1)->secret, FIRST_DAY + 1, seal);
    assert_string_equal(seal, seen);
    says_daily("ann", "daily coloretto");
    long long table = daily_table("net", "ann")->id;
    char line[64];
    play_all("net", "ann", 1);
    for (int day = 0; day < 2; day++) {
        static const char *const asked[] = {"daily", "mydata", "fair", "last", "stats", "whoami"};
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            says_daily("ann", asked[i]);
            house_expect_not(&house, secret);
        }
        snprintf(line, sizeof line, "fair %lld", table);
        says_daily("ann", line);
        house_expect_not(&house, secret);
        house_expect(&house, "<FAIR_DAILY_LATER until=2 Dec>");
        house_expect_not(&house, "<PROOF>");
        snprintf(line, sizeof line, "replay %lld", table);
        says_daily("ann", line);
        house_expect(&house, "<DAILY_NOT_YET>");
        house_say(&house, "#a", "ann", "daily share");
        house_settle(&house);
        house_expect(&house, "<DAILY_SHARE_LATER until=2 Dec>");
        tomorrow();
    }
    says_daily("ann", "daily");
    house_expect(&house, secret);
    snprintf(line, sizeof line, "replay %lld", table);
    house_expect(&house, line);
    says_daily("ann", line);
    house_expect_not(&house, "<DAILY_NOT_YET>");
    snprintf(line, sizeof line, "fair %lld", table);
    says_daily("ann", line);
    house_expect(&house, secret);
    house_expect(&house, "<PROOF>");
    house_forget(&house);
    house_say(&house, "#a", "ann", "daily share");
    house_settle(&house);
    house_expect(&house, "#a: ann: <DAILY_LINE day=30 Nov|game=Coloretto>");
    house_forget(&house);
    house_say(&house, "#a", "ann", "daily share");
    house_settle(&house);
    house_expect(&house, "<DAILY_SHARE_AGAIN>");
    house_say(&house, "#b", "ann", "daily share coloretto letters");
    house_settle(&house);
    house_expect(&house, "#b: ann: <DAILY_LINE>");
    house_expect(&house, "<DAILY_LETTERS>");
}

static test_case(a_try_may_end_on_the_next_day_and_is_void_behind_it)
{
    says_daily("ann", "daily coloretto");
    far_says_daily("bob", "daily coloretto");
    tomorrow();
    play_all("net", "ann", 1);
    assert_true(
        tries_find(house.host, identity("net", "ann"), FIRST_DAY, game_find("coloretto"))->is_over);
    house_forget(&house);
    tomorrow();
    house_expect(&house, "far @bob: <DAILY_VOID game=Coloretto>");
    assert_null(daily_table("far", "bob"));
    assert_false(
        tries_find(house.host, identity("far", "bob"), FIRST_DAY, game_find("coloretto"))->is_over);
}

static test_case(who_resumes_behind_the_reveal_gets_no_result)
{
    says_daily("ann", "daily coloretto");
    play_some("net", "ann", 1, 2, HASH_START);
    wall_ahead += 2 * DAY_MS; /* before the clock is looked at */
    play_all("net", "ann", 1);
    assert_false(
        tries_find(house.host, identity("net", "ann"), FIRST_DAY, game_find("coloretto"))->is_over);
}

static test_case(results_are_compared_and_days_counted)
{
    for (int day = 0; day < 3; day++) {
        for (int i = 0; i < 4; i++) {
            char who[8];
            snprintf(who, sizeof who, "kim%d", i);
            says_daily(who, "daily coloretto");
            play_all("net", who, i + 1);
        }
        tomorrow();
    }
    int others, all = 0;
    for (int i = 0; i < 4; i++) {
        char who[8];
        snprintf(who, sizeof who, "kim%d", i);
        const struct daily_try *one =
            tries_find(house.host, identity("net", who), FIRST_DAY + 2, game_find("coloretto"));
        assert_int_equal(tallies_streak(house.host, one), 3);
        all += tries_better(house.host, one, &others);
        assert_int_equal(others, 3);
    }
    assert_in_range(all, 1, 6);
}

static test_case(who_is_forgotten_leaves_nothing)
{
    says_daily("ann", "daily coloretto");
    play_all("net", "ann", 1);
    says_daily("ann", "mydata");
    house_expect(&house, "<MYDATA_DAILY>");
    says_daily("ann", "forgetme");
    char line[64];
    snprintf(line, sizeof line, "%s", told_code("!forgetme ", 6));
    says_daily("ann", line);
    house_wait(&house, 60 * 1000);
    assert_null(try_of("net", "ann", "coloretto"));
    kill_house();
    assert_null(try_of("net", "ann", "coloretto"));
}

static test_case(another_program_closes_the_day)
{
    says_daily("ann", "daily coloretto");
    struct daily_day *day = (struct daily_day *)daily_day(house.host, FIRST_DAY);
    for (int i = 0; i < game_count; i++)
        day->builds[i] ^= 1;
    says_daily("bob", "daily coloretto");
    house_expect(&house, "<DAILY_CLOSED game=Coloretto>");
    says_daily("bob", "daily roygbiv"); /* nobody has begun that one */
    house_expect(&house, "<DAILY_OPENED>");
}

static test_case(the_best_are_named_who_show_their_standings)
{
    for (int i = 0; i < 3; i++) {
        char who[8];
        snprintf(who, sizeof who, "kim%d", i);
        says_daily(who, "daily coloretto");
        play_all("net", who, i + 1);
    }
    says_daily("kim0", "stats on");
    says_daily("kim2", "stats on");
    says_daily("kim1", "daily top coloretto");
    house_expect(&house, "<DAILY_TOP_NONE day=27 Nov|game=Coloretto>");
    tomorrow();
    tomorrow();
    says_daily("kim1", "daily top coloretto");
    house_expect(&house, "<DAILY_TOP day=29 Nov|game=Coloretto>");
    house_expect(&house, "kim0");
    house_expect(&house, "kim2");
    house_expect_not(&house, "kim1 ");
    says_daily("kim1", "daily top");
    house_expect(&house, "<DAILY_TOP_WHICH>");
}

/* At 22:30 of the day before by UTC: the next time is on the first day. */
static test_case(a_word_a_day_for_those_who_want_it)
{
    says_daily("ann", "daily notify 0:30 +2");
    house_expect(&house, "<DAILY_NOTIFY time=22:30>");
    says_daily("bob", "daily notify 8");
    house_expect(&house, "<DAILY_NOTIFY time=8:00>");
    says_daily("bob", "daily notify noon");
    house_expect(&house, "<DAILY_NOTIFY_FORM>");
    says_daily("bob", "daily kritters");
    wall_ahead += 9 * 3600 * 1000;
    house_forget(&house);
    house_wait(&house, 61 * 1000);
    house_expect_not(&house, "<DAILY_NOTICE>"); /* bob has played */
    kill_house();
    wall_ahead += 14 * 3600 * 1000;
    house_forget(&house);
    house_wait(&house, 61 * 1000);
    house_expect(&house, "to ann: <DAILY_NOTICE>");
    house_forget(&house);
    house_wait(&house, 61 * 1000);
    house_expect_not(&house, "<DAILY_NOTICE>");
    says_daily("ann", "daily notify off");
    house_expect(&house, "<DAILY_NOTIFY_OFF>");
    wall_ahead += 9 * 3600 * 1000;
    house_forget(&house);
    house_wait(&house, 61 * 1000);
    house_expect(&house, "to bob: <DAILY_NOTICE>");
    house_expect_not(&house, "to ann: <DAILY_NOTICE>");
}

static test_case(a_hard_robot_plays_the_deal_when_it_is_over)
{
    let_think();
    use_wall();
    says_daily("ann", "daily heartcatchers");
    play_all("net", "ann", 1);
    tomorrow();
    assert_int_equal(daily_day(house.host, FIRST_DAY)->robots[0], DAILY_UNKNOWN);
    tomorrow();
    house_wait(&house, 1000);
    const struct daily_day *day = daily_day(house.host, FIRST_DAY);
    int place = daily_game_place(game_find("heartcatchers")), points = day->robots[place];
    assert_int_not_equal(points, DAILY_UNKNOWN);
    says_daily("ann", "daily");
    char line[64];
    snprintf(line, sizeof line, "<DAILY_OVER_ROBOT points=%d>", points);
    house_expect(&house, line);
    kill_house();
    assert_int_equal(daily_day(house.host, FIRST_DAY)->robots[place], points);
}

/* ---- deals of many days ---- */

static int compare_seals(const void *a, const void *b)
{
    return memcmp(a, b, LUCK_SEAL);
}

/* None comes twice, and each follows from the day's secret as docs/fairness.md says. */
static test_case(no_seal_of_ten_thousand_days_comes_twice)
{
    enum { DAYS = 10000 };
    static char seals[2 * DAYS][LUCK_SEAL];
    for (int day = 0; day < DAYS; day++) {
        unsigned char secret[LUCK_SECRET], key[LUCK_KEY], own[LUCK_SECRET];
        struct lot lot;
        seal_draw_day(house.host, FIRST_DAY + day, secret);
        seal_luck_seal_day(secret, FIRST_DAY + day, seals[2 * day]);
        seal_luck_of_day(&lot, "coloretto", FIRST_DAY + day, secret);
        seal_luck_seal(lot.secret, lot.id, seals[2 * day + 1]);
        seal_luck_key(&lot, 1, key);
        crypto_auth_hmacsha256(own, (const unsigned char *)"daily coloretto", 15, secret);
        assert_memory_equal(own, lot.secret, LUCK_SECRET);
        assert_memory_not_equal(key, lot.secret, LUCK_KEY);
    }
    qsort(seals, 2 * DAYS, sizeof *seals, compare_seals);
    for (int i = 1; i < 2 * DAYS; i++)
        assert_string_not_equal(seals[i - 1], seals[i]);
}

int main(void)
{
#define WITH_HOUSE(name) cmocka_unit_test_setup_teardown(name, open_daily, close_house)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(it_is_dealt_once_and_without_help),
        WITH_HOUSE(a_house_switches_games_off),
        WITH_HOUSE(which_games_is_a_rule_of_the_house),
        WITH_HOUSE(every_game_has_one_and_it_comes_to_a_result),
        WITH_HOUSE(the_same_choices_meet_the_same_answers),
        WITH_HOUSE(who_is_linked_has_one_together),
        WITH_HOUSE(of_two_that_are_linked_later_the_first_counts),
        WITH_HOUSE(two_at_once_are_one_try),
        WITH_HOUSE(of_two_processes_the_earlier_counts),
        WITH_HOUSE(a_second_table_ends_when_the_first_is_known),
        WITH_HOUSE(who_stops_has_had_the_try),
        WITH_HOUSE(a_clock_that_goes_back_opens_no_day_again),
        WITH_HOUSE(an_older_backup_under_a_house_that_runs_opens_no_day_again),
        WITH_HOUSE(who_cannot_be_known_again_has_none),
        WITH_HOUSE(no_channel_sees_one),
        WITH_HOUSE(no_kill_loses_a_try_or_gives_another),
        WITH_HOUSE(a_kill_behind_any_write_leaves_one_try),
        WITH_HOUSE(all_is_shown_when_nobody_can_be_at_it),
        WITH_HOUSE(a_try_may_end_on_the_next_day_and_is_void_behind_it),
        WITH_HOUSE(who_resumes_behind_the_reveal_gets_no_result),
        WITH_HOUSE(results_are_compared_and_days_counted),
        WITH_HOUSE(who_is_forgotten_leaves_nothing),
        WITH_HOUSE(another_program_closes_the_day),
        WITH_HOUSE(the_best_are_named_who_show_their_standings),
        WITH_HOUSE(a_word_a_day_for_those_who_want_it),
        WITH_HOUSE(a_hard_robot_plays_the_deal_when_it_is_over),
        WITH_HOUSE(no_seal_of_ten_thousand_days_comes_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
