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

/* The next letter of a name, in small: without blanks, dashes and underlines, and without the u of
   "colour". '\0' at the end. */
static char next_letter(const char **name, const char *end)
{
    const char *at = *name;
    while (at < end && (*at == ' ' || *at == '-' || *at == '_'))
        at++;
    *name = at < end ? at + 1 : at;
    if (at == end)
        return '\0';
    char letter = *at >= 'A' && *at <= 'Z' ? (char)(*at | 0x20) : *at;
    if (letter == 'o' && at + 2 < end && (at[1] | 0x20) == 'u' && (at[2] | 0x20) == 'r')
        *name = at + 2;
    return letter;
}

/* True if a typed word is `name`, "Colour MY-Kritters", or begins it. */
static bool is_called(const char *typed, const char *name, size_t length, bool begins)
{
    if ((typed[0] | 0x20) != (name[0] | 0x20)) /* most names, at once */
        return false;
    const char *typed_end = strchr(typed, '\0'), *end = name + length;
    bool is_any = false;
    for (;;) {
        char said = next_letter(&typed, typed_end), letter;
        if (said == '\0' && begins)
            return is_any;
        letter = next_letter(&name, end);
        if (said != letter || said == '\0')
            return said == letter && is_any;
        is_any = true;
    }
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
    word += strspn(word, " -_");
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
    word += strspn(word, " -_");
    long number = word[strspn(word, "0123456789")] ? 0 : strtol(word, NULL, 10);
    if (number >= 1 && number <= game_count)
        return 1U << (number - 1);
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
