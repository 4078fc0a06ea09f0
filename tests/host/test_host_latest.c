/* Journal, flush, speak: a kill may fall between the last two. So what the latest input brought
   about is told again when a table comes back, to everybody who was to hear it, in all games;
   here the program is restarted after every move. */
#include <stdio.h>
#include <string.h>

#include "house.h"
#include "in_words.h"
#include "long.h"
#include "port.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

enum {
    MOVES_MOST = 400,
    CHOICES = 256,
    EACH_MOVE = 40 /* behind so many, one in four is told again; in the long check each */
};

static struct house house;

/* ---- playing ---- */

struct choice {
    unsigned left; /* until the one that is taken */
    char text[80];
};

static bool choose(void *arg, const char *move)
{
    struct choice *choice = arg;
    snprintf(choice->text, sizeof choice->text, "%s", move);
    return choice->left-- > 0;
}

/* Somebody who may plays some legal move; false if nobody may. */
static bool play_some_move(unsigned *dice)
{
    static const char *const people[] = {"ann", "bob"};
    *dice = *dice * 1103515245u + 12345u;
    for (unsigned i = 0; i < 2; i++) {
        const char *who = people[(i + (*dice >> 20)) % 2];
        struct heard heard = {.network = "net", .key = who, .name = who};
        struct choice choice = {.left = (*dice >> 16) % 8};
        struct session *table = house_table(&house, "#g");
        host_each_move(house.host, table, &heard, choose, &choice);
        if (!choice.text[0])
            continue;
        house_say(&house, NULL, who, choice.text);
        return true;
    }
    return false;
}

/* ---- what was told, and what is told again ---- */

/* The sentences of a post, without board and duty; the words of a whisper, behind more of the
   same turn. */
static void expect_line(const char *line, const char *line_end)
{
    char wanted[4096];
    const char *board = memmem(line, (size_t)(line_end - line), " | ", 3);
    if (strncmp(line, "#g: ", 4) == 0) {
        line += 4;
        line_end = board ? board : line_end;
    } else if (strncmp(line, "to ", 3) == 0) {
        line = strchr(line, ':') + 2;
    }
    snprintf(wanted, sizeof wanted, "%.*s", (int)(line_end - line), line);
    if (!house_was_told(&house, wanted))
        fail_msg("this was told before the restart:\n%s\nand this after it:\n%s", wanted,
                 house.told);
}

static void expect_again(const char *told)
{
    for (const char *line = told, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        assert_non_null(end);
        expect_line(line, end);
    }
}

static void play_and_restart(const char *game, bool with_robot, unsigned dice)
{
    static char told[HOUSE_TOLD];
    char open[128];
    int moves = 0;
    struct store *store = store_memory_new();
    house_open(&house, store, true, dice);
    house_open_namesake(&house, NULL);
    snprintf(open, sizeof open, "deal %s", game);
    house_say(&house, "#g", "ann", open);
    house_say(&house, "#g", "bob", "join");
    if (with_robot)
        house_say(&house, "#g", "ann", "robot");
    house_say(&house, "#g", "ann", "start");
    for (; moves < MOVES_MOST; moves++) {
        house_forget(&house);
        if (!play_some_move(&dice) || !house_table(&house, "#g"))
            break;
        if (moves >= EACH_MOVE && moves % 4 != 0 && !is_long())
            continue;
        memcpy(told, house.told, sizeof told);
        assert_int_equal(house_restart(&house), 1);
        house_forget(&house);
        host_room_ready(house.host, "net", "#g", house.now);
        expect_again(told);
    }
    if (moves < 5)
        fail_msg("%s: only %d moves; at last:\n%s", game, moves, house.told);
    house_close(&house);
    store_close(store);
}

/* ---- all games ---- */

static test_case(two_people)
{
    static const char *const tables[] = {"heartcatchers match=3", "coloretto match=4",
                                         "colorcatcher", "kritters", "roygbiv"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        play_and_restart(tables[i], false, (unsigned)i + 1);
}

static test_case(with_a_robot)
{
    static const char *const tables[] = {"coloretto match=4", "colorcatcher", "kritters",
                                         "roygbiv"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        play_and_restart(tables[i], true, (unsigned)i + 10);
}

/* Discord may send the last move of a game before the room is known to be back. Then the room
   gets the result, and is not told after it that the game goes on. */
static test_case(nothing_goes_on_after_the_end)
{
    unsigned dice = 7;
    struct store *store = store_memory_new();
    house_open(&house, store, true, dice);
    house_open_namesake(&house, NULL);
    house.reports_sent = true;
    house_say(&house, "#g", "ann", "deal heartcatchers");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    for (int moves = 0; moves < MOVES_MOST; moves++) {
        assert_int_equal(house_restart(&house), 1);
        house_forget(&house);
        assert_true(play_some_move(&dice));
        if (house_was_told(&house, "<RESULT_1 game=Heartcatchers>"))
            break;
        host_room_ready(house.host, "net", "#g", house.now);
        assert_true(house_was_told(&house, "<RECOVERED_1>"));
    }
    assert_true(house_was_told(&house, "<RESULT_1 game=Heartcatchers>"));
    assert_non_null(house_table(&house, "#g")); /* until the result has left */
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    assert_string_equal(house.told, "");
    house_close(&house);
    store_close(store);
}

/* Discord brings messages again after a kill, also ones that were dealt with. They do not end
   the record before the result has left: after a kill between the two it is told again. */
static test_case(a_message_that_comes_again_ends_nothing)
{
    unsigned dice = 7;
    struct store *store = store_memory_new();
    house_open(&house, store, true, dice);
    house_open_namesake(&house, NULL);
    house.reports_sent = true;
    assert_int_equal(house_restart(&house), 0); /* the result is not out before it is reported */
    house_say(&house, "#g", "ann", "deal heartcatchers");
    house_say_as(&house, "#g", "bob", 0, "1", "join");
    house_settle(&house);
    house_say(&house, "#g", "ann", "start");
    for (int moves = 0;
         moves < MOVES_MOST && !house_was_told(&house, "<RESULT_1 game=Heartcatchers>"); moves++)
        assert_true(play_some_move(&dice));
    house_say_as(&house, "#g", "bob", 0, "1", "join");
    house_settle(&house);
    assert_non_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 1);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    assert_true(house_was_told(&house, "<RESULT_1 game=Heartcatchers>"));
    house_say_as(&house, "#g", "bob", 0, "2", "rules");
    house_settle(&house);
    assert_int_equal(house_restart(&house), 0);
    house_close(&house);
    store_close(store);
}

/* ---- rooms that are back later than others ---- */

/* Ann and Bob play Coloretto in #g and #h, and somebody has drawn a card before the kill. */
static struct store *play_in_two_rooms(void)
{
    struct store *store = store_memory_new();
    char line[32];
    house_open(&house, store, true, 5);
    house_open_namesake(&house, NULL);
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "ann", "invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#g")->shown.invite);
    house_say(&house, "#h", "ann", line);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    assert_ptr_equal(house_table(&house, "#h"), house_table(&house, "#g"));
    return store;
}

/* By the person whose turn it is. */
static void say_in_turn(const char *text)
{
    const struct session *table = house_table(&house, "#g");
    house_say(&house, "#g", table->seats[table->playing->table.turn].key, text);
}

static void come_back_to(const char *room)
{
    house_forget(&house);
    host_room_ready(house.host, "net", room, ++house.now);
    house_settle(&house);
}

static void end(struct store *store)
{
    house_close(&house);
    store_close(store);
}

/* The table was played on meanwhile: that room was told neither. */
static test_case(a_room_that_is_back_after_the_next_move_is_told_both)
{
    struct store *store = play_in_two_rooms();
    say_in_turn("draw");
    assert_int_equal(house_restart(&house), 1);
    come_back_to("#g");
    house_expect(&house, "#g: <RECOVERED_1>");
    say_in_turn("place 1");
    house_expect(&house, "#g: ");
    house_expect_not(&house, "#h: ");
    come_back_to("#h");
    house_expect(&house, "#h: <RECOVERED_1>");
    const char *drawn = strstr(house.told, " draws "), *placed = strstr(house.told, " at row 1");
    assert_non_null(strstr(house.told, in_words("<RECOVERED_LATEST_1> ")));
    assert_true(drawn && placed && drawn < placed);
    say_in_turn("draw");
    assert_null(house_table(&house, "#g")->latest); /* nobody waits for it any more */
    end(store);
}

/* What does not fit on a page is not told late: the board says how it stands. */
static test_case(what_a_late_room_is_told_has_a_bound)
{
    static const char *const words[] = {"draw",   "place 1", "place 2", "place 3",
                                        "take 1", "take 2",  "take 3"};
    struct store *store = play_in_two_rooms();
    say_in_turn("draw");
    assert_int_equal(house_restart(&house), 1);
    come_back_to("#g");
    for (int i = 0; i < 700 && house_table(&house, "#g")->latest; i++)
        say_in_turn(words[i % 7]);
    assert_null(house_table(&house, "#g")->latest);
    assert_false(house_table(&house, "#g")->playing->is_over);
    come_back_to("#h");
    house_expect(&house, "#h: <RECOVERED_1>");
    house_expect_not(&house, "<RECOVERED_LATEST_2>");
    end(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_people),
        cmocka_unit_test(with_a_robot),
        cmocka_unit_test(nothing_goes_on_after_the_end),
        cmocka_unit_test(a_message_that_comes_again_ends_nothing),
        cmocka_unit_test(a_room_that_is_back_after_the_next_move_is_told_both),
        cmocka_unit_test(what_a_late_room_is_told_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
