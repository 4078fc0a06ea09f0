/* House rules: what the operators of a room say holds there, over restarts; where a value comes
   from; whom it keeps from what; and who may not set it. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "faulty_store.h"
#include "household.h"

#include "host_admin.h"
#include "host_state.h"
#include "port.h"
#include "prose.h"
#include "room.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

static test_fixture(open_ruled)
{
    open_lasting(state);
    house.commands = commands_new();
    return house_restart(&house);
}

/* Slowly, so that nothing is too much for the commands. */
static void says_as(const char *room, const char *who, unsigned rank, const char *text)
{
    house.now += 5000;
    house_forget(&house);
    house_say_as(&house, room, who, rank, NULL, text);
    house_settle(&house);
}

static void op_says(const char *text)
{
    says_as("#a", "op", RANK_OPERATOR, text);
}

static void ann_says(const char *text)
{
    says_as("#a", "ann", 0, text);
}

/* ---- reading and setting ---- */

static test_case(all_rules_are_shown_in_one_line)
{
    ann_says("settings");
    assert_told("<SETTINGS_2 rules=games all; open everybody; guests yes; say yes; robots "
                "yes; undo free; proof no; voice yes; season no; seats no; language auto>");
    assert_int_equal(house_count(&house, "\n"), 1);
    op_says("settings guests no");
    ann_says("settings");
    assert_told("<RULE_SHORT_HERE name=guests|value=no>; say yes;");
    ann_says("settings guests");
    assert_told("<CHANNEL_GUESTS_NO_1>");
    ann_says("settings colour");
    assert_told("<SETTING_UNKNOWN_1 typed=colour>");
    says_as(NULL, "ann", 0, "settings");
    assert_told("<CHANNEL_WHERE>");
}

static test_case(only_operators_set_rules)
{
    ann_says("settings robots no");
    assert_told("<CHANNEL_NOT_YOURS>");
    says_as("#a", "eve", RANK_VOICED, "settings robots no");
    assert_told("<CHANNEL_NOT_YOURS>");
    ann_says("settings robots");
    assert_told("<RULE_ROBOTS_YES_1>");
    says_as("#a", "adm", RANK_ADMIN, "settings robots no");
    assert_told("<RULE_ROBOTS_NO_1>");
    says_as("#a", "me", RANK_LOCAL, "settings robots yes");
    assert_told("<RULE_ROBOTS_YES_1>");
}

static test_case(wrong_values_are_refused_with_what_would_do)
{
    op_says("settings robots perhaps");
    assert_told("<SETTING_VALUES name=robots|values=yes, fast, no|example=no>");
    op_says("settings tables 0");
    assert_told("<SETTING_NUMBER_1 name=tables|most=1000>");
    op_says("settings games coloretto chess");
    assert_told("<GAME_UNKNOWN_1 typed=chess>");
    op_says("settings heartcatchers match=99");
    assert_told("match");
    op_says("settings heartcatchers clock=soon");
    assert_told("soon");
    op_says("settings heartcatchers match=3;");
    assert_told("match");
    assert_string_equal(house.chosen[0].row, "");
}

static test_case(a_rule_outlasts_a_restart_and_goes_back_to_default)
{
    op_says("settings open operators");
    op_says("settings undo consent");
    op_says("settings open everybody");
    op_says("settings guests no");
    assert_string_equal(house.chosen[0].row, "undo=consent open=everybody guests=no");
    house_restart(&house);
    ann_says("settings");
    assert_told("<RULE_SHORT_HERE name=open|value=everybody><RULE_SHORT_HERE "
                "name=;|value=guests no><RULE_SHORT_HERE name=;|value=say yes; robots yes; "
                "undo consent>");
    op_says("settings undo default");
    op_says("settings open default");
    assert_string_equal(house.chosen[0].row, "guests=no");
    says_as("#b", "ann", 0, "settings");
    assert_told("<GUESTS_YES>");
}

static test_case(what_is_not_saved_is_not_told_as_done)
{
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    op_says("settings robots no");
    assert_told("<SETTING_NOT_SAVED_2>");
    assert_not_told("<RULE_ROBOTS_NO_1>");
    house_restart(&house);
    ann_says("settings robots");
    assert_told("<RULE_ROBOTS_YES_2>");
    op_says("set channel guests no");
    assert_told("<CHANNEL_GUESTS_NO_2>");
    assert_int_equal(house_count(&house, "\n"), 1);
}

/* How the network writes to a person or a room is told like a rule. */
static test_case(a_choice_of_looks_is_told_when_it_is_saved)
{
    static const char *const looks[] = {"set plain", "set channel bare yes"};
    house.has_far = true;
    house_restart(&house);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        faulty_store_hold(faulty, true);
        op_says(looks[i]);
        assert_int_equal(house_count(&house, "\n"), 0);
        faulty_store_hold(faulty, false);
        house_settle(&house);
        assert_told(looks[i] + strlen("set "));
        assert_int_equal(house_count(&house, "\n"), 1);
        faulty_store_fail(faulty, 0, 1, STORE_FULL);
        op_says(looks[i]);
        assert_told("<SETTING_NOT_SAVED_2>");
        assert_not_told("You read");
        faulty_store_fail(faulty, 0, 1, STORE_UNKNOWN);
        op_says(looks[i]);
        assert_told("<SETTING_NOT_SAVED_1>");
    }
    faulty_store_hold(faulty, true);
    for (int i = 0; i < 8; i++)
        op_says("set symbols");
    assert_int_equal(house_count(&house, "\n"), 0);
    op_says("set");
    assert_told("<STATS_BUSY_2>");
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_int_equal(house_count(&house, "You read symbols"), 8);
    op_says("set");
    assert_told("You read symbols");
}

/* While the disk is slow, one operator waits for eight of them. */
static test_case(rules_that_are_being_saved_are_bounded)
{
    faulty_store_hold(faulty, true);
    for (int i = 0; i < 8; i++) {
        op_says(i % 2 ? "settings robots yes" : "settings robots no");
        assert_int_equal(house_count(&house, "\n"), 0);
    }
    op_says("settings robots no");
    assert_told("<STATS_BUSY_2>");
    says_as("#a", "op2", RANK_OPERATOR, "settings undo off");
    assert_int_equal(house_count(&house, "\n"), 0);
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_int_equal(house_count(&house, "to op: "), 8);
    assert_int_equal(house_count(&house, "to op2: "), 1);
    ann_says("settings");
    assert_told("<RULE_SHORT_HERE name=robots|value=yes><RULE_SHORT_HERE name=;|value=undo "
                "off>");
}

static test_case(the_older_words_mean_the_same_values)
{
    op_says("set channel guests no");
    op_says("set channel undo off");
    assert_string_equal(house.chosen[0].row, "guests=no undo=off");
    ann_says("settings");
    assert_told("<RULE_SHORT_HERE name=guests|value=no><RULE_SHORT_HERE name=;|value=say "
                "yes; robots yes; undo off>");
    ann_says("set channel undo free");
    assert_told("<CHANNEL_NOT_YOURS_1>");
}

static test_case(too_many_words_are_refused_and_change_nothing)
{
    char row[HOST_CHOICES], line[160];
    static const char *const games[] = {"heartcatchers", "colorcatcher", "kritters", "roygbiv",
                                        "coloretto"};
    for (int i = 0; i < 5; i++) {
        memcpy(row, house.chosen[0].row, sizeof row);
        snprintf(line, sizeof line, "settings %s %s %s %s %s %s %s %s %s %s", games[i],
                 "clock=live", "clock=live", "clock=live", "clock=live", "clock=live", "clock=live",
                 "clock=live", "clock=live", "clock=live");
        op_says(line);
        if (house_was_told(&house, "<SETTINGS_FULL_1>"))
            break;
    }
    assert_told("<SETTINGS_FULL_1>");
    assert_string_equal(house.chosen[0].row, row);
    assert_in_range(strlen(row), HOST_CHOICES - 140, HOST_CHOICES - 1);
}

/* ---- where a value comes from ---- */

static test_case(a_thread_has_the_rules_of_its_channel_and_the_house_those_of_nobody)
{
    struct prose why;
    prose_clear(&why);
    assert_true(host_use_rule(house.host, "undo consent", &why));
    assert_true(host_use_rule(house.host, "guests no", &why));
    ann_says("settings");
    assert_told("<RULE_SHORT_HOUSE name=guests|value=no><RULE_SHORT_HOUSE name=;|value=say "
                "yes; robots yes; undo consent>");
    op_says("settings guests yes");
    house.above_room = "#thread";
    house.above = "#a";
    says_as("#thread", "ann", 0, "settings");
    assert_told("<RULE_SHORT_HOUSE name=guests|value=yes (from above); say yes; robots yes; "
                "undo consent>");
    says_as("#thread", "ann", 0, "settings undo");
    assert_told("<UNDO_RULE_CONSENT_1>");
    assert_told("<RULE_BY_HOUSE>");
    says_as("#thread", "op", RANK_OPERATOR, "settings guests no");
    says_as("#thread", "ann", 0, "settings guests");
    assert_told("<CHANNEL_GUESTS_NO_2>");
    assert_false(house_was_told(&house, "<RULE_BY_HOUSE_1>"));
    ann_says("settings guests");
    assert_told("<CHANNEL_GUESTS_YES_1>");
}

static test_case(mistakes_of_the_configuration_are_named)
{
    struct prose why;
    static const char *const wrong[] = {"colour yes", "guests", "guests perhaps",
                                        "heartcatchers match=99", "tables x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        prose_clear(&why);
        assert_false(host_use_rule(NULL, wrong[i], &why));
        assert_true(why.length > 0);
    }
    assert_true(host_use_rule(NULL, "threads yes", &why));
}

/* ---- what rules do ---- */

static test_case(only_allowed_games_are_opened)
{
    op_says("settings games coloretto, roygbiv");
    assert_told("<RULE_GAMES_1 games=Coloretto and ROYGBIV>");
    ann_says("play heartcatchers");
    assert_told("<RULE_GAME_NOT_HERE game=Heartcatchers|games=Coloretto and ROYGBIV>");
    assert_int_equal(house_table_count(&house), 0);
    ann_says("play coloretto");
    assert_int_equal(house_table_count(&house), 1);
    says_as("#b", "bob", 0, "play heartcatchers");
    assert_int_equal(house_table_count(&house), 2);
}

static test_case(only_those_who_may_open_tables)
{
    op_says("settings open voiced");
    ann_says("play coloretto");
    assert_told("<RULE_OPEN_NO_VOICE_1>");
    says_as("#a", "eve", RANK_VOICED, "play coloretto");
    assert_int_equal(house_table_count(&house), 1);
    ann_says("join");
    assert_told("ann");
    says_as("#a", "eve", RANK_VOICED, "stop");
    assert_int_equal(house_table_count(&house), 0);
    op_says("settings open operators");
    says_as("#a", "eve", RANK_VOICED, "play coloretto"); /* the power is gone with the next line */
    assert_told("<RULE_OPEN_NOT_YOURS_1>");
    ann_says("learn coloretto");
    op_says("play coloretto");
    assert_int_equal(house_table_count(&house), 1);
    says_as(NULL, "ann", 0, "play coloretto robots=1"); /* in private nobody is an operator */
    assert_int_equal(house_table_count(&house), 2);
}

static test_case(a_person_has_as_many_tables_as_the_room_allows)
{
    op_says("settings tables 1");
    says_as("#b", "ann", 0, "play coloretto");
    ann_says("play coloretto");
    assert_told("<TABLES_HERE_1 most=1>");
    says_as("#c", "ann", 0, "play coloretto");
    assert_int_equal(house_table_count(&house), 2);
}

static test_case(tables_are_opened_with_the_options_of_the_room)
{
    op_says("settings heartcatchers match=3 clock=slow");
    assert_told("<RULE_GAME_2 game=Heartcatchers|value=match=3 clock=slow>");
    op_says("settings clock 20s");
    assert_told("<LIVE_SLOW_OFF_OR>");
    op_says("settings clock 1m");
    assert_told("<RULE_CLOCK_1 value=60s>");
    op_says("settings clock off");
    ann_says("play heartcatchers");
    assert_told("<MATCH_CLOCK_SLOW>");
    ann_says("stop");
    ann_says("play heartcatchers match=1");
    assert_false(house_was_told(&house, "match=3"));
    ann_says("stop");
    ann_says("play coloretto");
    assert_told("<CLOCK_UNKNOWN_1>");
    ann_says("stop");
    op_says("settings heartcatchers default");
    ann_says("settings heartcatchers");
    assert_told("<RULE_GAME_NONE_2 game=Heartcatchers>");
}

static test_case(no_robots_sit_down_where_none_are_wanted)
{
    op_says("settings robots no");
    ann_says("play coloretto robots=2");
    assert_told("<RULE_ROBOTS_NOT_HERE_1>");
    ann_says("play coloretto");
    ann_says("add robot");
    assert_told("<RULE_ROBOTS_NOT_HERE_1>");
    assert_int_equal(house_table(&house, "#a")->seat_count, 1);
    op_says("settings robots yes");
    ann_says("add robot");
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

/* ---- tables that come from elsewhere ---- */

static void set_coloretto_aside(void)
{
    ann_says("play coloretto clock=off");
    says_as("#a", "bob", 0, "join");
    ann_says("start");
    house_wait(&house, (int64_t)31 * 60 * 1000);
    says_as("#a", "dan", 0, "free");
    assert_int_equal(house_table_count(&house), 0);
}

static test_case(a_table_that_was_set_aside_goes_on_only_where_it_could_be_opened)
{
    set_coloretto_aside();
    says_as("#b", "op", RANK_OPERATOR, "settings games roygbiv");
    says_as("#b", "ann", 0, "resume");
    assert_told("<RULE_GAME_NOT_HERE game=Coloretto|games=ROYGBIV>");
    says_as("#b", "op", RANK_OPERATOR, "settings games all");
    says_as("#b", "op", RANK_OPERATOR, "settings open voiced");
    says_as("#b", "ann", 0, "resume");
    assert_told("<RULE_OPEN_NO_VOICE_1>");
    assert_int_equal(house_table_count(&house), 0);
    says_as("#b", "ann", RANK_VOICED, "resume");
    assert_told("<RESUMED_1 who=ann|game=Coloretto>");
    assert_int_equal(house_table_count(&house), 1);
}

static const char *code_of_table(void)
{
    static char line[32];
    ann_says("play coloretto");
    ann_says("invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    return line;
}

static test_case(a_table_from_elsewhere_is_shown_only_where_it_could_be_opened)
{
    const char *join = code_of_table();
    says_as("#b", "op", RANK_OPERATOR, "settings games roygbiv");
    says_as("#b", "bob", 0, join);
    assert_told("<RULE_GAME_NOT_HERE game=Coloretto|games=ROYGBIV>");
    house_expect_not(&house, "to ann:");
    says_as("#b", "op", RANK_OPERATOR, "settings games all");
    says_as("#b", "op", RANK_OPERATOR, "settings open operators");
    says_as("#b", "ann", 0, join); /* who opened it, too */
    assert_told("<RULE_OPEN_NOT_YOURS_1>");
    says_as("#b", "bob", 0, join);
    assert_told("<RULE_OPEN_NOT_YOURS_1>");
    says_as("#b", "op", RANK_OPERATOR, join);
    assert_told("to ann:");
    says_as("#b", "op", RANK_OPERATOR, "settings games roygbiv"); /* and then they think again */
    ann_says("invite yes");
    assert_told("<RULE_GAME_NOT_HERE game=Coloretto|games=ROYGBIV>");
    assert_null(host_find(house.host, "net", "#b"));
    says_as("#b", "op", RANK_OPERATOR, "settings games default");
    says_as("#b", "op", RANK_OPERATOR, join);
    ann_says("invite yes");
    assert_non_null(host_find(house.host, "net", "#b"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_ruled, close_house)
    const struct CMUnitTest tests[] = {
        TEST(all_rules_are_shown_in_one_line),
        TEST(only_operators_set_rules),
        TEST(wrong_values_are_refused_with_what_would_do),
        TEST(a_rule_outlasts_a_restart_and_goes_back_to_default),
        TEST(what_is_not_saved_is_not_told_as_done),
        TEST(a_choice_of_looks_is_told_when_it_is_saved),
        TEST(rules_that_are_being_saved_are_bounded),
        TEST(the_older_words_mean_the_same_values),
        TEST(too_many_words_are_refused_and_change_nothing),
        TEST(a_thread_has_the_rules_of_its_channel_and_the_house_those_of_nobody),
        TEST(mistakes_of_the_configuration_are_named),
        TEST(only_allowed_games_are_opened),
        TEST(only_those_who_may_open_tables),
        TEST(a_person_has_as_many_tables_as_the_room_allows),
        TEST(tables_are_opened_with_the_options_of_the_room),
        TEST(no_robots_sit_down_where_none_are_wanted),
        TEST(a_table_that_was_set_aside_goes_on_only_where_it_could_be_opened),
        TEST(a_table_from_elsewhere_is_shown_only_where_it_could_be_opened),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
