/* Who may wait for a seat in the next game, at the bounds: what a person connects from pays for
   the places, and the house has so many lines. Each refusal says which bound it was. */
#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "session.h"
#include "tables.h"

/* ann plays a match against a robot in each of so many rooms. */
static void open_rooms(int count)
{
    char room[16], who[16];
    for (int i = 0; i < count; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        snprintf(who, sizeof who, "host%d", i);
        house_say(&house, room, who, "deal coloretto match=4 robots=1");
    }
    house_forget(&house);
}

static int lines(void)
{
    int count = 0;
    for (const struct waiting *line = house.host->offers.waitings; line; line = line->next)
        count++;
    return count;
}

/* `number` of the people who connect from there, a new nick each, at that table. True if there
   was a place. */
static bool finds_place(const char *from, int people, int number, int room)
{
    char who[16], where[16];
    int posts = house.posts;
    snprintf(who, sizeof who, "p%d", number);
    snprintf(where, sizeof where, "#r%d", room);
    house.source = (struct heard_source){from, people};
    house_say(&house, where, who, "next");
    house.source = (struct heard_source){NULL, 0};
    return house.posts > posts;
}

static test_case(an_account_has_so_many_places_under_whatever_nick)
{
    open_rooms(WAITING_EACH + 1);
    for (int i = 0; i < WAITING_EACH; i++)
        assert_true(finds_place("$ann", 1, i, i));
    assert_false(finds_place("$ann", 1, 9, WAITING_EACH));
    assert_told("to p9: <NEXT_MANY_THERE_1>");
    assert_true(finds_place("$bob", 1, 10, WAITING_EACH));
}

static test_case(a_host_may_be_several_people_but_not_any_number)
{
    enum { MOST = WAITING_EACH * HOST_SOURCE_PEOPLE };
    open_rooms(3);
    for (int i = 0; i < MOST; i++)
        assert_true(finds_place("host.example", HOST_SOURCE_PEOPLE, i, i % 2));
    assert_false(finds_place("host.example", HOST_SOURCE_PEOPLE, MOST, 2));
    assert_told("<NEXT_MANY_THERE_1>");
    house.source = (struct heard_source){"host.example", HOST_SOURCE_PEOPLE};
    house_say(&house, "#r0", "p0", "next off");
    assert_true(finds_place("host.example", HOST_SOURCE_PEOPLE, MOST, 2));
}

/* A person who joins a line that exists takes no other one. */
static test_case(the_house_has_so_many_lines)
{
    open_rooms(2);
    assert_true(finds_place("$ann", 1, 0, 0));
    char who[HOST_KEY];
    int64_t table = 1000000;
    for (; lines() < WAITING_LINES; table++) {
        snprintf(who, sizeof who, "q%d", (int)table);
        waiting_put(house.host, table, &(struct heard){.network = "net", .key = who, .name = who},
                    &(struct seat_wish){.robot = ""}, NULL, NULL);
    }
    house_settle(&house);
    assert_false(finds_place("$bob", 1, 1, 1));
    assert_told("to p1: <NEXT_MANY_ALL_1>");
    assert_int_equal(lines(), WAITING_LINES);
    assert_true(finds_place("$bob", 1, 1, 0));
    waiting_forget(house.host, table - 1);
    assert_true(finds_place("$bob", 1, 1, 1));
    assert_int_equal(lines(), WAITING_LINES);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(an_account_has_so_many_places_under_whatever_nick),
        TEST(a_host_may_be_several_people_but_not_any_number),
        TEST(the_house_has_so_many_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
