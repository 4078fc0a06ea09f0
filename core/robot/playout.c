/* One imagined game. Each player in it decides by weigh(), the one who thinks by weigh_own() if
   the game has it. Both are given the world but look only at what that player would see: a test
   compares what they say of a world and of a sight, in every game and mode. */
#include "playout.h"

#include "choice.h"
#include "play.h"

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

/* One of the seats that the table waits for; in real time anybody who can move. Else the host.
   SEAT_NONE if the game cannot go on. Its moves are in arena->moves then. */
static int next_actor(const struct robot_question *question, struct robot_arena *arena)
{
    const struct game *game = question->game;
    bool is_real_time = game->is_real_time && game->is_real_time(question->rules);
    int seats = arena->game.seen.seats;
    unsigned due = is_real_time ? (1u << seats) - 1 : game->due(question->rules, &arena->game);
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
    return &moves->list[weigh_choose(weigh, question->rules, &arena->game, actor, moves,
                                     &arena->chance)];
}

/* From 0 to 1, 0.5 for no lead. */
static double squash(double lead, double scale)
{
    double part = lead / scale;
    return 0.5 + 0.5 * part / (1 + (part < 0 ? -part : part));
}

/* A win counts most; a little of the lead beside it tells near wins from far ones. */
/* The seats that win together with this one. */
static unsigned side_of(const struct robot_question *question, int seats)
{
    const struct game *game = question->game;
    return game->partners ? game->partners(question->rules, seats, question->seat)
                          : 1u << question->seat;
}

static struct result result_of(const struct robot_question *question,
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
    struct result result = {.own = score.total[seat], .rival = t->seats > 1 ? INT_MIN : 0};
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

struct result playout(const struct robot_question *question, const struct move *move,
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
