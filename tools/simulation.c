/* The command line of `tabletalk simulate`: see simulation.h. simulate.c does what it asks. */
#include "simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "jobs.h"
#include "seat.h"
#include "text.h"
#include "tools.h"

enum { GAMES_MOST = 10000000 };

static bool take_players(void *what, const char *value, struct text *why)
{
    return argument_number(value, 1, TABLE_SEATS, &((struct simulation *)what)->players, why);
}

static bool take_option(void *what, const char *value, struct text *why)
{
    struct simulation *simulation = what;
    if (simulation->option_count < OPTIONS_MOST) {
        simulation->options[simulation->option_count++] = value;
        return true;
    }
    text_putf(why, "there are more than %d --option", OPTIONS_MOST);
    return false;
}

static bool take_games(void *what, const char *value, struct text *why)
{
    return argument_number(value, 1, GAMES_MOST, &((struct simulation *)what)->games, why);
}

static bool take_threads(void *what, const char *value, struct text *why)
{
    return argument_number(value, 1, JOBS_THREADS_MOST, &((struct simulation *)what)->threads, why);
}

static bool take_seed(void *what, const char *value, struct text *why)
{
    struct simulation *simulation = what;
    char *end;
    errno = 0;
    simulation->seed = strtoull(value, &end, 10);
    simulation->has_seed = *end == '\0' && errno == 0 && strspn(value, "0123456789") > 0;
    if (!simulation->has_seed)
        text_putf(why, "'%s' is no number from 0 to %" PRIu64, value, UINT64_MAX);
    return simulation->has_seed;
}

static bool take_robots(void *what, const char *value, struct text *why)
{
    struct simulation *simulation = what;
    simulation->level_count = 0;
    for (const char *p = value;; p++) {
        char bytes[32];
        struct text word = text_over(bytes, sizeof bytes);
        size_t length = strcspn(p, ",");
        text_put_bytes(&word, p, (int)length);
        int level = seat_robot_level(bytes);
        if (level < 0 || simulation->level_count == TABLE_SEATS) {
            text_putf(why,
                      level < 0 ? "there is no '%s' robot; a robot is easy, medium, hard or random"
                                : "%s: too many robots",
                      level < 0 ? bytes : value);
            return false;
        }
        simulation->levels[simulation->level_count++] = (enum robot_level)level;
        p += length;
        if (*p == '\0')
            return true;
    }
}

#define PLACE(field) offsetof(struct simulation, field)

const struct argument simulate_options[] = {
    {"--players", "N",
     "How many sit at the table; by default the fewest the game allows, or as many as --robots names.",
     take_players, 0},
    {"--option", "NAME=VALUE",
     "An option of the game, as it is typed at a table. May be given several times.", take_option,
     0},
    {"--games", "N",
     "How many tables to play, 1 by default. An option that asks for a match makes a table several games long.",
     take_games, 0},
    {"--seed", "S",
     "Everything follows from this number: the same one gives the same games. By default it is drawn.",
     take_seed, 0},
    {"--robots", "LEVEL,...",
     "How they play, in the order of joining: easy, medium, hard or random, random by default. The last one goes for the "
     "rest.",
     take_robots, 0},
    {"--threads", "N", "Play on so many threads; by default on every core. The games are the same.",
     take_threads, 0},
    {"--faces", "FILE", "Play with the faces of FILE; see the command faces.", NULL, PLACE(faces)},
    {"--record", "FILE", "Write the record of every table into FILE, one after the other.", NULL,
     PLACE(path)},
    {"--reveal", NULL, "Add to the record what is on the table after each move, as JSON.", NULL,
     PLACE(reveals)},
    {.name = NULL},
};

static bool find_the_game(struct simulation *simulation, const char *word, struct text *why)
{
    simulation->game = word ? game_find(word) : NULL;
    if (simulation->game)
        return true;
    const struct game *nearest = word ? game_nearest(word) : NULL;
    if (word)
        text_putf(why, "there is no game '%s'", word);
    else
        text_put(why, "say which game: tabletalk simulate GAME");
    if (nearest) {
        text_putf(why, "; did you mean %s?", nearest->id);
        return false;
    }
    text_put(why, ". There are:");
    for (int i = 0; i < game_count; i++)
        text_putf(why, "%s %s", i ? "," : "", games[i]->id);
    return false;
}

static bool set_options(struct simulation *simulation, struct text *why)
{
    for (int i = 0; i < simulation->option_count; i++) {
        char name[64];
        const char *typed = simulation->options[i];
        struct text text = text_over(name, sizeof name);
        size_t length = strcspn(typed, "=");
        text_put_bytes(&text, typed, (int)length);
        if (typed[length] != '=') {
            text_putf(why, "'%s' is not an option; write it as name=value", typed);
            return false;
        }
        if (!option_set(simulation->game, simulation->rules.options, name, typed + length + 1, why))
            return false;
    }
    return true;
}

/* The fewest players that the game allows with these options, but at least a seat for each robot
   named. */
static int fewest_players(const struct simulation *simulation)
{
    const struct game *game = simulation->game;
    int named = simulation->level_count,
        players = named > game->seats_min ? named : game->seats_min;
    while (players < game->seats_max && game->excludes &&
           game->excludes(simulation->rules.options, players))
        players++;
    return players;
}

static bool seat_robots(struct simulation *simulation, struct text *why)
{
    const struct game *game = simulation->game;
    int named = simulation->level_count;
    if (simulation->players == 0)
        simulation->players = fewest_players(simulation);
    if (simulation->players < game->seats_min || simulation->players > game->seats_max) {
        text_putf(why, "%s is for %d", game->name, game->seats_min);
        if (game->seats_max > game->seats_min)
            text_putf(why, " to %d", game->seats_max);
        text_putf(why, " players, not %ld", simulation->players);
        return false;
    }
    if (named > simulation->players) {
        text_putf(why, "%d robots are too many for %ld players", named, simulation->players);
        return false;
    }
    for (int i = named; i < simulation->players; i++)
        simulation->levels[i] = named > 0 ? simulation->levels[named - 1] : ROBOT_RANDOM;
    const char *excluded =
        game->excludes ? game->excludes(simulation->rules.options, (int)simulation->players) : NULL;
    text_put(why, excluded ? excluded : "");
    return !excluded;
}

bool simulation_prepare(struct simulation *simulation, const char *word, struct text *why)
{
    if (!find_the_game(simulation, word, why))
        return false;
    game_ruleset(simulation->game, &simulation->rules);
    if (!set_options(simulation, why) || !seat_robots(simulation, why))
        return false;
    if (!simulation->reveals || simulation->path)
        return true;
    text_put(why, "--reveal adds to a record, so say where that goes, too: --record FILE");
    return false;
}
