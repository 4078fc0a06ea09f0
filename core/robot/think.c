/* Which move: sequential halving over paired playouts. Every move that is still in the running is tried in the same
   worlds with the same luck, so that what differs comes from the move. After each round the worse half drops out, and
   before that each move that is clearly behind. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "playout.h"
#include "robot.h"

enum { LEAST_WORLDS = 6 };

struct thought {
    const struct robot_question *question;
    struct robot_limits limits;
    struct robot_arena *arena;
    uint64_t seed;
    int running[MOVES_MAX], count; /* the moves that are still in the running */
    int worlds;                    /* how many were imagined */
};

static uint64_t mixed(uint64_t a, uint64_t b)
{
    struct chance_seed seed = {a * 0xd1342543de82ef95u + b * 0xaf251af3b0f025b5u};
    uint64_t high = chance_seeded(&seed);
    return high << 32 | chance_seeded(&seed);
}

static void fix_luck(struct thought *thought)
{
    for (int i = 0; i < TABLE_SEATS + 2; i++)
        thought->arena->luck[i].state =
            mixed(thought->seed, (uint64_t)thought->worlds * (TABLE_SEATS + 3) + (uint64_t)i);
}

/* Imagines one more world and tries every running move in it. */
static void try_world(struct thought *thought)
{
    struct robot_arena *arena = thought->arena;
    const struct robot_question *question = thought->question;
    struct chance_seed seed = {mixed(thought->seed, (uint64_t)thought->worlds * (TABLE_SEATS + 3) + TABLE_SEATS + 2)};
    chance_init(&arena->chance, chance_seeded, &seed);
    sight_imagine(question->rules, question->sight, &arena->chance, &arena->world);
    for (int i = 0; i < thought->count; i++) {
        int move = thought->running[i];
        fix_luck(thought);
        arena->game.viewer = arena->world.viewer;
        arena->game.unseen_count = 0;
        table_copy(&arena->game.seen, &arena->world.seen);
        arena->gains[thought->worlds][move] = (float)playout(question, &question->moves->list[move], arena);
        arena->worlds[move]++;
        arena->rollouts++;
    }
    thought->worlds++;
}

static double mean_of(const struct thought *thought, int move)
{
    double sum = 0;
    for (int world = 0; world < thought->worlds; world++)
        sum += (double)thought->arena->gains[world][move];
    return sum / thought->worlds;
}

/* By falling means; of equal ones the first stays first. */
static void sort_running(struct thought *thought)
{
    double means[MOVES_MAX];
    for (int i = 0; i < thought->count; i++) {
        int move = thought->running[i], j = i;
        double mean = mean_of(thought, move);
        for (; j > 0 && means[j - 1] < mean; j--) {
            means[j] = means[j - 1];
            thought->running[j] = thought->running[j - 1];
        }
        means[j] = mean;
        thought->running[j] = move;
    }
}

/* How many standard errors the first of the running moves leads this one by. */
static double lead_over(const struct thought *thought, int move)
{
    double sum = 0, squares = 0, n = thought->worlds;
    for (int world = 0; world < thought->worlds; world++) {
        const float *gains = thought->arena->gains[world];
        double lead = (double)gains[thought->running[0]] - (double)gains[move];
        sum += lead;
        squares += lead * lead;
    }
    double mean = sum / n, variance = (squares - n * mean * mean) / (n - 1);
    return mean <= 0 ? 0 : mean / sqrt((variance + 1e-4) / n);
}

static void drop_clearly_behind(struct thought *thought)
{
    const double clear = 3;
    int kept = 1;
    for (int i = 1; i < thought->count; i++)
        if (lead_over(thought, thought->running[i]) < clear)
            thought->running[kept++] = thought->running[i];
    thought->count = kept;
}

static bool is_late(const struct thought *thought)
{
    return thought->worlds == ROBOT_WORLDS || thought->arena->rollouts >= thought->limits.rollouts ||
           (thought->limits.is_late && thought->limits.is_late(thought->limits.arg));
}

static int rounds_for(int count)
{
    int rounds = 1;
    while (count > 2) {
        count = (count + 1) / 2;
        rounds++;
    }
    return rounds;
}

int robot_think(const struct robot_question *question, struct robot_limits limits, uint64_t seed,
                struct robot_arena *arena)
{
    struct thought thought = {question, limits, arena, seed, {0}, question->moves->count, 0};
    check(thought.count > 0);
    for (int i = 0; i < thought.count; i++)
        thought.running[i] = i;
    arena->rollouts = 0;
    memset(arena->worlds, 0, sizeof arena->worlds);
    for (int rounds = rounds_for(thought.count); rounds > 0 && thought.count > 1; rounds--) {
        int until = arena->rollouts + (limits.rollouts - arena->rollouts) / rounds;
        do {
            try_world(&thought);
            if (thought.worlds >= LEAST_WORLDS && thought.worlds % 2 == 0) {
                sort_running(&thought);
                drop_clearly_behind(&thought);
            }
        } while (thought.count > 1 && arena->rollouts + thought.count <= until && !is_late(&thought));
        sort_running(&thought);
        if (rounds > 1)
            thought.count = (thought.count + 1) / 2;
        if (is_late(&thought))
            break;
    }
    return thought.running[0];
}
