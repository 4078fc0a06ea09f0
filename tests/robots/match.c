/* See match.h. Every number of chance of the game itself comes from one stream, every thought
   from a seed of its own. */
#include "match.h"

#include <stdlib.h>
#include <string.h>

#include "table.h"

static struct chance *draw(struct match *match)
{
    chance_init(&match->chance, chance_seeded, &match->seed);
    return &match->chance;
}

void match_begin(struct match *match, int seats, uint64_t number)
{
    match->seed.state = number * 0xd1342543de82ef95u + 1;
    match->count = 0;
    table_init(&match->table, &match->rules, seats);
    match->game->setup(
        &(struct play){.rules = &match->rules, .table = &match->table, .chance = draw(match)});
}

static bool can_move(struct match *match, int seat)
{
    match->seat = seat;
    table_sight(&match->rules, &match->table, seat, &match->sight);
    match->game->legal(&match->rules, &match->sight, seat, &match->moves);
    return match->moves.count > 0;
}

bool match_ask(struct match *match)
{
    int seats = match->table.seats;
    table_sight(&match->rules, &match->table, SEAT_PUBLIC, &match->sight);
    unsigned due = match->game->due(&match->rules, &match->sight);
    int skip = due & (due - 1) ? chance_pick(draw(match), seats) : 0;
    for (int i = 0; i < seats; i++) {
        int seat = (skip + i) % seats;
        if (due >> seat & 1 && can_move(match, seat))
            return true;
    }
    return !match->table.over && can_move(match, SEAT_HOST);
}

static int think(struct match *match, int rollouts)
{
    const struct robot_question question = {match->game, &match->rules, &match->sight, match->seat,
                                            &match->moves};
    uint64_t seed = match->seed.state * 0xaf251af3b0f025b5u + (uint64_t)match->count;
    return robot_think(&question, (struct robot_limits){.rollouts = rollouts}, seed, match->arena);
}

int match_choose(struct match *match, const struct player *player)
{
    frozen_robot *frozen = frozen_of(match->game);
    if (match->seat == SEAT_HOST || match->moves.count == 1)
        return chance_pick(draw(match), match->moves.count);
    if (player->kind == PLAYER_THINKS)
        return think(match, player->rollouts);
    if (player->kind == PLAYER_FROZEN && frozen)
        return frozen(&match->rules, &match->sight, match->seat, &match->moves, draw(match));
    moves_but_votes(&match->rules, &match->moves);
    moves_by_face(&match->rules, &match->sight, match->seat, &match->moves);
    return chance_pick(draw(match), match->moves.count);
}

void match_play(struct match *match, int chosen)
{
    struct move move = match->moves.list[chosen];
    struct play play = {.rules = &match->rules, .table = &match->table, .chance = draw(match)};
    match->game->apply(&play, match->seat, &move);
    match->count++;
}

double match_won(struct match *match, int seat)
{
    struct score score = {0};
    table_sight(&match->rules, &match->table, SEAT_PUBLIC, &match->sight);
    match->game->score(&match->rules, &match->sight, &score);
    return score.winners >> seat & 1 ? 1.0 / __builtin_popcount(score.winners) : 0;
}

bool player_read(const struct game *game, int seats, const char *word, struct player *out)
{
    static const char *const levels[ROBOT_LEVELS] = {
        [ROBOT_EASY] = "easy", [ROBOT_MEDIUM] = "medium", [ROBOT_HARD] = "hard"};
    char *end;
    long rollouts = strtol(word, &end, 10);
    *out = (struct player){.kind = PLAYER_THINKS, .rollouts = (int)rollouts};
    if (*word != '\0' && *end == '\0' && rollouts >= 0)
        return true;
    if (strcmp(word, "random") == 0 || strcmp(word, "frozen") == 0) {
        out->kind = *word == 'f' ? PLAYER_FROZEN : PLAYER_RANDOM;
        return true;
    }
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (levels[level] && strcmp(word, levels[level]) == 0) {
            out->rollouts = robot_rollouts(game, seats, (enum robot_level)level);
            return true;
        }
    return false;
}
