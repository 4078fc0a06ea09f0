/* Whole games of all five on Discord, at random, typed and pressed, over the stand-in: each ends, its record is right and
   is what people were told, nothing was done that Discord forbids, and a move costs few requests. Then the same with the
   network breaking all along: still every move counts once and is told once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "evening.h"
#include "host.h"
#include "loop.h"

enum { STEPS_MOST = 3000, IDLE_MOST = 30 };

static struct evening evening;

static const struct party heartcatchers = {"Heartcatchers", "heartcatchers", 2},
                          catcher = {"Color Catcher", "colorcatcher", 2},
                          catcher_of_four = {"Color Catcher of four", "colorcatcher", 4},
                          coloretto = {"Coloretto", "coloretto", 2},
                          coloretto_of_five = {"Coloretto of five", "coloretto", 5},
                          kritters = {"Kritters", "kritters", 4},
                          junior = {"Kritters junior", "kritters mode=junior", 3},
                          solo = {"Kritters solo", "kritters mode=solo", 1},
                          two_decks = {"Kritters of seven, two decks", "kritters", 7},
                          roygbiv = {"ROYGBIV", "roygbiv", 3},
                          frenzy = {"ROYGBIV in a frenzy", "roygbiv mode=frenzy", 3};

static const char *const ways[] = {
    [EVENING_TYPED] = "typed", [EVENING_PANELS] = "on panels", [EVENING_LETTERS] = "in direct messages"};

/* ---- what a move costs ---- */

struct tally {
    int moves;
    struct cost sum, most;
};

static void raise(int *most, int value)
{
    if (value > *most)
        *most = value;
}

static void add_cost(struct tally *tally, const struct cost *cost)
{
    const int *more = (const int *)cost;
    int *sum = (int *)&tally->sum, *most = (int *)&tally->most;
    for (size_t i = 0; i < sizeof *cost / sizeof(int); i++) {
        sum[i] += more[i];
        raise(&most[i], more[i]);
    }
}

static double mean(const struct tally *tally, int sum)
{
    return (double)sum / tally->moves;
}

static void print_tally(const struct tally *tally)
{
    const struct cost *sum = &tally->sum, *most = &tally->most;
    printf(
        "%s, %s, %d moves; requests a move: %.2f new messages (at most %d), %.2f edits (%d), %.2f direct messages "
        "(%d to one person), %.2f edits of them (%d), %.2f first answers (%d), %.2f by their tokens (%d), %.2f others\n",
        evening.party->what, ways[evening.way], tally->moves, mean(tally, sum->posts), most->posts,
        mean(tally, sum->edits), most->edits, mean(tally, sum->letters), most->most_letters,
        mean(tally, sum->letter_edits), most->letter_edits, mean(tally, sum->callbacks), most->callbacks,
        mean(tally, sum->follow_ups), most->follow_ups, mean(tally, sum->others));
}

/* A move: one new message in the room and one to each whose hand or duty changed. A press is answered once each, and two
   are enough for a move: what to play, and with what. */
static void expect_cheap(const struct tally *tally, const struct cost *cost)
{
    if (cost->posts > 1 || cost->most_letters > 1)
        fail_msg("%s, %s, move %d (\"%s\"): %d new messages in the room, %d to one person", evening.party->what,
                 ways[evening.way], tally->moves, evening.said, cost->posts, cost->most_letters);
}

/* ---- a game ---- */

static void play_on(struct tally *tally)
{
    int idle = 0, moves = evening_moves(&evening, NULL), now;
    evening_forget_cost(&evening);
    for (int step = 0; evening_table(&evening); step++) {
        idle = evening_act(&evening) ? 0 : idle + 1;
        if (idle > IDLE_MOST || step > STEPS_MOST)
            fail_msg("%s, %s: nobody can do anything after %d moves; the last message: %s", evening.party->what,
                     ways[evening.way], tally->moves, club_seen(&evening.club, 0));
        evening_count(&evening);
        if ((now = evening_moves(&evening, NULL)) == moves)
            continue;
        tally->moves++;
        moves = now;
        if (evening_table(&evening)) /* the last one brings the result */
            expect_cheap(tally, &evening.cost);
        add_cost(tally, &evening.cost);
        evening_forget_cost(&evening);
    }
}

static void play(const struct party *party, enum evening_way way)
{
    struct tally tally = {0};
    evening_open(&evening, party, way, 3, NULL);
    play_on(&tally);
    club_wait(&evening.club, 5000);
    print_tally(&tally);
    evening_expect_told(&evening);
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

static void a_game_is_typed(void **state)
{
    play(*state, EVENING_TYPED);
}

static void a_game_is_played_on_panels(void **state)
{
    play(*state, EVENING_PANELS);
}

static void a_game_is_played_in_direct_messages(void **state)
{
    play(*state, EVENING_LETTERS);
}

#define typed(party)                                                                                                   \
    {                                                                                                                  \
#party " is typed", a_game_is_typed, NULL, NULL, (void *)&(party)                                              \
    }
#define panels(party)                                                                                                  \
    {                                                                                                                  \
#party " is played on panels", a_game_is_played_on_panels, NULL, NULL, (void *)&(party)                        \
    }
#define letters(party)                                                                                                 \
    {                                                                                                                  \
#party " is played in letters", a_game_is_played_in_direct_messages, NULL, NULL, (void *)&(party)              \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        typed(heartcatchers),
        panels(heartcatchers),
        letters(heartcatchers),
        typed(catcher),
        panels(catcher),
        letters(catcher),
        typed(catcher_of_four),
        panels(catcher_of_four),
        letters(catcher_of_four),
        typed(roygbiv),
        panels(roygbiv),
        letters(roygbiv),
        typed(frenzy),
        panels(frenzy),
        letters(frenzy),
        typed(coloretto),
        panels(coloretto),
        typed(coloretto_of_five),
        panels(coloretto_of_five),
        typed(kritters),
        panels(kritters),
        typed(junior),
        panels(junior),
        typed(solo),
        panels(solo),
        typed(two_decks),
        panels(two_decks),
    };
    return cmocka_run_group_tests_name("games on Discord", tests, NULL, NULL);
}
