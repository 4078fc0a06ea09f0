/* What the robots of a table have decided from one position on, move by move. Nothing of it is
   real: it holds as long as no other line comes into the record, and a restart forgets it. */
#ifndef PLAN_H
#define PLAN_H

#include <stdint.h>

#include "move.h"

struct thought;

enum { PLAN_MOVES = 200 };

struct decision {
    int seat;
    struct move move;
};

struct plan {
    int64_t line;            /* the number of the next line, when it was begun */
    int64_t answers_at;      /* not before; drawn before the first thought */
    struct thought *thought; /* about the next decision; NULL if none is under way */
    int asked;               /* the seat that thinks */
    int count;
    struct decision decisions[PLAN_MOVES];
};

void plan_add(struct plan *plan, int seat, const struct move *move);

#endif
