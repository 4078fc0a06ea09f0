/* See quick_game.h. */
#include "quick_game.h"

#include "playthrough.h"

int quick_game(const struct variant *variant, struct sight *world, struct events *events,
               struct chance_seed *seed)
{
    static struct chance chance;
    static struct moves moves;
    const struct game *game = variant->game;
    struct play play = {.rules = &variant->rules, .table = &world->seen, .chance = &chance};
    int decisions = 0;
    table_init(play.table, play.rules, variant->seats);
    chance_init(&chance, chance_seeded, seed);
    game->setup(&play);
    play.events = events;
    while (!world->seen.over) {
        unsigned due = game->due(play.rules, world);
        int seat = SEAT_HOST;
        do { /* in real time some of those who are due can do nothing */
            seat = due ? __builtin_ctz(due) : SEAT_HOST;
            due &= due - 1;
            game->legal(play.rules, world, seat, &moves);
        } while (moves.count == 0);
        struct move move = moves.list[dice(seed, moves.count)];
        if (!moves_has(&moves, &move))
            return 0;
        chance_init(&chance, chance_seeded, seed);
        events->count = 0;
        game->apply(&play, seat, &move);
        decisions++;
    }
    return decisions;
}
