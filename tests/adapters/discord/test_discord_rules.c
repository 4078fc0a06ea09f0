/* House rules on Discord: for a channel, its threads and its server; set by people who may
   manage them; a role that may open tables. What roles allow is followed live. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "faulty_store.h"
#include "host.h"
#include "host_admin.h"
#include "standin.h"
#include "testing.h"

static struct club club;
static uint64_t stewards;

static test_fixture(open_club)
{
    club_open(&club, NULL);
    assert_true(standin_is_ready(club.discord, 0));
    stewards = standin_role(club.discord, club.guild, "stewards", STANDIN_MANAGE_GUILD);
    standin_give_role(club.discord, club.people[CLUB_DAN], stewards);
    club_wait(&club, 1000);
    standin_mark(club.discord);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static const char *says(int who, const char *text)
{
    club_wait(&club, 5000);
    club_say(&club, who, text);
    club_wait(&club, 5000);
    return club_seen(&club, who);
}

static int tables(void)
{
    return club_table_count(&club);
}

static test_case(whoever_manages_the_server_sets_rules_until_the_role_is_lost)
{
    club_expect(says(CLUB_ANN, "!settings guests no"), "<SETTINGS_OF_ROOM group=server>");
    club_expect(says(CLUB_DAN, "!settings guests no"), "<CHANNEL_GUESTS_NO_1>");
    club_expect(says(CLUB_ANN, "!settings"), "<RULE_SHORT_HERE name=guests|value=no>");
    standin_take_role(club.discord, club.people[CLUB_DAN], stewards);
    club_expect(says(CLUB_DAN, "!settings guests yes"), "<SETTINGS_OF_ROOM_1 group=server>");
    standin_give_role(club.discord, club.people[CLUB_DAN], stewards);
    standin_set_role(club.discord, club.guild, stewards, STANDIN_SEND);
    club_expect(says(CLUB_DAN, "!settings guests yes"), "<SETTINGS_OF_ROOM_1 group=server>");
    club_expect(says(CLUB_ANN, "!settings guests"), "<CHANNEL_GUESTS_NO_2>");
}

static test_case(a_server_has_rules_for_all_its_channels)
{
    says(CLUB_DAN, "!settings server games coloretto");
    club_expect(says(CLUB_ANN, "!settings games"), "<RULE_GAMES_1 games=Coloretto>");
    club_expect(says(CLUB_ANN, "!settings games"), "<RULE_BY_GROUP>");
    says(CLUB_DAN, "!settings games all");
    club_expect(says(CLUB_ANN, "!settings games"), "<RULE_GAMES_ALL_1>");
    says(CLUB_DAN, "!settings games default");
    says(CLUB_ANN, "!play roygbiv");
    assert_int_equal(tables(), 0);
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 10000);
    says(CLUB_ANN, "!play roygbiv");
    assert_int_equal(tables(), 0);
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 1);
}

static test_case(a_role_opens_tables_until_it_is_lost)
{
    char line[64];
    uint64_t regulars = standin_role(club.discord, club.guild, "regulars", 0);
    club_wait(&club, 1000);
    club_expect(says(CLUB_DAN, "!settings open 77"),
                "<SETTING_VALUES_1 name=open|values=everybody, operators, a role>");
    snprintf(line, sizeof line, "!settings open <@&%" PRIu64 ">", regulars);
    says(CLUB_DAN, line);
    snprintf(line, sizeof line, "People with the role %" PRIu64 ",", regulars);
    club_expect(says(CLUB_DAN, "!settings open"), line);
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 0);
    standin_give_role(club.discord, club.people[CLUB_EVE],
                      /* another role does not do */
                      standin_role(club.discord, club.guild, "others", 0));
    says(CLUB_EVE, "!play coloretto");
    assert_int_equal(tables(), 0);
    standin_give_role(club.discord, club.people[CLUB_ANN], regulars);
    assert_true(
        standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:coloretto"));
    club_wait(&club, 5000);
    assert_int_equal(tables(), 1);
    says(CLUB_ANN, "!stop yes");
    assert_int_equal(tables(), 0);
    standin_take_role(club.discord, club.people[CLUB_ANN], regulars);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:coloretto");
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 0);
}

static test_case(each_table_has_a_thread_where_that_is_the_rule)
{
    says(CLUB_DAN, "!settings threads yes");
    says(CLUB_DAN, "!settings undo off");
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/threads"), 1);
    assert_int_equal(tables(), 1);
    says(CLUB_BOB, "!play coloretto thread=no");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/threads"), 1);
    assert_int_equal(tables(), 2);
}

/* Choices that `choose` makes are told when they are saved, and not before; or that they could
   not be. */
static void expect_told_when_saved(void (*choose)(void), const char *told)
{
    faulty_store_hold(club.faulty, true);
    standin_mark(club.discord);
    choose();
    club_wait(&club, 10000);
    assert_null(strstr(club_seen(&club, CLUB_DAN), told));
    faulty_store_hold(club.faulty, false);
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_DAN), told);
    faulty_store_fail(club.faulty, 0, 1, STORE_FULL);
    choose();
    club_wait(&club, 10000);
    club_expect(club_seen(&club, CLUB_DAN), "<SETTING_NOT_SAVED_1>");
}

static void press_guests(void)
{
    assert_true(standin_slash(club.discord, club.people[CLUB_DAN], club.games,
                              "settings rule:\"server guests\" value:no"));
}

static void choose_panel(void)
{
    assert_true(
        standin_slash(club.discord, club.people[CLUB_DAN], club.games, "me hands by:panel"));
}

static void choose_look(void)
{
    assert_true(standin_slash(club.discord, club.people[CLUB_DAN], club.games,
                              "me set words:\"look plain\""));
}

static void choose_push(void)
{
    assert_true(
        standin_slash(club.discord, club.people[CLUB_DAN], club.games, "me set words:\"push dm\""));
}

static test_case(choices_are_told_when_they_are_saved)
{
    expect_told_when_saved(press_guests, "No more tables from elsewhere");
    expect_told_when_saved(choose_panel, "Your hand is shown where you play, to you alone");
    expect_told_when_saved(choose_look, "plain");
    expect_told_when_saved(choose_push, "your telephone rings for my private message");
}

static test_case(slash_commands_show_and_set_rules)
{
    assert_true(standin_slash(club.discord, club.people[CLUB_ANN], club.games, "settings"));
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_ANN), "<SETTINGS_1 rules=games all;>");
    assert_true(standin_slash(club.discord, club.people[CLUB_DAN], club.games,
                              "settings rule:\"server guests\" value:no"));
    club_wait(&club, 2000);
    club_expect(says(CLUB_ANN, "!settings guests"), "<CHANNEL_GUESTS_NO_2>");
}

/* The right to manage one channel, by a role there or as a member, also in its threads; every
   change is followed. */
static test_case(whoever_manages_the_channel_sets_its_rules)
{
    const uint64_t manage = STANDIN_MANAGE_CHANNELS;
    uint64_t other = standin_channel(club.discord, club.guild, "other");
    uint64_t keepers = standin_role(club.discord, club.guild, "keepers", 0);
    standin_give_role(club.discord, club.people[CLUB_EVE], keepers);
    club_expect(says(CLUB_EVE, "!settings guests no"), "<SETTINGS_OF_ROOM_1 group=server>");
    standin_overwrite(club.discord, club.games, keepers, manage, 0);
    club_expect(says(CLUB_EVE, "!settings guests no"), "<CHANNEL_GUESTS_NO_1>");
    /* there she may not */
    standin_say(club.discord, club.people[CLUB_EVE], other, "!settings guests yes");
    club_wait(&club, 5000);
    club_expect(standin_content(standin_last(club.discord, other, club.people[CLUB_EVE])),
                "<SETTINGS_OF_ROOM_1 group=server>");
    club_expect(says(CLUB_EVE, "!settings server guests no"), "<SETTINGS_OF_GROUP group=server>");
    says(CLUB_EVE, "!play heartcatchers thread=yes");
    uint64_t thread = standin_thread(club.discord, club.games);
    standin_say(club.discord, club.people[CLUB_EVE], thread,
                "!settings say no"); /* the channel's overwrites hold in it */
    club_wait(&club, 5000);
    club_expect(standin_content(standin_last(club.discord, thread, club.people[CLUB_EVE])),
                "!settings** say yes");
    /* taken from her alone */
    standin_overwrite(club.discord, club.games, club.people[CLUB_EVE], 0, manage);
    club_expect(says(CLUB_EVE, "!settings guests yes"), "<SETTINGS_OF_ROOM_1 group=server>");
    standin_overwrite(club.discord, club.games, club.people[CLUB_EVE], 0, 0);
    standin_take_role(club.discord, club.people[CLUB_EVE], keepers);
    club_expect(says(CLUB_EVE, "!settings guests yes"), "<SETTINGS_OF_ROOM_1 group=server>");
    standin_overwrite(club.discord, club.games, club.people[CLUB_EVE], manage, 0);
    club_stop(&club); /* the next process hears of no channel, and asks */
    club_start(&club);
    club_wait(&club, 10000);
    club_expect(says(CLUB_EVE, "!settings guests yes"), "<CHANNEL_GUESTS_YES_1>");
    standin_overwrite(club.discord, club.games, club.guild, manage, 0); /* everybody: then nobody */
    club_expect(says(CLUB_ANN, "!settings guests no"), "<SETTINGS_OF_ROOM_1 group=server>");
}

/* Slash commands say what the person may do there. */
static test_case(whoever_manages_the_channel_does_so_by_slash_commands)
{
    const uint64_t manage = STANDIN_MANAGE_CHANNELS;
    assert_true(standin_slash(club.discord, club.people[CLUB_EVE], club.games,
                              "settings rule:guests value:no"));
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_EVE), "<SETTINGS_OF_ROOM_1 group=server>");
    assert_false(standin_slash(club.discord, club.people[CLUB_EVE], club.games, "operator bans"));
    standin_overwrite(club.discord, club.games, club.people[CLUB_EVE], manage, 0);
    assert_true(standin_slash(club.discord, club.people[CLUB_EVE], club.games,
                              "settings rule:guests value:no"));
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_EVE), "<CHANNEL_GUESTS_NO_1>");
    assert_true(standin_slash(club.discord, club.people[CLUB_EVE], club.games, "operator bans"));
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_EVE), "<ROOM_BANS_NONE>");
}

static test_case(a_channel_is_asked_for_once)
{
    says(CLUB_ANN, "!play coloretto");
    says(CLUB_BOB, "!join");
    says(CLUB_ANN, "!who");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "GET /channels/{}"), 1);
}

static void order(const char *command)
{
    assert_true(standin_slash(club.discord, club.people[CLUB_DAN], club.games, command));
    club_wait(&club, 2000);
}

static test_case(slash_commands_ban_whom_they_pick_heard_or_not)
{
    char line[64];
    uint64_t eve = club.people[CLUB_EVE];
    /* she isn't shown it */
    assert_false(standin_slash(club.discord, club.people[CLUB_ANN], club.games, "operator bans"));
    assert_false(standin_slash(club.discord, club.people[CLUB_DAN], club.games, "operator bans"));
    standin_set_member_rights(club.discord, club.people[CLUB_DAN],
                              STANDIN_MANAGE_GUILD | STANDIN_MANAGE_CHANNELS);
    snprintf(line, sizeof line, "operator ban user:%" PRIu64,
             eve); /* who has never said anything to us */
    order(line);
    club_expect(club_seen(&club, CLUB_DAN), "<ROOM_BAN_DONE_1 who=eve>");
    says(CLUB_ANN, "!play coloretto");
    club_expect(says(CLUB_EVE, "!join"), "<ROOM_BANNED_1>");
    order("operator bans");
    club_expect(club_seen(&club, CLUB_DAN), "<ROOM_BANS_ONE_1>");
    snprintf(line, sizeof line, "!unban <@%" PRIu64 ">", eve); /* typed, too */
    club_expect(says(CLUB_DAN, line), "<ROOM_UNBAN_DONE who=eve>");
    snprintf(line, sizeof line, "!ban <@!%" PRIu64 ">", eve);
    says(CLUB_DAN, line);
    order("operator unban");
    club_expect(club_seen(&club, CLUB_DAN), "<ROOM_BANS_ONE_1>");
    order("operator unban all:everybody");
    club_expect(club_seen(&club, CLUB_DAN), "<ROOM_UNBAN_ALL>");
    says(CLUB_EVE, "!join");
    assert_int_equal(standin_violations(club.discord), 0);
}

/* ---- the panel ---- */

static uint64_t open_panel(int who)
{
    assert_true(standin_slash(club.discord, club.people[who], club.games, "settings"));
    club_wait(&club, 2000);
    const struct standin_message *message =
        standin_last(club.discord, club.games, club.people[who]);
    assert_int_equal(message->viewer, club.people[who]);
    return message->id;
}

/* What the panel says then; it stays one message. */
static const char *chooses(int who, uint64_t panel, const char *menu, const char *values)
{
    uint64_t pressed = standin_select(club.discord, club.people[who], panel, menu, values);
    assert_true(pressed);
    club_wait(&club, 2000);
    assert_true(standin_interaction(club.discord, pressed)->answered >= 0);
    assert_int_equal(standin_last(club.discord, club.games, club.people[who])->id, panel);
    return standin_content(standin_last(club.discord, club.games, club.people[who]));
}

static bool can_choose(int who, uint64_t panel, const char *menu, const char *value)
{
    return standin_select(club.discord, club.people[who], panel, menu, value);
}

static test_case(a_panel_shows_and_sets_rules)
{
    uint64_t panel = open_panel(CLUB_DAN);
    club_expect(club_seen(&club, CLUB_DAN), "<SETTINGS_1 rules=games all;>");
    club_expect(chooses(CLUB_DAN, panel, "hc?", "guests"), "<CHANNEL_GUESTS_YES_1>");
    club_expect(chooses(CLUB_DAN, panel, "hc=guests", "no"), "<CHANNEL_GUESTS_NO_1>");
    club_expect(chooses(CLUB_DAN, panel, "hc?", "games"), "<RULE_GAMES_ALL_1>");
    club_expect(chooses(CLUB_DAN, panel, "hc=games", "coloretto\nroygbiv"),
                "Only Coloretto and ROYGBIV");
    club_expect(chooses(CLUB_DAN, panel, "hc?", "tables"), "");
    club_expect(chooses(CLUB_DAN, panel, "hc=tables", "2"), "2");
    club_expect(chooses(CLUB_DAN, panel, "hc?", "heartcatchers"),
                "<RULE_GAME_1 game=Heartcatchers>");
    club_expect(chooses(CLUB_DAN, panel, "hc=heartcatchers", "match=3"), "match=3");
    club_expect(chooses(CLUB_DAN, panel, "hc=heartcatchers", "default"), "<RULE_GAME_NONE_1>");
    club_expect(says(CLUB_ANN, "!settings"),
                "<RULE_SHORT_HERE name=games|value=coloretto, roygbiv>");
    club_expect(says(CLUB_ANN, "!settings"), "<RULE_SHORT_HERE name=tables|value=2>");
    club_expect(says(CLUB_ANN, "!settings"), "<RULE_SHORT_HERE name=guests|value=no>");
    standin_expect_clean(club.discord);
}

/* Every rule in turn: Discord takes each of these messages. */
static bool has_panel(void *arg, const char *rule)
{
    uint64_t panel = *(uint64_t *)arg;
    char menu[64];
    chooses(CLUB_DAN, panel, "hc?", rule);
    snprintf(menu, sizeof menu, "hc=%s", rule);
    if (!can_choose(CLUB_DAN, panel, menu, "default"))
        fail_msg("%s cannot be taken back", rule);
    club_wait(&club, 4000); /* slower than anybody is asked to slow down */
    return true;
}

static test_case(every_rule_fits_into_the_panel)
{
    uint64_t panel = open_panel(CLUB_DAN);
    host_each_rule(club.host, "discord:club", has_panel, &panel);
    standin_expect_clean(club.discord);
}

static test_case(a_panel_takes_a_role_for_who_may_open_tables)
{
    char role[24], line[80];
    uint64_t regulars = standin_role(club.discord, club.guild, "regulars", 0);
    uint64_t panel = open_panel(CLUB_DAN);
    snprintf(role, sizeof role, "%" PRIu64, regulars);
    snprintf(line, sizeof line, "People with the role %" PRIu64 ",", regulars);
    chooses(CLUB_DAN, panel, "hc?", "open");
    club_expect(chooses(CLUB_DAN, panel, "hc@open", role), line);
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 0);
    standin_give_role(club.discord, club.people[CLUB_ANN], regulars);
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 1);
}

static test_case(a_panel_sets_rules_for_the_whole_server)
{
    uint64_t other = standin_channel(club.discord, club.guild, "other");
    uint64_t panel = open_panel(CLUB_DAN);
    chooses(CLUB_DAN, panel, "hc?", "games");
    assert_true(standin_press(club.discord, club.people[CLUB_DAN], panel, "hg:games"));
    club_wait(&club, 2000);
    club_expect(chooses(CLUB_DAN, panel, "hg=games", "coloretto"),
                "<RULE_GAMES_1 games=Coloretto>");
    standin_say(club.discord, club.people[CLUB_ANN], other, "!play roygbiv");
    club_wait(&club, 2000);
    assert_int_equal(tables(), 0);
    assert_true(standin_press(club.discord, club.people[CLUB_DAN], panel, "hc:games"));
    club_wait(&club, 2000);
    assert_true(can_choose(CLUB_DAN, panel, "hc=games", "roygbiv"));
}

/* What somebody may is asked at every press; people without a rank read the rules and are shown
   nothing to set them with. */
static test_case(an_old_panel_gives_nobody_a_power_they_lost)
{
    uint64_t of_ann = open_panel(CLUB_ANN), panel = open_panel(CLUB_DAN);
    club_expect(chooses(CLUB_ANN, of_ann, "hc?", "guests"), "<CHANNEL_GUESTS_YES_1>");
    assert_false(can_choose(CLUB_ANN, of_ann, "hc=guests", "no"));
    assert_false(standin_press(club.discord, club.people[CLUB_ANN], of_ann, "hg:guests"));
    standin_forge(club.discord, club.people[CLUB_ANN], of_ann, "hc=guests", "no");
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_ANN), "<SETTINGS_OF_ROOM_1 group=server>");
    chooses(CLUB_DAN, panel, "hc?", "guests");
    standin_take_role(club.discord, club.people[CLUB_DAN], stewards);
    club_expect(chooses(CLUB_DAN, panel, "hc=guests", "no"), "<SETTINGS_OF_ROOM_1 group=server>");
    assert_false(can_choose(CLUB_DAN, panel, "hc=guests", "no")); /* and the menu is gone */
    standin_give_role(club.discord, club.people[CLUB_DAN], stewards);
    chooses(CLUB_DAN, panel, "hc?", "guests");
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 10000);
    club_expect(chooses(CLUB_DAN, panel, "hc=guests", "no"),
                "<CHANNEL_GUESTS_NO_2>"); /* after a restart, too */
}

/* Ids that nobody was shown: each is answered, and changes nothing. */
static test_case(made_up_presses_do_no_harm)
{
    static const char *const ids[] = {"h",        "hc",          "hx?",     "hc!guests",
                                      "hc=",      "hc=nonsense", "hc@open", "hc=guests",
                                      "hg=games", "hc@guests",   "hg:",     "hc:nonsense"};
    uint64_t panel = open_panel(CLUB_DAN);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        uint64_t pressed =
            standin_forge(club.discord, club.people[CLUB_DAN], panel, ids[i], "\"<@&1>; everyone");
        club_wait(&club, 5000);
        assert_true(standin_interaction(club.discord, pressed)->answered >= 0);
    }
    club_expect(says(CLUB_ANN, "!settings"),
                "<SETTINGS_1 rules=games all; open everybody; threads no; guests yes;>");
    standin_expect_clean(club.discord);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_club, close_club)
    const struct CMUnitTest tests[] = {
        TEST(whoever_manages_the_server_sets_rules_until_the_role_is_lost),
        TEST(a_server_has_rules_for_all_its_channels),
        TEST(a_role_opens_tables_until_it_is_lost),
        TEST(each_table_has_a_thread_where_that_is_the_rule),
        TEST(choices_are_told_when_they_are_saved),
        TEST(slash_commands_show_and_set_rules),
        TEST(whoever_manages_the_channel_sets_its_rules),
        TEST(whoever_manages_the_channel_does_so_by_slash_commands),
        TEST(a_channel_is_asked_for_once),
        TEST(a_panel_shows_and_sets_rules),
        TEST(every_rule_fits_into_the_panel),
        TEST(a_panel_takes_a_role_for_who_may_open_tables),
        TEST(a_panel_sets_rules_for_the_whole_server),
        TEST(an_old_panel_gives_nobody_a_power_they_lost),
        TEST(made_up_presses_do_no_harm),
        TEST(slash_commands_ban_whom_they_pick_heard_or_not),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
