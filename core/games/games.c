/* The register of games. Knows only their names; games.def is the list. */
#include "games.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "game.h"
#include "text.h"

#define GAME(id) extern const struct game game_##id;
#include "games.def"
#undef GAME

const struct game *const games[] = {
#define GAME(id) &game_##id,
#include "games.def"
#undef GAME
};

const int game_count = sizeof games / sizeof *games;

/* True if a typed word is `name`. Ignores blanks, dashes and underlines: "Colour MY-Kritters". */
static bool is_called(const char *typed, const char *name, size_t length)
{
    const char *end = name + length;
    for (;;) {
        typed += strspn(typed, " -_");
        while (name < end && strchr(" -_", *name))
            name++;
        if (*typed == '\0' || name == end)
            return *typed == '\0' && name == end;
        char pair[2][2] = {{*typed++, '\0'}, {*name++, '\0'}};
        if (!text_same_word(pair[0], pair[1]))
            return false;
    }
}

const struct game *game_find(const char *word)
{
    for (int i = 0; i < game_count; i++) {
        if (is_called(word, games[i]->id, strlen(games[i]->id)) ||
            is_called(word, games[i]->name, strlen(games[i]->name)))
            return games[i];
        for (const char *alias = games[i]->aliases; alias && *alias;) {
            size_t length = strcspn(alias, " ");
            if (is_called(word, alias, length))
                return games[i];
            alias += length;
            alias += strspn(alias, " ");
        }
    }
    return NULL;
}

const struct game *game_nearest(const char *word)
{
    const struct game *nearest = NULL;
    int best = 4;
    for (int i = 0; i < game_count; i++) {
        int distance = text_is_prefix(word, games[i]->id) && strlen(word) >= 3
                           ? 1
                           : text_distance(word, games[i]->id, best);
        if (distance < best) {
            best = distance;
            nearest = games[i];
        }
    }
    return nearest;
}

/* ---- what somebody plays who does not think ahead ---- */

int game_weigh_choose(game_weigh *weigh, const struct ruleset *rules, const struct sight *sight,
                      int seat, const struct moves *moves, struct chance *chance)
{
    int worths[MOVES_MAX];
    struct best best = {0};
    if (!weigh)
        return chance_pick(chance, moves->count);
    weigh(rules, sight, seat, moves, worths);
    for (int i = 0; i < moves->count; i++)
        chance_weigh_best(&best, chance, i, worths[i]);
    return best.index;
}

int game_choose(const struct game *game, const struct ruleset *rules, const struct sight *sight,
                int seat, const struct moves *moves, struct chance *chance)
{
    return game_weigh_choose(game->weigh, rules, sight, seat, moves, chance);
}
