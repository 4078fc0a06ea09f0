/* See budget.h. A timer set amid the descriptors of a turn fires with the timers of the same turn: so it is set twice. */
#include "budget.h"

static void renew(void *arg)
{
    struct budget *budget = arg;
    if (!budget->is_seen) {
        budget->is_seen = true;
        loop_timer_set(&budget->renewal, 0);
        return;
    }
    budget->is_seen = false;
    budget->spent = 0;
}

void budget_init(struct budget *budget, struct loop *loop)
{
    *budget = (struct budget){.spent = 0};
    loop_timer_init(&budget->renewal, loop, renew, budget);
}

void budget_fini(struct budget *budget)
{
    loop_timer_stop(&budget->renewal);
}

void budget_spend(struct budget *budget, size_t units)
{
    budget->spent += units;
    if (!loop_timer_is_set(&budget->renewal))
        loop_timer_set(&budget->renewal, 0);
}

bool budget_is_left(const struct budget *budget)
{
    return budget->spent < BUDGET_TURN;
}

bool budget_allows(const struct budget *budget, size_t units)
{
    return budget->spent == 0 || budget->spent + units <= BUDGET_TURN;
}
