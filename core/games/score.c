/* Puts the result of a game together, line by line. */
#include <string.h>

#include "check.h"
#include "game.h"

void score_clear(struct score *score)
{
    score->count = 0;
    memset(score->total, 0, sizeof score->total);
    score->winners = 0;
    score->reason = NULL;
}

void score_add(struct score *score, int seat, const char *label, int arg0, int arg1, int points)
{
    check(score->count < SCORE_LINES);
    score->lines[score->count++] =
        (struct score_line){.seat = seat, .label = label, .args = {arg0, arg1}, .points = points};
    score->total[seat] += points;
}

void score_note(struct score *score, int seat, const char *label, int arg0)
{
    score_add(score, seat, label, arg0, 0, 0);
    score->lines[score->count - 1].is_note = true;
}

void score_best_wins(struct score *score, int seats)
{
    int best = score->total[0];
    for (int seat = 1; seat < seats; seat++)
        best = score->total[seat] > best ? score->total[seat] : best;
    score->winners = 0;
    for (int seat = 0; seat < seats; seat++)
        if (score->total[seat] == best)
            score->winners |= 1u << seat;
}
