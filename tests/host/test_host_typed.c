/* Fewer words: a letter that can mean several moves is asked about, and the number of one plays it;
   a step that changes nothing may be left unsaid; a number alone can only be a row or a ware where
   those have numbers. */
#include <stdio.h>
#include <string.h>

#include "colorcatcher/colorcatcher.h"
#include "household.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

static void deal_table(const char *game)
{
    char text[80];
    snprintf(text, sizeof text, "deal %s", game);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "bob", "start");
}

static int decisions_of(const char *name)
{
    return table()->playing->decisions[house_seat(&house, "#g", name)];
}

/* What stands behind "1 !" in the latest question. */
static void first_choice(char out[80])
{
    const char *choice = strstr(house.told, ": 1 !");
    assert_non_null(choice);
    assert_int_equal(sscanf(choice, ": 1 !%79[^\xc2]", out), 1);
}

/* Says each letter in private until one is asked about. */
static void ask(const char *who)
{
    for (char letter[] = "d"; letter[0] <= 'f'; letter[0]++) {
        say_slowly(NULL, who, letter);
        if (house_was_told(&house, ": 1 !"))
            return;
    }
    fail();
}

static test_case(a_number_answers_the_question)
{
    char choice[80], who[16];
    deal_table("heartcatchers");
    snprintf(who, sizeof who, "%s", due_name());
    int before = decisions_of(who);
    ask(who);
    first_choice(choice);
    say_slowly(NULL, who, "99");
    assert_told("<MOVE_UNKNOWN_1 typed=99>");
    assert_int_equal(decisions_of(who), before);
    char shown[100];
    snprintf(shown, sizeof shown, "1 %s", choice); /* as the list has it */
    say_slowly(NULL, who, shown);
    assert_int_equal(decisions_of(who), before + 1);
    say_slowly(NULL, due_name(), "1"); /* whom nobody asked */
    assert_told("<MOVE_UNKNOWN_1 typed=1>");
}

/* In the channel as well: a number of a list that one person has read names no card. */
static test_case(a_number_answers_in_the_channel)
{
    char who[16];
    deal_table("heartcatchers");
    snprintf(who, sizeof who, "%s", due_name());
    int before = decisions_of(who);
    ask(who);
    say_slowly("#g", who, "2");
    assert_int_equal(decisions_of(who), before + 1);
}

static test_case(a_number_of_an_old_list_plays_nothing)
{
    char who[16];
    deal_table("heartcatchers");
    snprintf(who, sizeof who, "%s", due_name());
    ask(who);
    say_slowly(NULL, who, "1");
    assert_true(play_any_move("#g"));
    assert_string_equal(due_name(), who);
    int before = decisions_of(who);
    say_slowly(NULL, who, "1");
    assert_told("<MOVE_NUMBER_OLD typed=1>");
    assert_told("<OFFER_1>");
    assert_int_equal(decisions_of(who), before);
}

/* Where a number means something at the table, lists have none. */
static test_case(a_number_is_a_row_where_rows_have_numbers)
{
    char who[16];
    deal("#g", "ann", "bob");
    snprintf(who, sizeof who, "%s", due_name());
    say_slowly("#g", who, "draw");
    say_slowly("#g", who, "2");
    assert_int_equal(decisions_of(who), 2);
    snprintf(who, sizeof who, "%s", due_name());
    say_slowly("#g", who, "1");
    assert_told("'take 1' is not possible");
    say_slowly("#g", who, "2");
    assert_int_equal(decisions_of(who), 1);
}

/* The number of cards of the colour that the seat holds. */
static int held(const char *who, int colour)
{
    const struct playing *playing = table()->playing;
    return zone_tally(&playing->table,
                      seat_zone(&playing->rules, house_seat(&house, "#g", who), CC_HAND), colour);
}

static test_case(what_is_shown_behind_a_draw_keeps_the_cards)
{
    static const char *const letters = "roygbiv";
    char who[16], text[16];
    int colour = 0;
    deal_table("colorcatcher");
    snprintf(who, sizeof who, "%s", due_name());
    say_slowly("#g", who, "draw");
    while (held(who, colour) == 0)
        colour++;
    int before = held(who, colour);
    for (int none = 0; none < CC_COLOURS; none++)
        if (held(who, none) == 0) {
            snprintf(text, sizeof text, "show %c", letters[none]);
            say_slowly("#g", who, text);
            assert_told("is not possible");
            assert_int_equal(decisions_of(who), 1);
        }
    snprintf(text, sizeof text, "show %c 1", letters[colour]);
    say_slowly("#g", who, text);
    assert_int_equal(decisions_of(who), 3);
    assert_int_equal(held(who, colour), before - 1);
}

static test_case(each_of_several_moves_may_begin_as_it_is_shown)
{
    char who[HOST_NAME];
    deal_table("coloretto");
    snprintf(who, sizeof who, "%s", due_name());
    int before = decisions_of(who);
    say_slowly(NULL, who, "!draw; !place 2");
    assert_int_equal(decisions_of(who), before + 2);
}

int main(void)
{
#define lasting(test) cmocka_unit_test_setup_teardown(test, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        lasting(a_number_answers_the_question),
        lasting(a_number_answers_in_the_channel),
        lasting(a_number_of_an_old_list_plays_nothing),
        lasting(a_number_is_a_row_where_rows_have_numbers),
        lasting(what_is_shown_behind_a_draw_keeps_the_cards),
        lasting(each_of_several_moves_may_begin_as_it_is_shown),
    };
    return cmocka_run_group_tests_name("typed", tests, NULL, NULL);
}
