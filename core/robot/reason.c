/* Why a thought chose what it chose: the two best moves, over the worlds in which both were
   played on. */
#include "reason.h"

static struct robot_outcome outcome_of(const struct robot_arena *arena, int move, int other,
                                       int worlds)
{
    struct robot_outcome outcome = {.move = move};
    for (int world = 0; world < worlds; world++) {
        const struct robot_try *try = robot_try_at(arena, world, move);
        outcome.won += (double)try->gain / worlds;
        outcome.own += (double)try->own / worlds;
        outcome.rival += (double)try->rival / worlds;
        outcome.ahead += (try->gain > robot_try_at(arena, world, other)->gain ? 1.0 : 0) / worlds;
    }
    return outcome;
}

double mean_gain(const struct robot_arena *arena, int move, int worlds)
{
    double sum = 0;
    for (int world = 0; world < worlds; world++)
        sum += (double)robot_try_at(arena, world, move)->gain;
    return sum / worlds;
}

/* Of the others, the one that was tried longest and, of those, did best. -1 if none was tried. */
static int second_of(const struct robot_arena *arena, int count, int chosen)
{
    int second = -1;
    double best = 0;
    for (int move = 0; move < count; move++) {
        if (move == chosen || arena->worlds[move] == 0)
            continue;
        double mean = mean_gain(arena, move, arena->worlds[move]);
        int more = second < 0 ? 1 : arena->worlds[move] - arena->worlds[second];
        if (more > 0 || (more == 0 && mean > best)) {
            second = move;
            best = mean;
        }
    }
    return second;
}

void give_reason(const struct robot_question *question, int chosen, struct robot_arena *arena)
{
    int second = second_of(arena, question->moves->count, chosen);
    arena->reason = (struct robot_reason){.best.move = chosen};
    if (second < 0 || arena->worlds[chosen] == 0)
        return;
    int worlds = arena->worlds[second] < arena->worlds[chosen] ? arena->worlds[second]
                                                               : arena->worlds[chosen];
    arena->reason.worlds = worlds;
    arena->reason.best = outcome_of(arena, chosen, second, worlds);
    arena->reason.second = outcome_of(arena, second, chosen, worlds);
}
