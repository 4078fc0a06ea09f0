/* Which move: sequential halving over paired playouts. Every move that is still in the running
   is tried in the same worlds with the same luck, so that what differs comes from the move.
   After each round the worse half drops out, and before that each move that is clearly behind. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "choice.h"
#include "playout.h"
#include "reason.h"
#include "robot.h"

enum { LEAST_WORLDS = 6 };

struct thought {
    const struct robot_question *question;
    struct robot_limits limits;
    struct robot_arena *arena;
    uint64_t seed;
    int running[MOVES_MAX], count; /* the moves that are still in the running */
    int worlds;                    /* how many were imagined */
    /* how much worse than the best each move looks at once, from 0 to 1 */
    double doubt[MOVES_MAX];
};

static uint64_t mixed(uint64_t a, uint64_t b)
{
    struct chance_seed seed = {a * 0xd1342543de82ef95u + b * 0xaf251af3b0f025b5u};
    uint64_t high = chance_seeded(&seed);
    return high << 32 | chance_seeded(&seed);
}

/* ---- worlds ---- */

static void fix_luck(struct thought *thought)
{
    for (int i = 0; i < TABLE_SEATS + 2; i++)
        thought->arena->luck[i].state =
            mixed(thought->seed, (uint64_t)thought->worlds * (TABLE_SEATS + 3) + (uint64_t)i);
}

static void copy_world(const struct sight *world, struct sight *to)
{
    to->viewer = world->viewer;
    to->unseen_count = 0;
    table_copy(&to->seen, &world->seen);
}

/* Imagines some more worlds and takes one of all, each as often as it is likely. */
static void prefer_likely(const struct robot_question *question, struct robot_arena *arena)
{
    enum { WORLDS = 4, PARTS = 1 << 20 };
    double sum = question->game->likely(question->rules, &arena->world, question->seat);
    for (int i = 1; i < WORLDS; i++) {
        sight_imagine(question->rules, question->sight, &arena->chance, &arena->game);
        double likely = question->game->likely(question->rules, &arena->game, question->seat);
        sum += likely;
        if (chance_pick(&arena->chance, PARTS) < likely / sum * PARTS)
            copy_world(&arena->game, &arena->world);
    }
}

static void imagine(struct thought *thought)
{
    struct robot_arena *arena = thought->arena;
    const struct robot_question *question = thought->question;
    struct chance_seed seed = {
        mixed(thought->seed, (uint64_t)thought->worlds * (TABLE_SEATS + 3) + TABLE_SEATS + 2)};
    chance_init(&arena->chance, chance_seeded, &seed);
    sight_imagine(question->rules, question->sight, &arena->chance, &arena->world);
    if (question->game->likely)
        prefer_likely(question, arena);
}

/* Imagines one more world and tries every running move in it. */
static void try_world(struct thought *thought)
{
    struct robot_arena *arena = thought->arena;
    const struct robot_question *question = thought->question;
    imagine(thought);
    for (int i = 0; i < thought->count; i++) {
        int move = thought->running[i];
        fix_luck(thought);
        copy_world(&arena->world, &arena->game);
        struct result result = playout(question, &question->moves->list[move], arena);
        arena->tries[thought->worlds * arena->stride + move] =
            (struct robot_try){(float)result.gain, (int16_t)result.own, (int16_t)result.rival};
        arena->worlds[move]++;
        arena->rollouts++;
    }
    thought->worlds++;
}

/* ---- comparing ---- */

/* What a move won on average. A move that looks bad needs more worlds to prove that it is good. */
static double credit(const struct thought *thought, int move)
{
    const double doubted = 0.3;
    return mean_gain(thought->arena, move, thought->worlds) -
           doubted * thought->doubt[move] / sqrt(thought->worlds);
}

/* By falling credit; of equal ones the first stays first. */
static void sort_running(struct thought *thought)
{
    double credits[MOVES_MAX];
    for (int i = 0; i < thought->count; i++) {
        int move = thought->running[i], j = i;
        double own = credit(thought, move);
        for (; j > 0 && credits[j - 1] < own; j--) {
            credits[j] = credits[j - 1];
            thought->running[j] = thought->running[j - 1];
        }
        credits[j] = own;
        thought->running[j] = move;
    }
}

/* How many standard errors the first of the running moves leads this one by. */
static double lead_over(const struct thought *thought, int move)
{
    double sum = 0, squares = 0, n = thought->worlds;
    for (int world = 0; world < thought->worlds; world++) {
        double lead = (double)robot_try_at(thought->arena, world, thought->running[0])->gain -
                      (double)robot_try_at(thought->arena, world, move)->gain;
        sum += lead;
        squares += lead * lead;
    }
    double mean = sum / n, variance = (squares - n * mean * mean) / (n - 1);
    return mean <= 0 ? 0 : mean / sqrt((variance + 1e-4) / n);
}

static void drop_clearly_behind(struct thought *thought)
{
    const double clear = 4;
    int kept = 1;
    for (int i = 1; i < thought->count; i++)
        if (lead_over(thought, thought->running[i]) < clear)
            thought->running[kept++] = thought->running[i];
    thought->count = kept;
}

/* Nobody is to learn what a robot holds from which of two equally good moves it prefers. */
static int draw_among_best(const struct thought *thought)
{
    const double near = 0.002;
    struct chance_seed seed = {mixed(thought->seed, UINT64_MAX)};
    int close = 1;
    if (thought->worlds == 0)
        return thought->running[0];
    while (close < thought->count &&
           credit(thought, thought->running[close]) > credit(thought, thought->running[0]) - near)
        close++;
    chance_init(&thought->arena->chance, chance_seeded, &seed);
    return thought->running[chance_pick(&thought->arena->chance, close)];
}

/* ---- the candidates ---- */

/* Not in the running: a second card of the same face, and votes, which are for people. */
static void choose_candidates(struct thought *thought)
{
    const struct robot_question *question = thought->question;
    struct moves *unlike = &thought->arena->moves;
    *unlike = *question->moves;
    moves_but_votes(question->rules, unlike);
    if (unlike->count == 0)
        *unlike = *question->moves;
    moves_by_face(question->rules, question->sight, question->seat, unlike);
    thought->count = 0;
    for (int i = 0; i < question->moves->count; i++)
        if (moves_has(unlike, &question->moves->list[i]))
            thought->running[thought->count++] = i;
}

static void weigh_candidates(struct thought *thought)
{
    const struct robot_question *question = thought->question;
    int worths[MOVES_MAX], best = INT_MIN;
    double behind = 0;
    if (!question->game->weigh)
        return;
    question->game->weigh(question->rules, question->sight, question->seat, question->moves,
                          worths);
    for (int i = 0; i < thought->count; i++)
        best = worths[thought->running[i]] > best ? worths[thought->running[i]] : best;
    for (int i = 0; i < thought->count; i++)
        behind += ((double)best - worths[thought->running[i]]) / thought->count;
    for (int i = 0; i < thought->count && behind > 0; i++) {
        int move = thought->running[i];
        double part = ((double)best - worths[move]) / behind;
        thought->doubt[move] = part < 1 ? part : 1;
    }
}

/* ---- thinking ---- */

static int worlds_most(const struct robot_question *question)
{
    int most = question->game->worlds > 0 ? question->game->worlds : ROBOT_WORLDS;
    int remembered = ROBOT_TRIES / question->moves->count;
    return most < remembered ? most : remembered;
}

static bool is_late(const struct thought *thought)
{
    return thought->worlds == worlds_most(thought->question) ||
           thought->arena->rollouts >= thought->limits.rollouts ||
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

/* Comparing looks at all worlds again, so it is done less often once there are many. */
static bool compares_now(int worlds)
{
    return worlds >= LEAST_WORLDS && worlds % (worlds < ROBOT_WORLDS ? 2 : 16) == 0;
}

/* Tries the running moves in as many worlds as this round has. */
static void play_round(struct thought *thought, int rounds_left)
{
    const struct robot_arena *arena = thought->arena;
    int until = arena->rollouts + (thought->limits.rollouts - arena->rollouts) / rounds_left;
    do {
        try_world(thought);
        if (compares_now(thought->worlds)) {
            sort_running(thought);
            drop_clearly_behind(thought);
        }
    } while (thought->count > 1 && arena->rollouts + thought->count <= until && !is_late(thought));
    sort_running(thought);
}

/* Draws a move, or takes the one that looks best. */
static int choose_unplayed(const struct robot_question *question, bool looks, uint64_t seed,
                           struct chance *chance)
{
    struct chance_seed state = {mixed(seed, 0)};
    chance_init(chance, chance_seeded, &state);
    return looks ? game_choose(question->game, question->rules, question->sight, question->seat,
                               question->moves, chance)
                 : chance_pick(chance, question->moves->count);
}

static bool is_vote(const struct robot_question *question, int move)
{
    return question->rules->verbs[question->moves->list[move].verb].flags & VERB_VOTE;
}

int robot_think(const struct robot_question *question, struct robot_limits limits, uint64_t seed,
                struct robot_arena *arena)
{
    struct thought thought = {.question = question, .limits = limits, .arena = arena, .seed = seed};
    check(question->moves->count > 0);
    arena->rollouts = 0;
    arena->stride = question->moves->count;
    memset(arena->worlds, 0, sizeof arena->worlds);
    int chosen = choose_unplayed(question, limits.rollouts != ROBOT_DRAWS, seed, &arena->chance);
    arena->reason = (struct robot_reason){.best.move = chosen};
    if (limits.rollouts <= 0 || (question->game->weigh && is_vote(question, chosen)))
        return chosen;
    choose_candidates(&thought);
    weigh_candidates(&thought);
    for (int rounds = rounds_for(thought.count); rounds > 0 && thought.count > 1; rounds--) {
        play_round(&thought, rounds);
        if (rounds > 1)
            thought.count = (thought.count + 1) / 2;
        if (is_late(&thought))
            break;
    }
    chosen = draw_among_best(&thought);
    give_reason(question, chosen, arena);
    return chosen;
}
