/* How much one turn of the loop may cost by what others send. Code that works on bytes from outside spends from it, and
   goes on in a later turn once it is used up. A unit is about 10 ns: a byte that is inflated and sieved, half a byte
   that is parsed. */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stddef.h>

#include "loop.h"

enum {
    BUDGET_TURN = 1600 * 1024, /* about 16 ms */
    BUDGET_PARSE = 2,          /* for each byte that jansson gets */
    BUDGET_EVENT = 5000        /* for what an event may set off */
};

struct budget {
    struct loop_timer renewal;
    size_t spent;
    bool is_seen; /* the renewal has waited for the end of the turn in which it was set */
};

void budget_init(struct budget *budget, struct loop *loop);
void budget_fini(struct budget *budget);

void budget_spend(struct budget *budget, size_t units);
/* Something is left for this turn. */
bool budget_is_left(const struct budget *budget);
/* So much is left, or the whole budget is: a piece that cannot be cut goes in a turn of its own. */
bool budget_allows(const struct budget *budget, size_t units);

#endif
