/* The result of a game, line by line as in the rulebook. */
#ifndef SCORE_H
#define SCORE_H

#include <stdbool.h>

#include "table.h"

enum { SCORE_LINES = 160, SCORE_ARGS = 3 };

struct score_line {
    int seat;
    const char *label; /* template over args: "stack {0}: {1} face-up cards" */
    int args[SCORE_ARGS];
    int points;
    bool is_note; /* says what decided; gives no points */
};

struct score {
    int count;
    struct score_line lines[SCORE_LINES];
    int total[TABLE_SEATS];
    unsigned winners; /* bits of seats; several winners share the win */
    /* a sentence that says how a tie was broken, or why the game ended early; may be NULL */
    const char *reason;
};

/* No lines, no points, no winner. Leaves old lines where they are, which costs less than to
   clear them: a robot scores thousands of imagined games. */
void score_clear(struct score *score);

void score_add(struct score *score, int seat, const char *label, int arg0, int arg1, int points);

/* A line without points, which says what broke a tie. */
void score_note(struct score *score, int seat, const char *label, int arg0);

/* The seats with the highest total win. */
void score_best_wins(struct score *score, int seats);

#endif
