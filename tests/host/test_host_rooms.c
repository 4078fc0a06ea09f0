/* One table in several rooms of two networks, "net" and "far": invitations, rooms that come and
   go, and what each of them is told. */
#include <string.h>

#include <stdio.h>

#include "host_commands.h"
#include "household.h"
#include "in_words.h"
#include "port.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

/* "join CODE", with the code of the table in #a. */
static const char *join_code(void)
{
    static char line[32];
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    return line;
}

static void open_and_invite(void)
{
    house_say(&house, "#a", "ann", "deal heartcatchers");
    house_say(&house, "#a", "ann", "invite");
    house_expect(&house, "to ann: <INVITE_1 game=Heartcatchers> ");
    house_forget(&house);
}

static test_case(a_code_seats_somebody_in_private)
{
    open_and_invite();
    far_says(NULL, "bob", join_code());
    house_wait(&house, 10000);
    house_expect(&house, "#a: <AND_ANN_PLAY who=bob>");
    house_expect(&house, "far to bob: ");
    house_expect_not(&house, "far #");
    const struct session *table = house_table(&house, "#a");
    assert_true(table->seats[1].is_apart || table->seats[0].is_apart);
}

static test_case(a_code_brings_the_table_into_a_channel)
{
    open_and_invite();
    far_says("#lounge", "cid", join_code());
    house_expect(&house,
                 "to ann: <GUEST_WISH_2 who=cid|game=Heartcatchers|room=#lounge|network=far>");
    house_expect_not(&house, "<FAR_LOUNGE_THE_TABLE>");
    house_forget(&house);
    house_say(&house, "#a", "ann", "invite yes");
    house_expect(&house,
                 "#a: <GUEST_FROM_IN_PLAY "
                 "game=Heartcatchers|from=#a|origin=net|room=#lounge|network=far> ann sits");
    house_expect(&house, "far #lounge: <GUEST_FROM_IN_PLAY "
                         "game=Heartcatchers|from=#a|origin=net|room=#lounge|network=far>");
    house_forget(&house);
    far_says("#lounge", "cid", "join");
    house_wait(&house, 10000);
    house_expect(&house, "#a: cid and ann play");
    house_expect(&house, "far #lounge: cid and ann play");
    house_expect(&house, "<HAND room=far to cid: #lounge>");
    house_expect(&house, "<HAND room=to ann: #a>");
}

/* A table in #a, and in #lounge on the other network, where cid plays. */
static void share(const char *game)
{
    char line[64];
    snprintf(line, sizeof line, "deal %s", game);
    house_say(&house, "#a", "ann", line);
    bring_far("#a", "ann", "#lounge", "cid");
    house_wait(&house, 10000);
    house_forget(&house);
}

static const struct session *far_table(void)
{
    return host_find(house.host, "far", "#lounge");
}

static test_case(both_rooms_are_back_after_a_restart)
{
    share("coloretto");
    int64_t number = house_table(&house, "#a")->id;
    assert_int_equal(house_restart(&house), 1);
    assert_ptr_equal(far_table(), house_table(&house, "#a"));
    assert_int_equal(far_table()->id, number);
    assert_int_equal(session_showing_count(far_table()), 2);
}

static test_case(an_operator_takes_the_table_out_of_one_room)
{
    share("coloretto");
    house.network = "far";
    house_say_as(&house, "#lounge", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    house.network = NULL;
    house_expect(&house, "#a: <GUEST_GONE room=#lounge|network=far>");
    house_expect(&house, "<GUEST_OUT_1 game=far #lounge: The table of Coloretto>");
    assert_null(far_table());
    assert_non_null(house_table(&house, "#a"));
    assert_int_equal(house_restart(&house), 1);
    assert_null(far_table());
}

static void lose_home(void)
{
    assert_true(host_goes_on_without(house_table(&house, "#a"), "net", "#a"));
    host_room_gone(house.host, "net", "#a", ++house.now);
    house_settle(&house);
    assert_null(house_table(&house, "#a"));
}

static test_case(the_home_moves_when_its_room_is_lost)
{
    share("coloretto");
    lose_home();
    assert_string_equal(far_table()->home.name, "#lounge");
    assert_int_equal(house_restart(&house), 1);
    assert_string_equal(far_table()->home.name, "#lounge");
    house_say(&house, "#a", "ann", "deal heartcatchers"); /* the room is free */
    house_expect(&house, "ann opened Heartcatchers");
}

/* What is called alike on another network is another room; and a room of its own is no other
   table's. */
static test_case(the_home_moves_wherever_the_table_is_shown)
{
    static const char *const guests[] = {"net", "far"};
    house_say(&house, "#b", "dan", "deal heartcatchers");
    for (int i = 0; i < 2; i++) {
        const char *guest = i == 0 ? "#c" : "#b";
        open_and_invite();
        house.network = guests[i];
        house_say(&house, guest, "cid", join_code());
        house.network = NULL;
        house_say(&house, "#a", "ann", "invite yes");
        lose_home();
        const struct session *table = host_find(house.host, guests[i], guest);
        assert_non_null(table);
        assert_string_equal(table->home.name, guest);
    }
}

/* ann of each network sits there: each has a number, and the bare name is asked about. */
static test_case(a_name_of_people_on_two_networks_is_asked_about)
{
    house_say(&house, "#a", "ann", "deal coloretto");
    house_say(&house, "#a", "ann", "invite");
    far_says("#lounge", "cid", join_code());
    house_say(&house, "#a", "ann", "invite yes");
    far_says("#lounge", "ann", "join");
    house_forget(&house);
    house_say(&house, "#a", "ann", "kick ann");
    house_expect(&house, "to ann: <NAME_WHICH typed=ann|who=ann-1 and ann-2|command=!kick ann-1> "
                         "ann-1 is ann@net. ann-2 is ann@far.");
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
    house_forget(&house);
    house_say(&house, "#a", "ann", "kick ann-2");
    house_expect(&house, "<KICKED_LOBBY who=ann-2>");
    assert_int_equal(house_table(&house, "#a")->seat_count, 1);
    assert_string_equal(house_table(&house, "#a")->seats[0].port->network, "net");
}

/* Each code leads to its own table, whichever of them come and go. */
static test_case(codes_of_many_tables_lead_to_their_own)
{
    enum { TABLES = 12 };
    char who[8], room[8], codes[TABLES][INVITE_CODE + 1];
    for (int i = 0; i < TABLES; i++) {
        snprintf(who, sizeof who, "p%d", i);
        snprintf(room, sizeof room, "#r%d", i);
        house_say(&house, room, who, "deal coloretto");
        house_say(&house, room, who, "invite");
        memcpy(codes[i], house_table(&house, room)->shown.invite, sizeof codes[i]);
    }
    for (int i = 0; i < TABLES; i += 2) {
        snprintf(who, sizeof who, "p%d", i);
        snprintf(room, sizeof room, "#r%d", i);
        house_say(&house, room, who, i % 4 ? "stop" : "uninvite");
    }
    for (int i = 0; i < TABLES; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        assert_ptr_equal(session_of_code(house.host, codes[i]),
                         i % 2 ? house_table(&house, room) : NULL);
    }
    assert_null(session_of_code(house.host, ""));
}

/* ann of "net" and ann of "far" sit at a table of Color Catcher with cid, and the game is on. */
static const struct session *two_anns(void)
{
    house_say(&house, "#a", "ann", "deal colorcatcher");
    house_say(&house, "#a", "ann", "invite");
    far_says(NULL, "ann", join_code());
    far_says(NULL, "cid", join_code());
    house_say(&house, "#a", "ann", "start");
    house_wait(&house, 10000);
    house_forget(&house);
    const struct session *table = house_table(&house, "#a");
    assert_true(session_has_begun(table));
    return table;
}

static test_case(a_name_can_be_typed_with_its_network)
{
    static const struct {
        const char *typed, *name;
    } cases[] = {{"ann@net", "ann-1"},
                 {"ANN@far", "ann-2"},
                 {"cid@far", "cid"},
                 {"cid@net", NULL},
                 {"ann@", NULL}};
    const struct session *table = two_anns();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned seats = seat_names_find(table, cases[i].typed);
        const char *found = session_people(table, seats);
        assert_string_equal(found, cases[i].name ? cases[i].name : "");
    }
    house_say(&house, "#a", "ann", "kick ann@far");
    house_expect(&house, "<KICKED_LOBBY_2 who=ann-2>");
}

/* Somebody is called like another person with the network: both are meant, and the typist is
   asked. */
static test_case(a_name_like_one_with_a_network_is_asked_about)
{
    struct session *table = (struct session *)two_anns();
    for (int seat = 0; seat < table->seat_count; seat++)
        if (strcmp(table->seats[seat].key, "cid") == 0)
            snprintf(table->seats[seat].called, sizeof table->seats[seat].called, "ann@far");
    seat_names_tell_apart(table);
    house_say(&house, "#a", "ann", "kick ann@far");
    house_expect(&house, "<NAME_WHICH_1 typed=ann@far>");
    assert_int_equal(table->seat_count, 3);
}

static bool keep_named(void *arg, const char *move)
{
    if (strstr(move, " ann-"))
        snprintf(arg, HOST_TEXT, "%s", move);
    return true;
}

static bool keep_any(void *arg, const char *move)
{
    snprintf(arg, HOST_TEXT, "%s", move);
    return true;
}

/* "effect steal ann-2 green" is also "effect steal ann@far green", and without either it is
   asked about. */
static test_case(moves_name_people_with_their_network)
{
    enum { MOVES = 400 };
    struct session *table = (struct session *)two_anns();
    int named = 0;
    for (int i = 0; i < MOVES && house_table(&house, "#a") && named < 5; i++)
        for (int seat = 0; seat < 3 && house_table(&house, "#a"); seat++) {
            const struct seat *s = &table->seats[seat];
            struct heard heard = {.network = s->port->network, .key = s->key, .name = s->called};
            char move[HOST_TEXT] = "", other[HOST_TEXT], key[HOST_KEY];
            bool is_far = strcmp(s->port->network, "far") == 0;
            host_each_move(house.host, table, &heard, keep_named, move);
            const char *name = strstr(move, " ann-");
            if (name) {
                snprintf(other, sizeof other, "%.*s ann@%s%s", (int)(name - move), move,
                         name[5] == '1' ? "net" : "far", name + 6);
                assert_true(host_is_move(table, &heard, other));
                named++;
            }
            host_each_move(house.host, table, &heard, keep_any, move);
            if (!*move)
                continue;
            snprintf(key, sizeof key, "%s", s->key);
            if (is_far)
                far_says(NULL, key, move);
            else
                house_say(&house, "#a", key, move);
            house_forget(&house);
        }
    assert_true(named > 0);
}

/* The bot is thrown out of the guest room, or its channel is deleted. */
static test_case(a_guest_room_that_is_lost_leaves_the_others_playing)
{
    share("coloretto");
    assert_true(host_goes_on_without(house_table(&house, "#a"), "far", "#lounge"));
    host_room_gone(house.host, "far", "#lounge", ++house.now);
    house_settle(&house);
    house_expect(&house, "#a: <GUEST_GONE room=#lounge|network=far>");
    assert_null(far_table());
    const struct session *table = house_table(&house, "#a");
    assert_int_equal(session_showing_count(table), 1);
    assert_int_equal(table->seat_count, 2);
    house_forget(&house);
    house_say(&house, "#a", "ann", "start");
    house_expect(&house, "far to cid: cid and ann play"); /* cid plays on in private */
    assert_false(host_goes_on_without(table, "net", "#a"));
    host_room_gone(house.host, "net", "#a", ++house.now);
    house_settle(&house);
    assert_null(house_table(&house, "#a")); /* the last room */
}

static test_case(a_network_that_comes_back_is_told_how_it_stands)
{
    share("coloretto");
    house_say(&house, "#a", "ann", "start");
    house_forget(&house);
    host_network_gone(house.host, "far", ++house.now);
    const struct session *table = house_table(&house, "#a");
    if (table->seats[table->playing->table.turn].port == table->home.port)
        house_say(&house, "#a", "ann", "draw");
    house_expect_not(&house, "far ");
    assert_false(table->state.is_recovered); /* the others play on */
    house_forget(&house);
    host_room_ready(house.host, "far", "#lounge", ++house.now);
    house_settle(&house);
    house_expect(&house, "far #lounge: ");
    house_expect_not(&house, "\n#a: ");
    assert_int_not_equal(strncmp(house.told, "#a", 2), 0);
}

static int count_told(const char *part)
{
    int count = 0;
    part = in_words(part);
    for (const char *at = strstr(house.told, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Private lines are as many as in one room. */
static test_case(each_hand_is_told_again_once_for_two_rooms_of_a_network)
{
    open_and_invite();
    house_say(&house, "#b", "ann", join_code());
    house_expect(&house, "#b: <GUEST_FROM_IN_PLAY "
                         "game=Heartcatchers|from=#a|origin=net|room=#b|network=net>");
    house_say(&house, "#b", "bob", "join");
    house_wait(&house, 10000);
    assert_int_equal(house_restart(&house), 1);
    house_forget(&house);
    host_room_ready(house.host, "net", "#b", ++house.now);
    host_room_ready(house.host, "net", "#a", ++house.now);
    house_settle(&house);
    assert_int_equal(count_told("#a: <RECOVERED_1>"), 1);
    assert_int_equal(count_told("#b: <RECOVERED_1>"), 1);
    assert_int_equal(count_told("to ann: "), 1);
    assert_int_equal(count_told("to bob: "), 1);
}

/* The home's network is not configured at this start, and at the next one it is. */
static test_case(a_table_goes_on_where_the_network_of_its_home_is_absent)
{
    far_says("#lounge", "cid", "deal coloretto");
    far_says("#lounge", "cid", "invite");
    char line[32];
    snprintf(line, sizeof line, "join %s", far_table()->shown.invite);
    house_say(&house, "#a", "ann", line);
    far_says("#lounge", "cid", "invite yes");
    house_say(&house, "#a", "ann", "join");
    house_wait(&house, 10000);
    assert_string_equal(house_table(&house, "#a")->home.name, "#lounge");
    int64_t number = house_table(&house, "#a")->id;
    house.has_far = false;
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(house_table(&house, "#a")->id, number);
    host_room_ready(house.host, "net", "#a", ++house.now);
    house_settle(&house);
    house_expect(&house, "#a: <RECOVERED_1>");
    house.has_far = true;
    assert_int_equal(house_restart(&house), 1);
    assert_ptr_equal(far_table(), house_table(&house, "#a"));
    assert_int_equal(session_showing_count(far_table()), 2);
}

/* The one whose turn it is draws and places, or takes a row. */
static void draw_and_place(void)
{
    static const char *const words[] = {"draw",   "place 1", "place 2", "place 3",
                                        "take 1", "take 2",  "take 3"};
    const struct session *session = far_table();
    const char *who = session->seats[session->playing->table.turn].key;
    bool is_far = strcmp(who, "cid") == 0;
    house_forget(&house);
    for (int i = 0; i < 7 && far_table() && !house_was_told(&house, "<AGAIN_2>") &&
                    strcmp(session->seats[session->playing->table.turn].key, who) == 0;
         i++)
        if (is_far)
            far_says("#lounge", "cid", words[i]);
        else
            house_say(&house, "#a", "ann", words[i]);
}

static void expect_result_in(const char *room)
{
    static const char *const heads[] = {"ann wins Coloretto with ", "cid wins Coloretto with ",
                                        "A tie: "};
    bool is_told = false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char line[96];
        snprintf(line, sizeof line, "%s%s", room, heads[i]);
        is_told |= house_was_told(&house, line);
    }
    if (!is_told)
        fail_msg("%sno result in:\n%s", room, house.told);
}

/* The table ends while one of its networks is away: that room learns the result all the same,
   and once. */
static test_case(a_room_that_is_away_gets_the_result)
{
    share("coloretto");
    house_say(&house, "#a", "ann", "start");
    host_network_gone(house.host, "far", ++house.now);
    house_forget(&house);
    for (int i = 0; i < 400 && !house_was_told(&house, "<RESULT_1 game=Coloretto>"); i++)
        draw_and_place();
    expect_result_in("#a: ");
    expect_result_in("far #lounge: ");
    house_forget(&house);
    host_room_ready(house.host, "far", "#lounge", ++house.now);
    assert_string_equal(house.told, "");
}

/* A kill between the last move and its result: the first room that is back ends the table, and
   the other learns both, too. */
static test_case(a_kill_after_the_last_move_leaves_no_room_without_it)
{
    house.reports_sent = true;
    assert_int_equal(house_restart(&house), 0);
    share("coloretto");
    house_say(&house, "#a", "ann", "start");
    for (int i = 0; i < 400 && !house_was_told(&house, "<RESULT_1 game=Coloretto>"); i++)
        draw_and_place();
    assert_int_equal(house_restart(&house), 1);
    house_forget(&house);
    host_room_ready(house.host, "net", "#a", ++house.now);
    house_settle(&house);
    host_room_ready(house.host, "far", "#lounge", ++house.now);
    house_settle(&house);
    static const char *const rooms[] = {"#a: ", "far #lounge: "};
    for (int i = 0; i < 2; i++) {
        char ann[64], cid[64];
        snprintf(ann, sizeof ann, "%sann takes row", rooms[i]);
        snprintf(cid, sizeof cid, "%scid takes row", rooms[i]);
        expect_result_in(rooms[i]);
        assert_true(house_was_told(&house, ann) || house_was_told(&house, cid));
    }
    assert_int_equal(house_count(&house, "<RESULT_1 game=Coloretto>"), 2);
}

/* One post for both: the bridge repeats it. Hands go out as ever, and where the first room is
   gone the other is told. */
static test_case(rooms_that_a_bridge_joins_get_one_post)
{
    house.bridged = "net #a";
    share("coloretto");
    house_say(&house, "#a", "ann", "start");
    house_expect(&house, "#a: ");
    house_expect_not(&house, "far #lounge: ");
    draw_and_place();
    house_expect(&house, "#a: ");
    house_expect_not(&house, "far #lounge: ");
    house.bridged = "net #b"; /* another room */
    draw_and_place();
    house_expect(&house, "far #lounge: ");
    house.bridged = "net #a";
    host_network_gone(house.host, "net", ++house.now);
    draw_and_place();
    house_expect(&house, "far #lounge: ");
    house.bridged = NULL;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_code_seats_somebody_in_private),
        TEST(a_code_brings_the_table_into_a_channel),
        TEST(both_rooms_are_back_after_a_restart),
        TEST(an_operator_takes_the_table_out_of_one_room),
        TEST(the_home_moves_when_its_room_is_lost),
        TEST(the_home_moves_wherever_the_table_is_shown),
        TEST(a_network_that_comes_back_is_told_how_it_stands),
        TEST(a_name_of_people_on_two_networks_is_asked_about),
        TEST(a_room_that_is_away_gets_the_result),
        TEST(codes_of_many_tables_lead_to_their_own),
        TEST(a_name_can_be_typed_with_its_network),
        TEST(a_name_like_one_with_a_network_is_asked_about),
        TEST(moves_name_people_with_their_network),
        TEST(a_kill_after_the_last_move_leaves_no_room_without_it),
        TEST(rooms_that_a_bridge_joins_get_one_post),
        TEST(each_hand_is_told_again_once_for_two_rooms_of_a_network),
        TEST(a_table_goes_on_where_the_network_of_its_home_is_absent),
        TEST(a_guest_room_that_is_lost_leaves_the_others_playing),
    };
    return cmocka_run_group_tests_name("rooms", tests, NULL, NULL);
}
