/* What it costs to read a typed move and to render what follows from it: the public's sentences,
   board and call, and the mover's sentences, hand and offer. Prints nanoseconds of CPU time a
   move, over whole random games. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "games.h"
#include "laid.h"
#include "text.h"

enum { GAMES = 2000 };

enum part { SIGHT, READ, EVENTS, BOARD_LINE, BOARD_BLOCK, HAND_AND_OFFER, PARTS };

static const char *const part_names[] = {
    "sight and legal list", "parse",        "events, by public and mover",
    "board, one line",      "board, block", "hand, offer, call"};

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Everything that is read and written about the move that comes next; each part is timed over
   all moves of a game. */
struct turn {
    struct sight sight, public_sight;
    struct moves legal;
    char typed[MOVE_TEXT];
    int count, public_count;
    struct event events[EVENTS_MAX], public_events[EVENTS_MAX];
    int seat;
};

static int play_one(struct laid *laid, struct turn *turn)
{
    turn->seat = laid->table.turn;
    table_sight(&laid->rules, &laid->table, turn->seat, &turn->sight);
    laid_legal(laid, turn->seat, &turn->legal);
    const struct move *move =
        &turn->legal.list[chance_seeded(&laid->seed) % (unsigned)turn->legal.count];
    struct text text = text_over(turn->typed, sizeof turn->typed);
    move_format(&laid->rules, &laid->naming, move, &text);
    char canonical[MOVE_TEXT];
    text = text_over(canonical, sizeof canonical);
    move_write(&laid->rules, move, &text);
    laid_play(laid, canonical);
    table_sight(&laid->rules, &laid->table, SEAT_PUBLIC, &turn->public_sight);
    turn->count = turn->public_count = 0;
    for (int i = 0; i < laid->events.count; i++) {
        turn->count += event_sight(&laid->rules, &laid->events.list[i], turn->seat,
                                   &turn->events[turn->count]);
        turn->public_count += event_sight(&laid->rules, &laid->events.list[i], SEAT_PUBLIC,
                                          &turn->public_events[turn->public_count]);
    }
    return !laid->table.over;
}

static void do_part(struct laid *laid, const struct turn *turn, enum part part)
{
    struct sight sight;
    struct moves legal;
    struct read_move read;
    prose_clear(&laid->prose);
    switch (part) {
    case SIGHT:
        table_sight(&laid->rules, &laid->table, SEAT_PUBLIC, &sight);
        laid_legal(laid, laid->table.turn, &legal);
        break;
    case READ:
        move_read(&laid->rules, &laid->naming, &turn->sight, &turn->legal, true, turn->typed,
                  &read);
        break;
    case EVENTS:
        view_events(&laid->view, turn->public_events, turn->public_count, &laid->prose);
        view_events(&laid->view, turn->events, turn->count, &laid->prose);
        break;
    case BOARD_LINE:
    case BOARD_BLOCK:
        view_board(&laid->view, &turn->public_sight, part == BOARD_LINE ? VIEW_LINE : VIEW_COLUMNS,
                   &laid->prose);
        break;
    case HAND_AND_OFFER:
        view_hand(&laid->view, &turn->sight, &laid->prose);
        view_offer(&laid->view, &turn->legal, &laid->prose);
        view_due(&laid->view, &turn->public_sight, 1u << turn->seat, false, &laid->prose);
        break;
    case PARTS:
        break;
    }
}

int main(void)
{
    static const char *const names[] = {"ann", "bob"};
    static struct laid laid;
    static struct turn turn;
    enum { REPEATS = 8 }; /* so that reading the clock costs little */
    int64_t spent[PARTS] = {0}, moves = 0, sum = 0;
    for (int game = 0; game < bench_times(GAMES); game++) {
        laid_deal(&laid, game_find("heartcatchers"), 2, names, game);
        for (int more = 1; more; moves++) {
            more = play_one(&laid, &turn);
            for (int part = 0; part < PARTS; part++) {
                int64_t start = now_ns();
                for (int i = 0; i < REPEATS; i++)
                    do_part(&laid, &turn, (enum part)part);
                spent[part] += now_ns() - start;
            }
        }
    }
    for (int part = 0; part < PARTS; part++) {
        int64_t each = spent[part] / REPEATS / moves;
        printf("%-30s %6lld ns a move\n", part_names[part], (long long)each);
        sum += part == BOARD_BLOCK ? 0 : each;
    }
    printf("%-30s %6lld ns a move (aim: 5000), board in one line\n", "parse and render, all",
           (long long)sum);
    return 0;
}
