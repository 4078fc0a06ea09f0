/* A lone "yes" or "no" answers what the bot has asked the person, and is never guessed: an
   invitation, a link, an undo. A person who asks for moves while a seat waits for that name is
   told so. */
#include <string.h>

#include "host_commands.h"
#include "household.h"
#include "links.h"
#include "room.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

/* $ann has a table in #g, and $cid wants to show it in #lounge. */
static void ask_for_the_lounge(void)
{
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "$ann", "invite");
    far_say_slowly("#lounge", "$cid", told_code("!join ", 8));
    assert_told("to $ann: <GUEST_WISH_1 who=$cid>");
}

static void ask_for_the_link(void)
{
    say_slowly(NULL, "$ann", "link");
    far_say_slowly(NULL, "$annie", told_code("!link ", 8));
    assert_told("to $ann: <LINK_WISH_3 who=$annie|network=far>");
}

static test_case(yes_shows_the_table)
{
    ask_for_the_lounge();
    say_slowly(NULL, "$ann", "yes");
    assert_told("<GUEST_FROM_1 game=far #lounge: The table of "
                "Heartcatchers|from=#g|origin=net>");
}

static test_case(yes_is_heard_in_the_room_too)
{
    ask_for_the_lounge();
    say_slowly("#g", "$ann", "Yes");
    assert_told("<GUEST_FROM_1 game=far #lounge: The table of "
                "Heartcatchers|from=#g|origin=net>");
}

static test_case(no_refuses)
{
    ask_for_the_lounge();
    say_slowly(NULL, "$ann", "no");
    assert_told("far to $cid: <GUEST_REFUSED who=$ann>");
    assert_int_equal(session_showing_count(table()), 1);
}

static test_case(nobody_else_answers)
{
    ask_for_the_lounge();
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$bob", "yes");
    assert_told("to $bob: <MOVE_UNKNOWN_1 typed=yes>");
    assert_int_equal(session_showing_count(table()), 1);
}

static test_case(yes_links)
{
    ask_for_the_link();
    say_slowly(NULL, "$ann", "yes");
    assert_told("to $ann: <LINKED_1 who=$annie|network=far>");
    assert_true(identity_same(house.host, identity("net", "$ann"), identity("far", "$annie")));
}

static test_case(a_yes_in_a_room_links_nobody)
{
    ask_for_the_link();
    say_slowly("#g", "$ann", "yes");
    assert_false(identity_same(house.host, identity("net", "$ann"), identity("far", "$annie")));
}

static test_case(yes_lets_a_move_be_taken_back)
{
    const struct heard operator= {.network = "net",
                                  .room = "#g",
                                  .key = "$ann",
                                  .name = "$ann",
                                  .rank = RANK_OPERATOR,
                                  .text = ""};
    host_prefer(house.host, &(struct call){.heard = &operator, .words = "channel undo consent"});
    house_settle(&house);
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "start");
    bool is_ann = strcmp(due_name(), "$ann") == 0;
    const char *who = is_ann ? "$ann" : "$bob", *other = is_ann ? "$bob" : "$ann";
    say_slowly("#g", who, "draw");
    say_slowly("#g", who, "place 1");
    say_slowly("#g", who, "undo");
    assert_told("<UNDO_ASKED_1>");
    say_slowly(NULL, who, "yes");
    assert_not_told("<UNDONE>");
    say_slowly(NULL, other, "yes");
    assert_told("<UNDONE>");
}

static test_case(two_questions_are_told_apart)
{
    ask_for_the_lounge();
    ask_for_the_link();
    say_slowly(NULL, "$ann", "yes");
    assert_told("to $ann: <ANSWER_WHICH text=!invite yes or !link yes>");
    assert_int_equal(session_showing_count(table()), 1);
    assert_false(identity_same(house.host, identity("net", "$ann"), identity("far", "$annie")));
    say_slowly(NULL, "$ann", "link yes");
    say_slowly(NULL, "$ann", "yes");
    assert_told("<GUEST_FROM_1 game=far #lounge: The table of "
                "Heartcatchers|from=#g|origin=net>");
}

static test_case(the_table_that_asks_is_meant)
{
    say_slowly("#h", "$ann", "play coloretto");
    ask_for_the_lounge();
    say_slowly(NULL, "$ann", "yes");
    assert_told("<GUEST_FROM_1 game=far #lounge: The table of "
                "Heartcatchers|from=#g|origin=net>");
}

/* After a crash, on a network without accounts. */
static test_case(whose_seat_waits_is_told_of_the_word)
{
    say_slowly("#g", "ann", "play heartcatchers");
    say_slowly("#g", "bob", "join");
    say_slowly("#g", "ann", "start");
    house_restart(&house);
    say_slowly(NULL, "ann", "moves");
    assert_told("to ann: <SEAT_WORD_MISSING_2>");
    say_slowly(NULL, "eve", "moves");
    assert_told("to eve: <TABLE_YOURS_NONE_1>");
}

static test_case(nothing_asked_is_nothing_answered)
{
    say_slowly(NULL, "$ann", "yes");
    assert_told("to $ann: <COMMAND_UNKNOWN_2 typed=yes>");
    say_slowly("#g", "$ann", "yes");
    assert_not_told("$ann");
}

int main(void)
{
#define QUESTION(test) cmocka_unit_test_setup_teardown(test, open_near_and_far, close_house)
    const struct CMUnitTest tests[] = {
        QUESTION(yes_shows_the_table),
        QUESTION(yes_is_heard_in_the_room_too),
        QUESTION(no_refuses),
        QUESTION(nobody_else_answers),
        QUESTION(yes_links),
        QUESTION(a_yes_in_a_room_links_nobody),
        QUESTION(yes_lets_a_move_be_taken_back),
        QUESTION(two_questions_are_told_apart),
        QUESTION(the_table_that_asks_is_meant),
        QUESTION(whose_seat_waits_is_told_of_the_word),
        QUESTION(nothing_asked_is_nothing_answered),
    };
#undef QUESTION
    return cmocka_run_group_tests(tests, NULL, NULL);
}
