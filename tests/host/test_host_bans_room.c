/* Who is banned in a room neither opens a table there nor sits down, by whatever way, identity
   or restart; nobody's name is kept of it; the lists are bounded; and only operators ban. */
#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "port.h"
#include "seat.h"
#include "session.h"
#include "shares.h"
#include "tables.h"

#define REFUSAL "You are banned from the tables of #g"

static void orders(unsigned rank, const char *room, const char *text)
{
    house.now += 5000;
    house_forget(&house);
    house_say_as(&house, room, "$op", rank, NULL, text);
    house_settle(&house);
}

static void op_says(const char *text)
{
    orders(RANK_OPERATOR, "#g", text);
}

static void ban_bob(void)
{
    say_slowly("#elsewhere", "$bob", "games");
    op_says("ban $bob");
    assert_told("to $op: <ROOM_BAN_DONE_2 who=$bob>");
}

/* ---- sitting down and opening ---- */

static test_case(neither_opens_nor_sits_down)
{
    ban_bob();
    say_slowly("#g", "$bob", "play coloretto");
    assert_told("to $bob: " REFUSAL);
    assert_null(table());
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    assert_told("to $bob: " REFUSAL);
    assert_int_equal(table()->seat_count, 1);
    say_slowly("#h", "$bob", "play coloretto");
    assert_non_null(house_table(&house, "#h"));
    op_says("unban $bob");
    assert_told("to $op: <ROOM_UNBAN_DONE who=$bob>");
    say_slowly("#g", "$bob", "join");
    assert_int_equal(table()->seat_count, 2);
}

static test_case(a_seat_passes_to_a_robot)
{
    say_slowly("#g", "$ann", "play colorcatcher");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$cid", "join");
    op_says("ban $cid");
    assert_told("#g: <BANNED_LOBBY who=$cid>");
    say_slowly("#g", "$ann", "start");
    op_says("ban $bob");
    assert_told("#g: <BANNED_PLAY who=$bob>");
    say_slowly("#g", "$bob", "hand");
    say_slowly("#g", "$bob", "join");
    assert_int_equal(session_seat_held(table(), identity("net", "$bob")), -1);
}

/* A robot holds that seat until the person says a word. */
static test_case(a_seat_that_waits_is_lost_too)
{
    say_slowly("#g", "$ann", "play colorcatcher robots=1");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "start");
    say_slowly("#g", "$bob", "leave");
    op_says("ban $bob");
    say_slowly("#g", "$bob", "join");
    assert_not_told("<ATTACHED_2>");
    say_slowly("#h", "$bob", "games");
    assert_int_equal(session_seat_held(table(), identity("net", "$bob")), -1);
}

static test_case(a_code_does_not_help)
{
    char line[64];
    ban_bob();
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$ann", "invite");
    snprintf(line, sizeof line, "join %s", table()->shown.invite);
    say_slowly(NULL, "$bob", line);
    assert_told("to $bob: " REFUSAL);
    assert_int_equal(table()->seat_count, 1);
    say_slowly(NULL, "$cid", line);
    assert_int_equal(table()->seat_count, 2);
}

/* Who has said it already is left out, too. */
static test_case(again_neither)
{
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$cid", "join");
    say_slowly("#g", "$ann", "start");
    play_out("#g");
    say_slowly("#g", "$cid", "again");
    op_says("ban $bob");
    op_says("ban $cid");
    say_slowly("#g", "$bob", "again");
    assert_told("to $bob: " REFUSAL);
    say_slowly("#g", "$ann", "again");
    house_wait(&house, 40 * 1000);
    assert_null(table());
    op_says("unban $bob");
    say_slowly("#g", "$ann", "again");
    say_slowly("#g", "$bob", "again");
    house_wait(&house, 40 * 1000);
    assert_int_equal(table()->seat_count, 2);
}

static test_case(resume_neither)
{
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "start");
    wait_minutes(40);
    say_slowly("#g", "$dan", "free");
    assert_null(table());
    op_says("ban $bob");
    say_slowly("#h", "$bob", "resume");
    assert_told("to $bob: " REFUSAL);
    say_slowly("#h", "$bob", "games");
    say_slowly("#g", "$ann", "resume");
    assert_told("#g: <BANNED_PLAY who=$bob>");
    say_slowly("#h", "$ann", "stop");
}

static test_case(a_seat_word_does_not_help)
{
    char word[16];
    say_slowly("#g", "$ann", "play colorcatcher");
    say_slowly("#g", "~1.1", "join");
    const char *at = strstr(house.told, "!seat ");
    assert_non_null(at);
    snprintf(word, sizeof word, "%.11s", at + 6);
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    ban_bob();
    say_slowly(NULL, "$bob", word);
    assert_told("to $bob: " REFUSAL);
    assert_int_equal(session_seat_held(table(), identity("net", "$bob")), -1);
    say_slowly(NULL, "~2.2", word);
    assert_int_equal(session_seat_held(table(), identity("net", "~2.2")), 1);
}

/* ---- who it is ---- */

static test_case(linked_identities_are_one_person)
{
    char line[64];
    ban_bob();
    say_slowly(NULL, "$bob", "link");
    snprintf(line, sizeof line, "%.13s", strstr(house.told, "!link ") + 1);
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$ann", "invite");
    snprintf(line + 32, 32, "join %s", table()->shown.invite);
    far_say_slowly(NULL, "$bobby", line + 32);
    assert_int_equal(table()->seat_count, 2);
    far_say_slowly(NULL, "$bobby", line);
    say_slowly(NULL, "$bob", "link yes");
    far_say_slowly(NULL, "$bobby", "games"); /* one person now, who is banned */
    assert_int_equal(table()->seat_count, 1);
    far_say_slowly(NULL, "$bobby", line + 32);
    assert_told("far to $bobby: <ROOM_BANNED_2>");
    assert_int_equal(table()->seat_count, 1);
}

static test_case(a_new_key_from_the_same_host_is_banned_too)
{
    house.source = (struct heard_source){"evil.example", 4};
    say_slowly("#g", "~1.1", "games");
    house.source = (struct heard_source){0};
    op_says("ban ~1.1");
    house.source = (struct heard_source){"evil.example", 4};
    say_slowly("#g", "~2.7", "play coloretto");
    house.source = (struct heard_source){0};
    assert_told("to ~2.7: " REFUSAL);
    say_slowly("#g", "~3.1", "play coloretto");
    assert_non_null(table());
}

static bool is_kept(const char *part)
{
    for (int i = 0; i < house.host->bans->count; i++) {
        const char *bytes = (const char *)&house.host->bans->list[i];
        for (size_t at = 0; at + strlen(part) <= sizeof(struct ban); at++)
            if (memcmp(bytes + at, part, strlen(part)) == 0)
                return true;
    }
    return false;
}

static test_case(it_names_nobody_and_stays_when_the_person_is_forgotten)
{
    char line[64];
    ban_bob();
    assert_false(is_kept("bob"));
    assert_true(is_kept("#g"));
    say_slowly(NULL, "$bob", "forgetme");
    snprintf(line, sizeof line, "%.15s", strstr(house.told, "!forgetme ") + 1);
    say_slowly(NULL, "$bob", line);
    house_wait(&house, 1000);
    house_restart(&house);
    say_slowly("#g", "$bob", "play coloretto");
    assert_told("to $bob: " REFUSAL);
    op_says("unban $bob");
    house_restart(&house);
    say_slowly("#g", "$bob", "play coloretto");
    assert_non_null(table());
}

/* ---- orders ---- */

static test_case(only_operators_ban)
{
    static const char *const words[] = {"ban $bob", "unban $bob", "bans", "ban here $bob"};
    say_slowly("#g", "$bob", "games");
    for (int i = 0; i < 4; i++) {
        orders(RANK_VOICED, "#g", words[i]);
        assert_told("to $op: <OPERATORS_ONLY_1>");
        orders(RANK_OPERATOR, NULL, words[i]);
        assert_told("to $op: <CHANNEL_WHERE>");
    }
    assert_int_equal(house.host->bans->count - house.host->bans->of_house, 0);
    orders(RANK_ADMIN, "#g", "ban here $bob");
    assert_int_equal(house.host->bans->count - house.host->bans->of_house, 1);
    orders(RANK_ADMIN, "#g", "unban here $bob");
    orders(RANK_ADMIN, "#g", "ban $bob"); /* from the house */
    assert_told("<BAN_DONE_2 who=$bob|until=for good>");
    assert_int_equal(house.host->bans->count - house.host->bans->of_house, 0);
}

static test_case(wrong_names_are_refused_with_the_reason)
{
    op_says("ban $zoe");
    assert_told("to $op: <ROOM_BAN_UNKNOWN_1 typed=$zoe>");
    op_says("ban $op");
    assert_told("to $op: <ROOM_BAN_SELF_1>");
    orders(RANK_ADMIN, "#h", "games");
    house_say_as(&house, "#g", "$boss", RANK_ADMIN, NULL, "games");
    op_says("ban $boss");
    assert_told("to $op: <ROOM_BAN_ADMIN_1 who=$boss>");
    op_says("unban $zoe");
    assert_told("to $op: <ROOM_UNBAN_UNKNOWN_1 typed=$zoe>");
    ban_bob();
    op_says("ban $bob");
    assert_told("to $op: <ROOM_BAN_ALREADY who=$bob>");
    orders(RANK_OPERATOR, "#h", "unban $bob");
    assert_told("<ROOM_UNBAN_UNKNOWN_1 typed=$bob>");
    say_slowly("#g", "$bob", "play coloretto");
    assert_told(REFUSAL);
}

static test_case(the_list_says_how_many_and_since_when)
{
    op_says("bans");
    assert_told("to $op: <ROOM_BANS_NONE>");
    ban_bob();
    op_says("ban");
    assert_told("to $op: <ROOM_BANS_ONE_2 since=1970-01-01>");
    say_slowly("#g", "$cid", "games");
    op_says("ban $cid");
    op_says("bans");
    assert_told("to $op: <ROOM_BANS_1 n=2|since=1970-01-01>");
    op_says("unban everybody");
    assert_told("to $op: <ROOM_UNBAN_ALL>");
    say_slowly("#g", "$cid", "play coloretto");
    assert_non_null(table());
}

static void fill(const char *room, int count)
{
    const struct host_port *port = host_port_of(house.host, "net");
    char key[32];
    for (int i = 0; i < count; i++) {
        snprintf(key, sizeof key, "$%s%d", room, i);
        assert_true(bans_add(house.host, (struct ban_scope){port->network, room},
                             identity("net", key), NULL));
    }
}

static test_case(no_more_than_can_be_kept)
{
    char room[16];
    fill("#g", ROOM_BANS_EACH);
    say_slowly("#g", "$bob", "games");
    op_says("ban $bob");
    assert_told("to $op: <ROOM_BANS_FULL_1 most=100>");
    assert_int_equal(house.host->bans->count - house.host->bans->of_house, ROOM_BANS_EACH);
    for (int i = 1; i < ROOM_BANS_NETWORK / ROOM_BANS_EACH; i++) {
        snprintf(room, sizeof room, "#%d", i);
        fill(room, ROOM_BANS_EACH);
    }
    orders(RANK_OPERATOR, "#new", "ban $bob");
    assert_told("to $op: <ROOM_BANS_FULL_2>");
    assert_int_equal(house.host->bans->count - house.host->bans->of_house, ROOM_BANS_NETWORK);
    house_settle(&house);
    house_restart(&house);
    assert_int_equal(house.host->bans->count - house.host->bans->of_house, ROOM_BANS_NETWORK);
}

static test_case(a_ban_in_a_thread_holds_in_its_channel)
{
    house.above_room = "#thread";
    house.above = "#g";
    say_slowly("#elsewhere", "$bob", "games");
    orders(RANK_OPERATOR, "#thread", "ban $bob");
    say_slowly("#g", "$bob", "play coloretto");
    assert_told("to $bob: " REFUSAL);
    say_slowly("#thread", "$bob", "play coloretto");
    assert_told("to $bob: <ROOM_BANNED_3 room=#thread>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_near_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(neither_opens_nor_sits_down),
        TEST(a_seat_passes_to_a_robot),
        TEST(a_seat_that_waits_is_lost_too),
        TEST(a_code_does_not_help),
        TEST(again_neither),
        TEST(resume_neither),
        TEST(a_seat_word_does_not_help),
        TEST(linked_identities_are_one_person),
        TEST(a_new_key_from_the_same_host_is_banned_too),
        TEST(it_names_nobody_and_stays_when_the_person_is_forgotten),
        TEST(only_operators_ban),
        TEST(wrong_names_are_refused_with_the_reason),
        TEST(the_list_says_how_many_and_since_when),
        TEST(no_more_than_can_be_kept),
        TEST(a_ban_in_a_thread_holds_in_its_channel),
    };
    return cmocka_run_group_tests_name("bans of rooms", tests, NULL, NULL);
}
