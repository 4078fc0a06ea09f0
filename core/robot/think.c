/* Which move: sequential halving over paired playouts. Every move that is still in the running is tried in the same
   worlds with the same luck, so that what differs comes from the move. After each round the worse half drops out, and
   before that each move that is clearly behind. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "choice.h"
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
        struct result result = playout(question, &question->moves->list[move], arena);
        arena->gains[thought->worlds][move] = (float)result.gain;
        arena->own[thought->worlds][move] = (int16_t)result.own;
        arena->rival[thought->worlds][move] = (int16_t)result.rival;
        arena->worlds[move]++;
        arena->rollouts++;
    }
    thought->worlds++;
}

static double mean_over(const struct robot_arena *arena, int move, int worlds)
{
    double sum = 0;
    for (int world = 0; world < worlds; world++)
        sum += (double)arena->gains[world][move];
    return sum / worlds;
}

/* By falling means; of equal ones the first stays first. */
static void sort_running(struct thought *thought)
{
    double means[MOVES_MAX];
    for (int i = 0; i < thought->count; i++) {
        int move = thought->running[i], j = i;
        double mean = mean_over(thought->arena, move, thought->worlds);
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

static struct robot_outcome outcome_of(const struct robot_arena *arena, int move, int other, int worlds)
{
    struct robot_outcome outcome = {.move = move};
    for (int world = 0; world < worlds; world++) {
        outcome.won += (double)arena->gains[world][move] / worlds;
        outcome.own += (double)arena->own[world][move] / worlds;
        outcome.rival += (double)arena->rival[world][move] / worlds;
        outcome.ahead += (arena->gains[world][move] > arena->gains[world][other] ? 1.0 : 0) / worlds;
    }
    return outcome;
}

/* The best of the others is the one that was tried longest and, of those, did best. */
static void give_reason(struct thought *thought, int chosen)
{
    struct robot_arena *arena = thought->arena;
    int second = -1;
    double best = 0;
    for (int move = 0; move < thought->question->moves->count; move++) {
        if (move == chosen || arena->worlds[move] == 0)
            continue;
        double mean = mean_over(arena, move, arena->worlds[move]);
        int more = second < 0 ? 1 : arena->worlds[move] - arena->worlds[second];
        if (more > 0 || (more == 0 && mean > best)) {
            second = move;
            best = mean;
        }
    }
    int worlds = second < 0 ? 0 : arena->worlds[second];
    arena->reason = (struct robot_reason){.worlds = worlds, .best.move = chosen};
    if (worlds > 0) {
        arena->reason.best = outcome_of(arena, chosen, second, worlds);
        arena->reason.second = outcome_of(arena, second, chosen, worlds);
    }
}

int robot_rollouts(const struct game *game, enum robot_level level)
{
    static const int rollouts[ROBOT_LEVELS] = {
        [ROBOT_EASY] = ROBOT_LOOKS, [ROBOT_MEDIUM] = 100, [ROBOT_HARD] = 500, [ROBOT_RANDOM] = ROBOT_DRAWS};
    return level == ROBOT_EASY && !game->weigh ? 20 : rollouts[level];
}

/* Draws a move, or takes what the game's own robot would. */
static int choose_unplayed(const struct robot_question *question, bool looks, uint64_t seed, struct chance *chance)
{
    struct chance_seed state = {mixed(seed, 0)};
    chance_init(chance, chance_seeded, &state);
    return looks
               ? game_choose(question->game, question->rules, question->sight, question->seat, question->moves, chance)
               : chance_pick(chance, question->moves->count);
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
    memset(&arena->reason, 0, sizeof arena->reason);
    if (limits.rollouts <= 0)
        return choose_unplayed(question, limits.rollouts == ROBOT_LOOKS, seed, &arena->chance);
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
    give_reason(&thought, thought.running[0]);
    return thought.running[0];
}
