/* What networks with buttons, and with private messages that may be refused, ask of the host:
   moves that were pressed, messages that come twice, the end of an answer, and no deal before
   everybody can get a hand. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "in_words.h"
#include "port.h"
#include "prose.h"
#include "tables.h"
#include "testing.h"

static void seat_two(void)
{
    house_say(&house, "#g", "ann", "open ");
    house_say(&house, "#g", "bob", "join");
}

/* Two of four seats. */
static void seat_for_start(void)
{
    house_say(&house, "#g", "ann", "deal roygbiv");
    house_say(&house, "#g", "bob", "join");
}

struct panel {
    const char *who;
    struct press press;
    struct prose hand;
    char move[80], label[80], detail[80];
};

static bool keep_first(void *arg, const struct host_choice *choice)
{
    struct panel *panel = arg;
    snprintf(panel->move, sizeof panel->move, "%s", choice->move);
    snprintf(panel->label, sizeof panel->label, "%s", choice->label);
    snprintf(panel->detail, sizeof panel->detail, "%s", choice->detail);
    assert_int_equal(strncmp(choice->move, choice->verb, strlen(choice->verb)), 0);
    return false;
}

static bool open_panel(struct panel *panel, const char *who)
{
    struct heard heard = {.network = "net", .key = who, .name = who};
    *panel = (struct panel){.who = who};
    if (!host_panel(house_table(&house, "#g"), &heard, &panel->press, &panel->hand))
        return false;
    host_each_choice(house_table(&house, "#g"), &heard, keep_first, panel);
    return true;
}

/* The panel of the player whose turn it is. */
static struct panel panel_due(void)
{
    struct panel panel;
    assert_true(open_panel(&panel, "ann"));
    if (!panel.move[0])
        assert_true(open_panel(&panel, "bob"));
    assert_true(panel.move[0] && panel.hand.length > 0);
    return panel;
}

static test_case(a_pressed_move_is_played_once)
{
    seat_two();
    struct panel panel = panel_due();
    house_forget(&house);
    house_press(&house, panel.who, &panel.press, "p1", panel.move);
    house_expect(&house, "#g: ");
    house_expect(&house, "dealt with p1");
    house_forget(&house);
    house_press(&house, panel.who, &panel.press, "p2", panel.move);
    house_expect_not(&house, "#g: ");
    house_expect(&house, "<PRESS_STALE_1>");
    house_expect(&house, "dealt with p2");
}

static test_case(a_choice_says_which_card_it_is)
{
    seat_two();
    struct panel panel = panel_due();
    char letter[] = {panel.label[strcspn(panel.label, " ") + 1], ' ', '\0'};
    /* "steal d B them1": the card d of the hand */
    assert_non_null(strstr(panel.hand.text, letter));
    assert_non_null(strstr(panel.hand.text, panel.detail));
    assert_true(strlen(panel.label) > strlen(panel.move));
}

static test_case(a_forged_press_moves_nothing)
{
    seat_two();
    struct panel panel = panel_due();
    const char *other = strcmp(panel.who, "ann") == 0 ? "bob" : "ann";
    struct press press = panel.press;
    house_forget(&house);
    house_press(&house, other, &press, NULL, panel.move); /* another's button */
    char whose[64];
    snprintf(whose, sizeof whose, "%s: That button is for %s, so", other, panel.who);
    house_expect(&house, whose);
    press.decision++;
    house_press(&house, panel.who, &press, NULL, panel.move); /* one that was never made */
    press = panel.press;
    house_press(&house, panel.who, &press, NULL, "hide z them9");
    house_expect_not(&house, "#g: ");
    assert_int_equal(house_count(&house, "<PRESS_STALE_1>"), 2);
    assert_false(open_panel(&panel, "cid")); /* a stranger has none */
}

/* Nothing was decided by the seat itself, whatever the others did. */
static test_case(in_real_time_others_make_no_button_stale)
{
    struct panel ann, bob;
    house_say(&house, "#g", "ann", "deal roygbiv mode=frenzy");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    assert_true(open_panel(&ann, "ann") && open_panel(&bob, "bob"));
    for (int i = 0; i < 20 && !(ann.move[0] && bob.move[0]); i++) {
        house_wait(&house, 1000);
        assert_true(open_panel(&ann, "ann") && open_panel(&bob, "bob"));
    }
    if (!ann.move[0] || !bob.move[0])
        fail_msg("nobody can play: %s", house.told);
    assert_int_equal(ann.press.decision, bob.press.decision);
    house_press(&house, "ann", &ann.press, NULL, ann.move);
    struct panel again;
    assert_true(open_panel(&again, "bob"));
    assert_int_equal(again.press.decision, bob.press.decision);
    assert_true(open_panel(&again, "ann"));
    assert_int_equal(again.press.decision, ann.press.decision + 1);
}

static test_case(a_message_that_comes_twice_counts_once_also_after_a_restart)
{
    house_say_as(&house, "#g", "ann", 0, "m1", "open ");
    house_settle(&house);
    house_say_as(&house, "#g", "bob", 0, "m2", "join");
    house_settle(&house);
    house_wait(&house, 10000);
    struct panel panel = panel_due();
    house_say_as(&house, "#g", panel.who, 0, "m3", panel.move);
    house_settle(&house);
    assert_int_equal(house_restart(&house), 1);
    house_forget(&house);
    house_say_as(&house, "#g", panel.who, 0, "m3", panel.move);
    house_say_as(&house, "#g", "bob", 0, "m2", "join");
    house_settle(&house);
    assert_string_equal(house.told, "dealt with m3\ndealt with m2\n");
}

static test_case(everything_heard_is_dealt_with_in_the_end)
{
    house_say_as(&house, "#g", "ann", 0, "x1", "board");
    house_expect(&house, "dealt with x1");
    house_say_as(&house, "#g", "ann", 0, "x2", "open ");
    house_expect_not(&house, "dealt with x2"); /* it is being saved */
    house_settle(&house);
    house_expect(&house, "dealt with x2");
    const char *opened = strstr(house.told, "Heartcatchers"),
               *dealt = strstr(house.told, "dealt with x2");
    assert_true(opened && opened < dealt);
}

static test_case(no_hand_is_dealt_before_everybody_can_get_it)
{
    house.unreached = "bob";
    seat_two();
    house_expect(&house, "#g: <START_UNREACHED_2 who=bob>");
    house_expect_not(&house, "<HAND_1>");
    house.unreached = NULL;
    host_reach_known(house.host, identity("net", "bob"), ++house.now);
    house_settle(&house);
    house_expect(&house, "to bob: <HAND_3 room=#g>");
}

static test_case(the_deal_waits_for_what_is_being_found_out)
{
    house.asked = "bob";
    seat_two();
    house_expect_not(&house, "<START_UNREACHED_3>");
    house_expect_not(&house, "<HAND_1>");
    house.asked = NULL;
    house.unreached = "bob";
    host_reach_known(house.host, identity("net", "bob"), ++house.now);
    house_settle(&house);
    house_expect(&house, "<START_UNREACHED_4 who=bob>");
}

/* Within two seconds the person who asked reads, in one sentence, whom the start waits for; the
   room does not. */
static test_case(who_starts_hears_whom_the_game_waits_for)
{
    static const char waits[] = "to ann: I am waiting until bob can get private messages from me";
    house.asked = "bob";
    seat_for_start();
    house_say_as(&house, "#g", "ann", 0, "s1", "start");
    house_say_as(&house, "#g", "ann", 0, "s2", "start");
    house_expect_not(&house, "dealt with s1");
    house_wait(&house, 2000);
    /* each answers its own press; adapters merge them */
    assert_int_equal(house_count(&house, "<START_WAITS_2>"), 2);
    house_expect(&house, waits);
    assert_int_equal(house.opens, 2);
    house_expect(&house, "dealt with s1");
    house_expect(&house, "dealt with s2");
    house_wait(&house, 60000);
    assert_int_equal(house_count(&house, "<START_WAITS_2>"), 2);
    house_forget(&house);
    house_say_as(&house, "#g", "ann", 0, "s3", "start"); /* asked again, it is said again */
    assert_int_equal(house_count(&house, waits), 1);
    house_expect(&house, "dealt with s3");
    house.asked = NULL;
    host_reach_known(house.host, identity("net", "bob"), ++house.now);
    house_settle(&house);
    house_expect(&house, "<HAND_1>");
}

static test_case(a_start_that_waits_little_is_not_talked_about)
{
    house.asked = "bob";
    seat_for_start();
    house_say_as(&house, "#g", "ann", 0, "s1", "start");
    house_wait(&house, 500);
    house_expect_not(&house, "dealt with s1");
    house.asked = NULL;
    host_reach_known(house.host, identity("net", "bob"), ++house.now);
    house_settle(&house);
    house_expect(&house, "to bob: <HAND_3 room=#g>");
    const char *closed = strstr(house.told, in_words("#g: <CLOSED_1>")),
               *dealt = strstr(house.told, "dealt with s1");
    assert_true(closed && dealt && closed < dealt); /* that answers the press */
    house_wait(&house, 5000);
    house_expect_not(&house, "<START_WAITS_2>");
}

/* A full table begins by itself: then all hear whom it waits for, unless that is over soon. */
static test_case(the_room_hears_whom_a_full_table_waits_for)
{
    house.asked = "ann";
    house_say(&house, "#g", "ann", "open ");
    house_say_as(&house, "#g", "bob", 0, "j1", "join");
    house_settle(&house);
    house_expect(&house, "dealt with j1");
    house_wait(&house, 1000);
    house_expect_not(&house, "<START_WAITS_3>");
    house_wait(&house, 1000);
    house_expect(&house, "#g: <START_WAITS_4 who=ann>");
    house_wait(&house, 60000);
    assert_int_equal(house_count(&house, "<START_WAITS_3>"), 1);
}

/* However many ask: few are kept, and everybody gets an answer. */
static test_case(starts_that_wait_are_bounded_and_all_answered)
{
    house.asked = "bob";
    seat_for_start();
    for (int i = 0; i < 40; i++) {
        char id[16];
        snprintf(id, sizeof id, "n%d", i);
        house_say_as(&house, "#g", "ann", 0, id, "start");
    }
    assert_int_equal(house_count(&house, "dealt with n"), 40 - 8);
    house_wait(&house, 2000);
    assert_int_equal(house_count(&house, "dealt with n"), 40);
    house_forget(&house);
    house_say_as(&house, "#g", "ann", RANK_OPERATOR, "x", "stop");
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
}

/* A table that goes takes nobody's answer with it. */
static test_case(a_start_that_waits_ends_with_its_table)
{
    house.asked = "bob";
    seat_for_start();
    house_say_as(&house, "#g", "ann", 0, "s1", "start");
    house_say_as(&house, "#g", "ann", 0, "x", "stop");
    house_settle(&house);
    house_expect(&house, "dealt with s1");
}

/* Somebody without private messages is named once for all, not at every word. */
static test_case(the_room_hears_once_who_cannot_be_reached)
{
    house.unreached = "bob";
    seat_for_start();
    for (int i = 0; i < 3; i++)
        house_say(&house, "#g", "ann", "start");
    host_reach_known(house.host, identity("net", "bob"), ++house.now);
    house_settle(&house);
    assert_int_equal(house_count(&house, "#g: <START_UNREACHED_5 who=bob>"), 1);
    assert_int_equal(house_count(&house, "to ann: <START_UNREACHED_5 who=bob>"), 2);
}

static test_case(a_game_without_hands_waits_for_nobody)
{
    house.unreached = "bob";
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    house_expect(&house, "play Coloretto");
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_lasting, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_pressed_move_is_played_once),
        test(a_choice_says_which_card_it_is),
        test(a_forged_press_moves_nothing),
        test(in_real_time_others_make_no_button_stale),
        test(a_message_that_comes_twice_counts_once_also_after_a_restart),
        test(everything_heard_is_dealt_with_in_the_end),
        test(no_hand_is_dealt_before_everybody_can_get_it),
        test(the_deal_waits_for_what_is_being_found_out),
        test(who_starts_hears_whom_the_game_waits_for),
        test(a_start_that_waits_little_is_not_talked_about),
        test(the_room_hears_whom_a_full_table_waits_for),
        test(starts_that_wait_are_bounded_and_all_answered),
        test(a_start_that_waits_ends_with_its_table),
        test(the_room_hears_once_who_cannot_be_reached),
        test(a_game_without_hands_waits_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
