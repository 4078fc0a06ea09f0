/* The host with games that do not exist yet: twelve seats, blind steals, matches by points,
   steps that nobody chooses, hundreds of robots' moves. The toys are those of tests/kit; clocks
   are in test_host_clocks.c. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "find_toys.h"
#include "host_commands.h"
#include "household.h"
#include "port.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "trial.h"

static void seat(const char *game, const char *second)
{
    char text[64];
    snprintf(text, sizeof text, "deal %s", game);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", second ? second : "ann", second ? "join" : "robot");
}

/* ---- steps that leave no choice ---- */

static test_case(steps_without_a_choice_are_told_with_the_move)
{
    seat("stairs", "bob");
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
    house_say(&house, "#g", due_name(), "climb 3");
    assert_int_equal(house.posts, 1);
    assert_int_equal(house_count(&house, "<WALKS_UP_TO_STEP>"), 3);
    assert_int_equal(house.whispers, 0); /* no hidden hands, nothing to whisper */
    house_forget(&house);
    const char *who = due_name();
    house_say(&house, "#g", who, "climb 1; climb 2; climb 3");
    assert_int_equal(house_count(&house, "<WALKS_UP_TO_STEP>"), 1);
    assert_told("<MOVES_STOPPED played=1|rest=climb 3>");
}

/* ---- partners ---- */

static void ask_who(const char *who)
{
    struct heard heard = {
        .network = "net", .room = "#g", .key = who, .name = who, .text = "who", .now = house.now};
    host_show_who(house.host, &(struct call){.session = table(), .heard = &heard, .words = ""});
    house_settle(&house);
}

/* Who joins first and third plays together: so people choose. */
static test_case(who_tells_the_pairs)
{
    seat("pairs", "bob");
    house_say(&house, "#g", "cid", "join");
    house_forget(&house);
    ask_who("ann");
    assert_not_told("together");
    house_say(&house, "#g", "ann", "robot");
    assert_true(session_has_begun(table()));
    house_forget(&house);
    ask_who("bob");
    assert_told("<WHO_1 who=ann, bob, cid and robot> <WHO_PARTNERS who=ann and cid> "
                "<WHO_PARTNERS who=bob and robot> robot is a robot.");
}

/* ---- hundreds of robots' moves ---- */

/* Two robots have two hundred moves to make between those of ann: more than one piece of work,
   more than one post. */
static test_case(robots_play_hundreds_of_moves_in_bounded_pieces)
{
    seat("stairs chores=100 match=3", NULL);
    house_say(&house, "#g", "ann", "robot");
    for (int round = 0; round < 400 && table(); round++) {
        struct playing before;
        playing_copy(&before, table()->playing);
        assert_int_equal(house_restart(&house), 1);
        assert_int_equal(table()->playing->game_number, before.game_number);
        assert_memory_equal(table()->playing->points, before.points, sizeof before.points);
        assert_true(table_same(&table()->playing->table, &before.table));
        host_room_ready(house.host, "net", "#g", house.now);
        house_forget(&house);
        int64_t line = table()->record.next_line;
        house_say_as(&house, "#g", "ann", 0, NULL,
                     before.table.phase == 0 ? "climb 1" : "left; left; left; left");
        /* one piece; what remains comes after the next restart, or at once */
        store_dispatch(house.store);
        if (round % 2)
            house_settle(&house);
        assert_not_told("...");
        if (table())
            assert_int_equal(table()->record.next_line - line,
                             house_count(&house, " sweeps ") + house_count(&house, " climbs ") +
                                 house_count(&house, " walks up") + house_count(&house, "Game "));
    }
    assert_null(table());
    assert_told("<MATCH_WON_1> ");
}

/* ---- who plays when nobody is left ---- */

static test_case(robots_do_not_play_on_alone)
{
    seat("stairs chores=100", NULL);
    house_say(&house, "#g", "ann", "robot");
    house_say(&house, "#g", "ann", "leave");
    assert_null(table());
    house_forget(&house);
    house_wait(&house, 3600 * 1000);
    assert_int_equal(house.length, 0);
}

/* ---- twelve seats ---- */

static test_case(twelve_people_act_at_once)
{
    char names[TABLE_SEATS][HOST_NAME];
    for (int i = 0; i < TABLE_SEATS; i++) {
        memset(names[i], 'a' + i, HOST_NAME - 1);
        names[i][HOST_NAME - 1] = '\0';
        house_say(&house, "#g", names[i], i ? "join" : "deal crowd");
    }
    assert_true(host_is_playing(table()));
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < TABLE_SEATS; i++) {
            house_forget(&house);
            house_say(&house, NULL, names[i], "give d");
            assert_not_told("...");
            if (i < TABLE_SEATS - 1) {
                assert_int_equal(house.posts, 1);
                assert_int_equal(house.whispers, 1); /* nobody else's hand or duty changed */
            } else if (round == 0) {
                assert_int_equal(house.posts, 1);
                assert_int_equal(house.whispers, TABLE_SEATS);
            }
        }
    assert_told("<RESULT_1 game=crowd>");
    for (int i = 0; i < TABLE_SEATS; i++)
        assert_told(names[i]);
    assert_null(table());
}

/* ---- secrets ---- */

/* Every whisper that holds the sentence goes to one of the two. */
static test_case(a_blind_steal_is_told_to_two_seats)
{
    static const char *const people[] = {"ann", "bob", "cid"};
    char text[32], start[16];
    seat("thief", "bob");
    house_say(&house, "#g", "cid", "join");
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
    const char *thief = due_name(), *victim = strcmp(thief, "ann") == 0 ? "bob" : "ann";
    snprintf(text, sizeof text, "rob %s", victim);
    house_say(&house, "#g", thief, text);
    for (int i = 0; i < 3; i++) {
        snprintf(start, sizeof start, "to %s: ", people[i]);
        const char *whisper = strstr(house.told, start),
                   *end = whisper ? strchr(whisper, '\n') : NULL;
        const char *found = whisper ? strstr(whisper, "It was ") : NULL;
        bool is_concerned =
            people[i] == thief || strcmp(people[i], victim) == 0 || strcmp(people[i], thief) == 0;
        assert_int_equal(found && found < end, is_concerned);
    }
    assert_int_equal(house_count(&house, "It was "), 2);
}

/* ---- what a move costs ---- */

struct choice {
    int wanted, count;
    char text[MOVE_TEXT];
};

static bool choose(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (choice->count++ == choice->wanted)
        snprintf(choice->text, sizeof choice->text, "%s", move);
    return true;
}

/* Somebody who may plays a random move, in the room; returns the seat. */
static int play_any(struct chance_seed *luck)
{
    struct choice choice = {.wanted = -1};
    int first = (int)(chance_seeded(luck) % (unsigned)table()->seat_count), seat = first;
    do {
        seat = (seat + 1) % table()->seat_count;
        const struct seat *s = &table()->seats[seat];
        struct heard heard = {.network = "net", .key = s->key, .name = s->name};
        choice.count = 0;
        choice.wanted = -1;
        host_each_move(house.host, table(), &heard, choose, &choice);
        choice.wanted = choice.count ? (int)(chance_seeded(luck) % (unsigned)choice.count) : -1;
        choice.count = 0;
        host_each_move(house.host, table(), &heard, choose, &choice);
    } while (choice.count == 0 && seat != first);
    assert_true(choice.count > 0);
    char name[HOST_KEY];
    snprintf(name, sizeof name, "%s", table()->seats[seat].key);
    house_say(&house, "#g", name, choice.text);
    return seat;
}

static bool same_hand(const struct table *before, const struct table *after, int seat)
{
    int hand = seat_zone(&table()->playing->rules, seat, table()->game->hand),
        size = zone_size(before, hand);
    return size == zone_size(after, hand) &&
           memcmp(zone_card(before, hand, 0), zone_card(after, hand, 0),
                  (size_t)size * sizeof(struct card)) == 0;
}

/* One post; one whisper to each seat whose hand changed or whose duty began, none to others. Who
   gets the like of the card that went has the same hand, and is told of the change in a sentence
   of its own. */
static void check_move(const struct table *before, unsigned due_before, int mover)
{
    unsigned due = session_due(table());
    assert_int_equal(house.posts, 1);
    for (int seat = 0; seat < table()->seat_count; seat++) {
        char start[HOST_KEY + 8], silent[HOST_KEY + 32];
        snprintf(start, sizeof start, "to %s: ", table()->seats[seat].key);
        snprintf(silent, sizeof silent, "%s#g, your hand", start);
        bool begins = (due >> seat & 1) && (!(due_before >> seat & 1) || seat == mover);
        bool is_concerned = !same_hand(before, &table()->playing->table, seat) || begins;
        is_concerned |= house_count(&house, start) == 1 && !house_was_told(&house, silent);
        if (house_count(&house, start) != is_concerned)
            fail_msg("%s, who is%s concerned, was whispered %d times:\n%s",
                     table()->seats[seat].name, is_concerned ? "" : " not",
                     house_count(&house, start), house.told);
    }
}

static test_case(a_move_is_one_post_and_a_whisper_to_whom_it_concerns)
{
    static const struct {
        const char *game;
        int seats;
    } tables[] = {{"heartcatchers", 2}, {"thief", 4}, {"favour", 4},
                  {"snap", 4},          {"wild", 3},  {"crowd", 12}};
    struct chance_seed luck = {3};
    namesake_let_pass(house.namesake);
    for (size_t i = 0; i < 10 * sizeof tables / sizeof *tables; i++) {
        int kind = (int)(i % (sizeof tables / sizeof *tables));
        for (int person = 0; person < tables[kind].seats; person++) {
            char text[40], name[8];
            snprintf(text, sizeof text, "deal %s", tables[kind].game);
            snprintf(name, sizeof name, "h%c", 'a' + person);
            house_say(&house, "#g", name, person ? "join" : text);
        }
        house_say(&house, "#g", "ha", "start");
        while (table()) {
            struct table before;
            table_copy(&before, &table()->playing->table);
            unsigned due = session_due(table());
            house_forget(&house);
            int mover = play_any(&luck);
            if (table())
                check_move(&before, due, mover);
        }
        assert_int_equal(house.posts, 2); /* the move, and the result */
        assert_int_equal(house.whispers, 0);
    }
}

/* ---- options and seats ---- */

static test_case(seats_that_the_options_leave_out_are_not_waited_for)
{
    seat("stairs chores=1", "bob");
    assert_told("<TABLE_OPENED_WITH who=ann|game=stairs|players=2|options=chores=1>");
    assert_told("<JOINED_FULL who=bob>");
    house_say(&house, "#g", "cid", "join");
    assert_told("to cid: <AND_ANN_ARE_PLAYING who=bob>");
}

static test_case(one_seat_begins_at_its_word_and_its_options_are_checked)
{
    house_say(&house, "#g", "ann", "deal shop with=hard,long");
    assert_false(host_is_playing(table()));
    house_say(&house, "#g", "ann", "start");
    assert_told("<ALONE_IT_CAN_BE>");
    house_say(&house, "#g", "ann", "options with=hard");
    house_forget(&house);
    house_say(&house, "#g", "ann", "start");
    assert_told("ann plays shop.");
    assert_int_equal(house.whispers, 0);
}

/* ---- rules that changed ---- */

static void play_ages(int newest, int oldest)
{
    ages_versions = (struct found_versions){newest, oldest};
    seat("ages", "bob");
    house_say(&house, "#g", "ann", "start");
    assert_true(host_is_playing(table()));
}

static int hand_size(void)
{
    return zone_size(&table()->playing->table,
                     seat_zone(&table()->playing->rules, 0, table()->game->hand));
}

/* The program is upgraded while a game is on: that one ends by the rules it began with, the next
   one has the new ones. */
static test_case(a_table_keeps_the_rules_it_began_with)
{
    play_ages(1, 1);
    assert_int_equal(hand_size(), 2);
    house_say(&house, "#g", due_name(), "pass");
    ages_versions = (struct found_versions){2, 1};
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(table()->playing->rules.version, 1);
    house_forget(&house);
    for (int turn = 1; turn < 12; turn++)
        house_say(&house, "#g", due_name(), "pass");
    assert_told("<RESULT_1 game=ages>");
    assert_null(table());
    play_ages(2, 1);
    assert_int_equal(hand_size(), 3);
    house_forget(&house);
    house_say(&house, "#g", due_name(), "pass");
    assert_not_told("passes");
}

static test_case(rules_that_nobody_plays_any_more_are_left_alone)
{
    static const struct found_versions programs[] = {{2, 2}, {2, 0}, {1, 1}};
    for (int i = 0; i < 3; i++) {
        play_ages(i < 2 ? 1 : 2, 1);
        int64_t before = table()->id;
        ages_versions = programs[i];
        assert_int_equal(house_restart(&house), 0);
        assert_null(table());
        ages_versions = (struct found_versions){2, 1};
        assert_int_equal(house_restart(&house), 1);
        assert_int_equal(table()->id, before);
        house_say(&house, "#g", "ann", "leave");
        house_say(&house, "#g", "bob", "leave");
        assert_null(table());
    }
}

/* ---- matches ---- */

static test_case(a_match_by_points_adds_them_up)
{
    seat("stairs match=3", "bob");
    house_say(&house, "#g", "ann", "start");
    int rounds = 0;
    for (int ann = 0; table(); rounds++) {
        bool is_ann = strcmp(due_name(), "ann") == 0;
        ann += is_ann ? 3 : 0;
        house_say(&house, "#g", due_name(), is_ann ? "climb 3" : "climb 1");
        assert_int_equal(ann / 3 <= 3, 1);
        if (table())
            assert_int_equal(table()->playing->points[0] + table()->playing->points[1],
                             4 * (table()->playing->game_number - 1));
    }
    assert_int_equal(rounds, 6);
    assert_told("<MATCH_STANDING played=1|most=3>");
    assert_told("Game 3 of 3:");
    assert_told("<MATCH_WON who=ann> ");
    assert_told("ann 9");
    assert_told("bob 3");
}

static test_case(a_shared_game_is_nobodys_win)
{
    seat("races match=3", "bob");
    house_say(&house, "#g", "ann", "start");
    for (int game = 1; game <= 2; game++) {
        house_say(&house, "#g", due_name(), "climb 2");
        house_say(&house, "#g", due_name(), "climb 2");
        /* one win in three would decide nothing, two shared ones neither */
        assert_non_null(table());
        assert_int_equal(table()->playing->wins[0] + table()->playing->wins[1], 0);
        assert_int_equal(house_restart(&house), 1);
        assert_int_equal(table()->playing->wins[0] + table()->playing->wins[1], 0);
    }
    while (table())
        house_say(&house, "#g", due_name(), strcmp(due_name(), "ann") == 0 ? "climb 3" : "climb 1");
    assert_told("<MATCH_WON who=ann> ");
    assert_told("ann 1");
    assert_told("bob 0");
}

/* ---- robots alone ---- */

static int moves_of_robots(void)
{
    const struct session *session = table();
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].kind == SEAT_ROBOT)
            return session->playing->decisions[seat];
    return -1;
}

static void let_it_run(void)
{
    for (int i = 0; i < 100; i++)
        house_wait(&house, 1000);
}

static test_case(a_table_pauses_when_robots_play_alone_for_too_long)
{
    seat("marathon chores=5000 match=1", NULL);
    for (int i = 0; !host_is_playing(table()) && i < 2; i++)
        house_say(&house, "#g", "ann", "start");
    if (strcmp(due_name(), "ann") != 0)
        let_it_run();
    int before = moves_of_robots();
    house_forget(&house);
    house_say(&house, "#g", "ann", "climb 1");
    let_it_run();
    assert_int_equal(moves_of_robots() - before, ROBOT_MOVES_ALONE);
    assert_told("#g: <PAUSED_1 most=2000>");
    assert_int_equal(house_count(&house, "<PAUSED_2>"), 1);
    house_say(&house, "#g", "eve", "board"); /* who only watches does not count */
    let_it_run();
    assert_int_equal(moves_of_robots() - before, ROBOT_MOVES_ALONE);
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    let_it_run();
    assert_told("<PAUSED_2>");
    assert_int_equal(moves_of_robots() - before, ROBOT_MOVES_ALONE);
    house_say(&house, "#g", "ann", "board");
    let_it_run();
    assert_int_equal(moves_of_robots() - before, 2 * ROBOT_MOVES_ALONE);
    house_say(&house, "#g", "ann", "board");
    let_it_run();
    assert_told("<RESULT_1 game=marathon>");
}

int main(void)
{
#define TOYS(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TOYS(steps_without_a_choice_are_told_with_the_move),
        TOYS(who_tells_the_pairs),
        TOYS(robots_play_hundreds_of_moves_in_bounded_pieces),
        TOYS(robots_do_not_play_on_alone),
        TOYS(a_table_pauses_when_robots_play_alone_for_too_long),
        TOYS(twelve_people_act_at_once),
        TOYS(a_blind_steal_is_told_to_two_seats),
        TOYS(a_move_is_one_post_and_a_whisper_to_whom_it_concerns),
        TOYS(seats_that_the_options_leave_out_are_not_waited_for),
        TOYS(one_seat_begins_at_its_word_and_its_options_are_checked),
        TOYS(a_table_keeps_the_rules_it_began_with),
        TOYS(rules_that_nobody_plays_any_more_are_left_alone),
        TOYS(a_match_by_points_adds_them_up),
        TOYS(a_shared_game_is_nobodys_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
