/* The register of games. Knows only their names; games.def is the list. */
#include "games.h"
#include "game.h"

#include <string.h>

#include "faces.h"
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

bool game_fits(const struct game *game, struct text *why)
{
    const struct {
        const char *what, *limit;
        int count, most;
    } all[] = {
        {"seats", "TABLE_SEATS", game->seats_max, TABLE_SEATS},
        {"zones when every seat is taken", "TABLE_ZONES",
         game->shared_zones + game->seats_max * game->seat_zones, TABLE_ZONES},
        {"faces", "TABLE_FACES", game->face_count, TABLE_FACES},
        {"faces that an admin may correct", "FACES_MOST", game->face_form ? game->face_count : 0,
         FACES_MOST},
        {"labels", "TABLE_SLOTS", game->labels ? (int)strlen(game->labels) : 0, TABLE_SLOTS},
        {"options", "RULESET_OPTIONS", game->option_count, RULESET_OPTIONS},
        {"items on the board", "BOARD_ITEMS", game->board_count, BOARD_ITEMS},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].count > all[i].most) {
            text_putf(why, "%s has %d %s; %d are possible (%s).", game->id, all[i].count,
                      all[i].what, all[i].most, all[i].limit);
            return false;
        }
    return true;
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
