#include "plan.h"

#include "check.h"

void plan_add(struct plan *plan, int seat, const struct move *move)
{
    check(plan->count < PLAN_MOVES);
    plan->decisions[plan->count++] = (struct decision){seat, *move};
}
