/* How much each level thinks. Rollouts are data, not time, so that a level plays alike on every
   machine: of each game, as many as took 15 ms of CPU on the machine they were measured on
   (docs/robots.md). */
#include "robot.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "table.h"

static int rollouts_of(const struct game *game, int seats)
{
    enum { USUAL = 300 };
    int rollouts = 0;
    for (int count = 0; count <= seats && count <= TABLE_SEATS; count++)
        rollouts = game->rollouts[count] > 0 ? game->rollouts[count] : rollouts;
    return rollouts > 0 ? rollouts : USUAL;
}

int robot_halved(int rollouts)
{
    return rollouts > 1 ? rollouts / 2 : rollouts;
}

int robot_rollouts(const struct game *game, int seats, enum robot_level level)
{
    enum { MEDIUM = 100, EASY_BLIND = 20 };
    int hard = rollouts_of(game, seats);
    switch (level) {
    case ROBOT_EASY:
        return game->weigh ? ROBOT_LOOKS : EASY_BLIND;
    case ROBOT_MEDIUM:
        if (game->medium > 0)
            return game->medium;
        return hard < 4 * MEDIUM ? hard / 4 : MEDIUM;
    case ROBOT_HARD:
        return hard;
    case ROBOT_RANDOM:
    case ROBOT_LEVELS:
        break;
    }
    return ROBOT_DRAWS;
}

/* ---- why a thought chose what it chose ---- */

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

/* The average of what the seat won by a move in the first so many worlds. */
static double mean_gain(const struct robot_arena *arena, int move, int worlds)
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

/* Sets arena->reason for the move that was chosen. */
static void give_reason(const struct robot_question *question, int chosen,
                        struct robot_arena *arena)
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

/* One imagined game. Each player in it decides by weigh(), the one who thinks by weigh_own() if
   the game has it. Both are given the world but look only at what that player would see: a test
   compares what they say of a world and of a sight, in every game and mode. */

enum { MOVES_MOST = 4000 };

static void draw_from(struct robot_arena *arena, int actor)
{
    chance_init(&arena->chance, chance_seeded, &arena->luck[actor]);
}

static void apply(const struct robot_question *question, int actor, const struct move *move,
                  struct robot_arena *arena)
{
    struct play play = {
        .rules = question->rules, .table = &arena->game.seen, .chance = &arena->chance};
    draw_from(arena, actor == SEAT_HOST ? TABLE_SEATS : actor);
    question->game->apply(&play, actor, move);
}

static bool can_move(const struct robot_question *question, int actor, struct robot_arena *arena)
{
    question->game->legal(question->rules, &arena->game, actor, &arena->moves);
    return arena->moves.count > 0;
}

/* One of the seats that the table waits for, or that may claim something until it moves; in real
   time anybody who can move. Else the host.
   SEAT_NONE if the game cannot go on. Its moves are in arena->moves then. */
static int next_actor(const struct robot_question *question, struct robot_arena *arena)
{
    const struct game *game = question->game;
    bool is_real_time = game->is_real_time && game->is_real_time(question->rules);
    int seats = arena->game.seen.seats;
    unsigned due = is_real_time ? (1u << seats) - 1 : game->due(question->rules, &arena->game);
    due |= game->claims ? game->claims(question->rules, &arena->game) : 0;
    int skip = 0;
    if (due & (due - 1)) {
        draw_from(arena, TABLE_SEATS + 1);
        skip = chance_pick(&arena->chance, seats);
    }
    for (int i = 0; i < seats; i++) {
        int seat = (skip + i) % seats;
        if (due >> seat & 1 && can_move(question, seat, arena))
            return seat;
    }
    return can_move(question, SEAT_HOST, arena) ? SEAT_HOST : SEAT_NONE;
}

static const struct move *decide(const struct robot_question *question, int actor,
                                 struct robot_arena *arena)
{
    const struct moves *moves = &arena->moves;
    if (moves->count == 1)
        return &moves->list[0];
    draw_from(arena, actor == SEAT_HOST ? TABLE_SEATS : actor);
    if (actor == SEAT_HOST)
        return &moves->list[chance_pick(&arena->chance, moves->count)];
    const struct game *game = question->game;
    game_weigh *weigh = actor == question->seat && game->weigh_own ? game->weigh_own : game->weigh;
    return &moves->list[game_weigh_choose(weigh, question->rules, &arena->game, actor, moves,
                                          &arena->chance)];
}

/* From 0 to 1, 0.5 for no lead. */
static double squash(double lead, double scale)
{
    double part = lead / scale;
    return 0.5 + 0.5 * part / (1 + (part < 0 ? -part : part));
}

/* The seats that win together with this one. */
static unsigned side_of(const struct robot_question *question, int seats)
{
    const struct game *game = question->game;
    return game->partners ? game->partners(question->rules, seats, question->seat)
                          : 1u << question->seat;
}

/* A win counts most; a little of the lead beside it tells near wins from far ones. */
static struct robot_result result_of(const struct robot_question *question,
                                     const struct robot_arena *arena)
{
    enum { SCALE = 8 };
    const struct table *t = &arena->game.seen;
    struct score score;
    int seat = question->seat;
    unsigned side = side_of(question, t->seats);
    score_clear(&score);
    question->game->score(question->rules, &arena->game, &score);
    if (!t->over && question->game->value)
        question->game->value(question->rules, &arena->game, score.total);
    struct robot_result result = {.own = score.total[seat], .rival = t->seats > 1 ? INT_MIN : 0};
    for (int other = 0; other < t->seats; other++)
        if (!(side >> other & 1) && score.total[other] > result.rival)
            result.rival = score.total[other];
    result.gain = squash(result.own - result.rival, SCALE);
    if (t->over) {
        double all = __builtin_popcount(score.winners),
               ours = __builtin_popcount(score.winners & side);
        double won = score.winners >> seat & 1 ? ours / all : 0;
        result.gain = 0.9 * won + 0.1 * result.gain;
    }
    return result;
}

struct robot_result robot_play_out(const struct robot_question *question, const struct move *move,
                                   struct robot_arena *arena)
{
    int horizon = question->game->horizon * arena->game.seen.seats;
    struct move next = *move;
    int actor = question->seat;
    for (int moves = 0; moves < MOVES_MOST; moves++) {
        apply(question, actor, &next, arena);
        if (arena->game.seen.over || (horizon > 0 && moves >= horizon))
            break;
        actor = next_actor(question, arena);
        if (actor == SEAT_NONE)
            break;
        next = *decide(question, actor, arena);
    }
    return result_of(question, arena);
}

/* Which move: sequential halving over paired playouts. Every move that is still in the running
   is tried in the same worlds with the same luck, so that what differs comes from the move.
   After each round the worse half drops out, and before that each move that is clearly behind. */

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
        struct robot_result result = robot_play_out(question, &question->moves->list[move], arena);
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

static void drop_never(struct thought *thought, const int *worths)
{
    int kept = 0;
    for (int i = 0; i < thought->count; i++)
        if (worths[thought->running[i]] != WEIGH_NEVER)
            thought->running[kept++] = thought->running[i];
    thought->count = kept > 0 ? kept : thought->count;
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
    drop_never(thought, worths);
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
