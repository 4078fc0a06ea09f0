/* A host whose robots think on threads: thinking, dropping thoughts, closing, recovery and hints
   while threads work; under the thread sanitizer, too. The same luck gives the same game on any
   number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "host_state.h"
#include "household.h"
#include "port.h"
#include "session_view.h"
#include "store.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"

enum { ROOMS = 4, TURNS = 20 };

static struct thinker *thinker;
static uint64_t random_bits;

static int dice(int sides)
{
    random_bits = random_bits * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((random_bits >> 33) % (unsigned)sides);
}

/* None: in line. */
static void open_threads(int threads)
{
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    store = store_memory_new();
    house_open(&house, store, true, 7);
    house.commands = commands_new();
    thinker = threads ? thinker_new(threads, &why) : thinker_new_inline();
    assert_non_null(thinker);
    house_let_think(&house, thinker);
}

static void close_threads(void)
{
    host_free(house.host); /* whatever is thought just then */
    thinker_free(thinker);
    commands_free(house.commands);
    store_close(store);
}

static void say(const char *room, const char *text)
{
    house.now += 5000;
    house_forget(&house);
    house_say_as(&house, room, "ann", 0, NULL, text);
}

static bool find_move(const struct session *session, char move[MOVE_TEXT], int number)
{
    struct sight sight;
    struct moves moves;
    struct text text = text_over(move, MOVE_TEXT);
    for (int seat = 0; session && session_has_begun(session) && seat < session->seat_count;
         seat++) {
        if (session->seats[seat].kind != SEAT_PERSON ||
            !session_legal(session, seat, &sight, &moves))
            continue;
        move_format(&session->playing->rules, NULL, &moves.list[number % moves.count], &text);
        return true;
    }
    return false;
}

/* ---- the same game ---- */

/* The hash of all tables that a game among robots goes through. */
static uint64_t play_on(int threads, const char *game)
{
    uint64_t hash = HASH_START;
    char move[MOVE_TEXT];
    open_threads(threads);
    say("#g", game);
    for (int turn = 0; turn < TURNS / 2 && table() && !table()->playing->is_over; turn++) {
        house_settle(&house);
        if (find_move(table(), move, turn))
            say("#g", move);
        house_wait(&house, 5000);
        if (table())
            hash = text_hash_bytes(hash, &table()->playing->table,
                                   table_bytes(&table()->playing->table));
    }
    close_threads();
    return hash;
}

static test_case(any_number_of_threads_plays_the_same_game)
{
    static const char *const games[] = {"play heartcatchers robots=1", "play coloretto robots=1"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        uint64_t in_line = play_on(0, games[i]);
        assert_true(play_on(1, games[i]) == in_line);
        assert_true(play_on(4, games[i]) == in_line);
    }
}

/* ---- everything at once ---- */

static void do_something(const char *room, int turn)
{
    static const char *const words[] = {
        "hint", "hint", "options clock=slow", "options clock=live", "undo", "stop yes"};
    struct session *session = house_table(&house, room);
    char move[MOVE_TEXT];
    int n = dice(12);
    if (!session)
        say(room, turn % 2 ? "play coloretto robots=2" : "play heartcatchers robots=1");
    else if (n < (int)(sizeof words / sizeof *words))
        say(room, words[n]);
    else if (find_move(session, move, n))
        say(room, move);
    thinker_dispatch(thinker);
    store_flush(store);
    store_dispatch(store);
    host_tick(house.host, house.now);
    if (n >= 9)
        house_settle(&house);
}

static void restart(void)
{
    static const char *const rooms[ROOMS + 1] = {"#a", "#b", "#c", "#g", "#last"};
    house_restart(&house);
    for (int i = 0; i <= ROOMS; i++)
        host_room_ready(house.host, "net", rooms[i], house.now);
}

/* Whatever was dropped before: a table of robots goes on, and so do hints, also after a kill. */
static void expect_it_works(void)
{
    say("#last", "play heartcatchers robots=1");
    for (int tries = 0; tries < 2; tries++) {
        for (int i = 0; i < 4; i++)
            house_wait(&house, 5000);
        say("#last", "hint");
        house_settle(&house);
        assert_told("<HINT_MOVE>");
        restart();
    }
}

/* What is dropped when is left to the threads. */
static test_case(thoughts_are_dropped_while_threads_work)
{
    static const char *const rooms[ROOMS] = {"#a", "#b", "#c", "#g"};
    random_bits = 5;
    open_threads(3);
    for (int turn = 0; turn < 6 * TURNS; turn++) {
        do_something(rooms[turn % ROOMS], turn);
        if (turn % TURNS == TURNS - 1)
            restart();
    }
    for (int i = 0; i < ROOMS; i++) {
        say(rooms[i], "stop yes");
        house_settle(&house);
    }
    expect_it_works();
    close_threads();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_plays_the_same_game),
        cmocka_unit_test(thoughts_are_dropped_while_threads_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
