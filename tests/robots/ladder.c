/* ladder GAME SEATS PLAYER,PLAYER,... GAMES [OPTION=VALUE]...: whether robots that think longer
   play better. The players (a number of rollouts, a level, `frozen` or `random`) stand in order,
   the best first; they sit in turns around the table, in another seat each game. Prints the
   share of the games that each won. Fails if `random` wins more than its fair share, or a player
   less than the next one, with 95 % certainty. The games follow from their numbers: every run
   plays the same. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "match.h"
#include "text.h"

enum { PLAYERS_MOST = 4, MOVES_MOST = 20000, FIRST_GAME = 8000000 };
static const double certain = 1.645; /* standard errors, on one side */

/* A number that each game adds to. */
struct sum {
    double sum, squares;
};

struct ladder {
    struct match match;
    int seats, count, games;
    struct player players[PLAYERS_MOST];
    char names[PLAYERS_MOST][16];
    struct sum won[PLAYERS_MOST];   /* for each seat, less the fair share */
    struct sum ahead[PLAYERS_MOST]; /* of the next player, for each seat */
};

static void add(struct sum *to, double value)
{
    to->sum += value;
    to->squares += value * value;
}

static double mean_of(const struct sum *sum, int count)
{
    return sum->sum / count;
}

static double error_of(const struct sum *sum, int count)
{
    double mean = mean_of(sum, count);
    return sqrt(fmax(sum->squares / count - mean * mean, 0) / count);
}

static void count_game(struct ladder *ladder, int number)
{
    double won[PLAYERS_MOST] = {0};
    int sitting[PLAYERS_MOST] = {0};
    for (int seat = 0; seat < ladder->seats; seat++) {
        int player = (seat + number) % ladder->count;
        won[player] += match_won(&ladder->match, seat);
        sitting[player]++;
    }
    for (int i = 0; i < ladder->count; i++) {
        add(&ladder->won[i], won[i] / sitting[i] - 1.0 / ladder->seats);
        if (i + 1 < ladder->count)
            add(&ladder->ahead[i], won[i] / sitting[i] - won[i + 1] / sitting[i + 1]);
    }
}

static bool play_game(struct ladder *ladder, int number)
{
    struct match *match = &ladder->match;
    match->rules.first_seat = SEAT_NONE;
    match_begin(match, ladder->seats, FIRST_GAME + (uint64_t)number);
    while (match->count < MOVES_MOST && match_ask(match)) {
        int seat = match->seat == SEAT_HOST ? 0 : match->seat;
        match_play(match, match_choose(match, &ladder->players[(seat + number) % ladder->count]));
    }
    if (!match->table.over)
        printf("game %d does not end\n", number);
    count_game(ladder, number);
    return match->table.over;
}

/* True if everybody stands where they should. */
static bool judge(const struct ladder *ladder)
{
    bool good = true;
    for (int i = 0; i < ladder->count; i++) {
        double fair = 1.0 / ladder->seats, won = mean_of(&ladder->won[i], ladder->games);
        double error = error_of(&ladder->won[i], ladder->games);
        bool wins_too_much = ladder->players[i].kind == PLAYER_RANDOM && won > certain * error;
        bool is_behind =
            i + 1 < ladder->count && mean_of(&ladder->ahead[i], ladder->games) <
                                         -certain * error_of(&ladder->ahead[i], ladder->games);
        printf("%s %d seats, %s: %.1f %% +- %.1f of %d games (fair: %.0f)%s%s\n",
               ladder->match.game->id, ladder->seats, ladder->names[i], 100 * fmax(fair + won, 0),
               196 * error, ladder->games, 100 * fair, wins_too_much ? ": more than its share" : "",
               is_behind ? ": less than the next" : "");
        good = good && !wins_too_much && !is_behind;
    }
    return good;
}

static bool read_players(struct ladder *ladder, const char *words)
{
    while (*words && ladder->count < PLAYERS_MOST) {
        size_t length = strcspn(words, ",");
        char *name = ladder->names[ladder->count];
        struct text text = text_over(name, sizeof ladder->names[0]);
        text_put_bytes(&text, words, (int)length);
        if (!player_read(ladder->match.game, ladder->seats, name,
                         &ladder->players[ladder->count++]))
            return false;
        words += length + (words[length] == ',');
    }
    return !*words && ladder->count > 1 && ladder->count <= ladder->seats;
}

static bool set_option(struct ladder *ladder, const char *argument)
{
    char name[64], bytes[200];
    struct text text = text_over(name, sizeof name), why = text_over(bytes, sizeof bytes);
    const char *value = strchr(argument, '=');
    if (!value)
        return false;
    text_put_bytes(&text, argument, (int)(value - argument));
    return option_set(ladder->match.game, ladder->match.rules.options, name, value + 1, &why);
}

static bool read_arguments(struct ladder *ladder, int argc, char **argv)
{
    const struct game *game = argc > 4 ? game_find(argv[1]) : NULL;
    if (!game)
        return false;
    ladder->match.game = game;
    ladder->seats = (int)strtol(argv[2], NULL, 10);
    ladder->games = (int)strtol(argv[4], NULL, 10);
    game_ruleset(game, &ladder->match.rules);
    bool good = ladder->games > 0 && ladder->seats >= game->seats_min &&
                ladder->seats <= game->seats_max && read_players(ladder, argv[3]);
    for (int i = 5; good && i < argc; i++)
        good = set_option(ladder, argv[i]);
    return good;
}

int main(int argc, char **argv)
{
    static struct ladder ladder;
    bool good = true;
    if (!read_arguments(&ladder, argc, argv)) {
        fputs("ladder GAME SEATS PLAYER,PLAYER,... GAMES [OPTION=VALUE]...\n", stderr);
        return 2;
    }
    ladder.match.arena = calloc(1, sizeof *ladder.match.arena);
    for (int number = 0; number < ladder.games; number++)
        good = play_game(&ladder, number) && good;
    good = judge(&ladder) && good;
    free(ladder.match.arena);
    return !good;
}
