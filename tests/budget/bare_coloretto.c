/* What a random decision of Coloretto for two costs in plain C, without kit, secrets, events or
   tape: the list of what may be played, one of it, checked against the list, and played. Rules
   as in core/games/coloretto. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "mark.h"
#include <stdio.h>

enum {
    GAMES = 10,
    COLOURS = 5,
    EACH = 9,
    PLUS_TWOS = 10,
    JOKERS = 3,
    FACES = COLOURS + 2,
    ROWS = 3,
    LAST = 15,
    CARDS = 64,
    MOVES = 8
};
enum { DRAW, PLACE, TAKE };

struct bare {
    int supply[CARDS], count;
    int rows[ROWS][ROWS], sizes[ROWS];
    int won[2][FACES];
    bool is_closed[ROWS], has_taken[2], is_last, is_over;
    int drawn; /* -1: none */
    int turn;
};

struct move {
    int verb, row;
};

static uint64_t state = 1;

static int pick(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)n);
}

static void deal(struct bare *t)
{
    int left[FACES] = {EACH, EACH, EACH, EACH, EACH, PLUS_TWOS, JOKERS},
        pool[COLOURS] = {0, 1, 2, 3, 4};
    memset(t, 0, sizeof *t);
    for (int i = 0; i < 4; i++) {
        int at = i + pick(COLOURS - i), colour = pool[at];
        pool[at] = pool[i];
        left[colour]--;
        t->won[i / 2][colour]++;
    }
    for (int face = 0; face < FACES; face++)
        for (int i = 0; i < left[face]; i++)
            t->supply[t->count++] = face;
    for (int i = t->count - 1; i > 0; i--) {
        int at = pick(i + 1), card = t->supply[at];
        t->supply[at] = t->supply[i];
        t->supply[i] = card;
    }
    t->drawn = -1;
    t->turn = pick(2);
}

static int list(const struct bare *t, struct move *out)
{
    int count = 0;
    bool has_room = false;
    for (int row = 0; row < ROWS; row++) {
        bool is_free = !t->is_closed[row] && t->sizes[row] <= row;
        has_room |= is_free;
        if (t->drawn >= 0 && is_free)
            out[count++] = (struct move){PLACE, row};
        if (t->drawn < 0 && !t->is_closed[row] && t->sizes[row] > 0)
            out[count++] = (struct move){TAKE, row};
    }
    if (t->drawn < 0 && has_room)
        out[count++] = (struct move){DRAW, 0};
    return count;
}

static void end_round(struct bare *t)
{
    t->is_over = t->is_last;
    memset(t->sizes, 0, sizeof t->sizes);
    memset(t->is_closed, 0, sizeof t->is_closed);
    memset(t->has_taken, 0, sizeof t->has_taken);
}

static void play(struct bare *t, struct move move)
{
    switch (move.verb) {
    case DRAW:
        t->is_last |= t->count == LAST;
        t->drawn = t->supply[--t->count];
        break;
    case PLACE:
        t->rows[move.row][t->sizes[move.row]++] = t->drawn;
        t->drawn = -1;
        if (!t->has_taken[1 - t->turn])
            t->turn = 1 - t->turn;
        break;
    default:
        for (int i = 0; i < t->sizes[move.row]; i++)
            t->won[t->turn][t->rows[move.row][i]]++;
        t->is_closed[move.row] = t->has_taken[t->turn] = true;
        if (t->has_taken[1 - t->turn])
            end_round(t);
        else
            t->turn = 1 - t->turn;
        break;
    }
}

static int play_game(void)
{
    struct bare t;
    struct move moves[MOVES];
    int decisions = 0;
    deal(&t);
    for (; !t.is_over; decisions++) {
        int count = list(&t, moves), found = 0;
        struct move move = moves[pick(count)];
        while (found < count && (moves[found].verb != move.verb || moves[found].row != move.row))
            found++;
        check(found < count);
        play(&t, move);
    }
    return decisions;
}

int main(void)
{
    int decisions = 0;
    play_game();
    budget_mark();
    for (int i = 0; i < GAMES; i++)
        decisions += play_game();
    budget_mark();
    printf("- 0\nbare-coloretto %d\n", decisions);
    return 0;
}
