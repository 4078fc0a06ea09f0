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

/* Without blanks, dashes and underlines, in small letters, and "color" for "colour": "Colour
   MY-Kritters". */
static void put_plain(const char *name, size_t length, struct text *out)
{
    for (size_t i = 0; i < length; i++) {
        bool is_british = i + 1 < length && i > 0 && (name[i] | 0x20) == 'u' &&
                          (name[i - 1] | 0x20) == 'o' && (name[i + 1] | 0x20) == 'r';
        char letter = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] | 0x20) : name[i];
        if (!strchr(" -_", letter) && !is_british)
            text_put_bytes(out, &letter, 1);
    }
}

enum { NAME_BYTES = 80 };

/* True if a typed word is `name`, or begins it. */
static bool is_called(const char *typed, const char *name, size_t length, bool begins)
{
    char bytes[2][NAME_BYTES];
    struct text word = text_over(bytes[0], NAME_BYTES), whole = text_over(bytes[1], NAME_BYTES);
    put_plain(typed, strlen(typed), &word);
    put_plain(name, length, &whole);
    return !word.cut && word.length > 0 &&
           (begins ? text_is_prefix(bytes[0], bytes[1]) : strcmp(bytes[0], bytes[1]) == 0);
}

/* The same of one of several names with blanks between; `names` may be NULL. */
static bool is_listed(const char *typed, const char *names, bool begins)
{
    for (const char *name = names; name && *name; name += strspn(name, " ")) {
        size_t length = strcspn(name, " ");
        if (is_called(typed, name, length, begins))
            return true;
        name += length;
    }
    return false;
}

static bool names_game(const char *typed, const struct game *game, bool begins)
{
    return is_called(typed, game->id, strlen(game->id), begins) ||
           is_called(typed, game->name, strlen(game->name), begins) ||
           is_listed(typed, game->aliases, begins);
}

const struct game *game_find(const char *word)
{
    for (int i = 0; i < game_count; i++)
        if (names_game(word, games[i], false))
            return games[i];
    return NULL;
}

unsigned game_meant(const char *word)
{
    enum { BEGUN = 3 }; /* fewer letters begin too much */
    const struct game *nearest = game_nearest(word);
    unsigned meant = 0;
    for (int i = 0; i < game_count && strlen(word) >= BEGUN; i++)
        meant |= (unsigned)names_game(word, games[i], true) << i;
    for (int i = 0; i < game_count && meant == 0; i++)
        meant |= (unsigned)(games[i] == nearest) << i;
    return meant;
}

const struct game *game_like(const char *word)
{
    for (int i = 0; i < game_count; i++)
        if (is_listed(word, games[i]->kin, false))
            return games[i];
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
