/* The host with ROYGBIV in a frenzy: everybody plays at any time, the clock ends a privilege,
   and what has become impossible is refused in private with its reason. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "port.h"
#include "roygbiv/roygbiv.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

static const char *const people[] = {"ann", "bob", "cid"};
enum { PEOPLE = 3 };

static test_fixture(opened)
{
    open_lasting(NULL);
    house_say(&house, "#g", "ann", "deal roygbiv mode=frenzy begin_timer=7");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    house_say(&house, "#g", "ann", "start");
    return 0;
}

static const struct table *cards(void)
{
    return &house_table(&house, "#g")->playing->table;
}

static const char *name_of(int seat)
{
    return house_table(&house, "#g")->seats[seat].name;
}

struct last {
    char move[80];
};

static bool keep_last(void *arg, const char *move)
{
    snprintf(((struct last *)arg)->move, sizeof((struct last *)arg)->move, "%s", move);
    return true;
}

/* The last move in somebody's list; may be "". */
static const char *move_of(const char *name)
{
    static struct last last;
    const struct heard heard = {.network = "net", .room = "#g", .key = name, .name = name};
    last.move[0] = '\0';
    host_each_move(house.host, house_table(&house, "#g"), &heard, keep_last, &last);
    return last.move;
}

/* Everybody plays what they can until `is_so` for somebody, whose name is returned. */
static const char *play_until(bool (*is_so)(int seat))
{
    for (int n = 0; n < 200; n++) {
        const char *player = NULL;
        for (int seat = 0; seat < PEOPLE; seat++) {
            if (is_so(seat))
                return name_of(seat);
            player = *move_of(name_of((n + seat) % PEOPLE)) ? name_of((n + seat) % PEOPLE) : player;
        }
        assert_non_null(player);
        assert_false(cards()->over);
        house_say(&house, "#g", player, move_of(player));
    }
    fail_msg("it never came to this");
    return NULL;
}

static bool owes_a_beginning(int seat)
{
    return cards()->shared[RO_OWES] == seat + 1;
}

static bool has_nothing_to_play(int seat)
{
    return cards()->shared[RO_OWES] == 0 && *move_of(name_of(seat)) == '\0';
}

static const char *somebody_else(const char *name)
{
    return strcmp(name, people[0]) == 0 ? people[1] : people[0];
}

static test_case(the_clock_opens_the_beginning_to_all)
{
    const char *owes = play_until(owes_a_beginning), *other = somebody_else(owes);
    char expected[200];
    house_forget(&house);
    house_say(&house, "#g", other, "play red");
    snprintf(expected, sizeof expected, "to %s: <TURN_NOT_YOURS_2 who=%s>", other, owes);
    house_expect(&house, expected);
    assert_int_equal(house.posts, 0);
    house_wait(&house, 6800);
    house_expect_not(&house, "<TAKES_TOO_LONG>");
    house_wait(&house, 300);
    snprintf(expected, sizeof expected, "%s takes too long: anybody may begin now.", owes);
    house_expect(&house, expected);
    house_expect(&house, "| Anybody: !hand.");
    house_wait(&house, 60000);
    assert_int_equal(house_count(&house, "<TAKES_TOO_LONG>"), 1);
    house_say(&house, "#g", other, move_of(other));
    house_expect(&house, "<AHEAD_LONG_2>");
}

static test_case(a_beginning_in_time_stops_the_clock)
{
    const char *owes = play_until(owes_a_beginning);
    house_wait(&house, 6000);
    house_forget(&house);
    house_say(&house, "#g", owes, move_of(owes));
    house_expect(&house, "<AHEAD_LONG_2>");
    house_wait(&house, 60000);
    house_expect_not(&house, "<TAKES_TOO_LONG>");
}

/* Ruling RO27: in private, and by its rule; not "it is not your turn", for in a frenzy it always
   is. */
static test_case(what_is_impossible_is_refused_in_private)
{
    const char *stuck = play_until(has_nothing_to_play);
    house_forget(&house);
    house_say(&house, "#g", stuck, "pot");
    house_expect(&house, "<YOU_HOLD_NO_GOLD>");
    house_say(&house, "#g", stuck, "done");
    house_expect(&house, "<IN_A_FRENZY_THERE>");
    house_say(&house, "#g", stuck, "moves");
    house_expect(&house, "<MOVES_NONE>");
    assert_int_equal(house.posts, 0);
    assert_int_equal(house.whispers, 3);
}

/* A card changes one hand, and one person is told. */
static test_case(a_card_costs_one_line_and_one_whisper)
{
    for (int n = 0; n < 30; n++) {
        const char *player = people[n % PEOPLE];
        if (*move_of(player) == '\0' || cards()->over)
            continue;
        house_forget(&house);
        house_say(&house, "#g", player, move_of(player));
        if (cards()->over)
            break;
        assert_int_equal(house.posts, 1);
        assert_int_equal(house.whispers, 1);
    }
}

static test_case(a_table_in_a_frenzy_comes_back)
{
    const char *owes = play_until(owes_a_beginning);
    int rainbows = cards()->shared[RO_RAINBOWS];
    house_wait(&house, 5000);
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(cards()->shared[RO_RAINBOWS], rainbows);
    host_room_ready(house.host, "net", "#g", house.now);
    house_forget(&house);
    house_wait(&house, 6000); /* the clock starts again in full */
    house_expect_not(&house, "<TAKES_TOO_LONG>");
    house_wait(&house, 2000);
    house_expect(&house, "<TAKES_TOO_LONG>");
    assert_non_null(owes);
}

#define FRENZY(test) cmocka_unit_test_setup_teardown(test, opened, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FRENZY(the_clock_opens_the_beginning_to_all),
        FRENZY(a_beginning_in_time_stops_the_clock),
        FRENZY(what_is_impossible_is_refused_in_private),
        FRENZY(a_card_costs_one_line_and_one_whisper),
        FRENZY(a_table_in_a_frenzy_comes_back),
    };
    return cmocka_run_group_tests_name("frenzy", tests, NULL, NULL);
}
