/* Tables of robots on several threads, and the figures of their games. Each table follows from its
   number, and results are put together in that order, so figures and records are the same however
   many threads there are. Knows no rules. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apply.h"
#include "change.h"
#include "check.h"
#include "cli.h"
#include "deal.h"
#include "edition_file.h"
#include "game.h"
#include "games.h"
#include "host_state.h"
#include "jobs.h"
#include "list.h"
#include "port.h"
#include "record.h"
#include "replay.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "store.h"
#include "text.h"
#include "tools.h"

/* The results of one seat, or of one player in all seats. */
struct tally {
    int won, shared; /* games won alone, and together with others */
    double points;
};

/* What a group of players won together: robots of one level. */
struct group {
    const char *name;
    int players;
    double won, squares; /* of each game the share of its winners, from 0 to 1 */
};

struct statistics {
    int seats, games, tables, shared, capacity;
    int *lengths; /* the number of decisions in each game; on the heap */
    long long decisions, scores;
    int least, most; /* score */
    double points, winners;
    struct tally by_seat[TABLE_SEATS], by_player[TABLE_SEATS];
    struct group groups[TABLE_SEATS]; /* may be none */
    int group_of[TABLE_SEATS];        /* of each player */
    int group_count;
};

/* ---- what is asked, checked before the first table is opened ---- */

enum { OPTIONS_MOST = 32 };

struct simulation {
    const struct game *game;
    struct ruleset rules; /* the options */
    long players, games;  /* players is 0 if not given */
    long threads;         /* 0 if not given */
    bool has_seed;
    uint64_t seed;
    const char *options[OPTIONS_MOST];
    int option_count;
    enum robot_level levels[TABLE_SEATS]; /* in the order of joining */
    int level_count;
    const char *path, *faces; /* files; may be NULL */
    bool reveals;
};

/* ---- one table, with a host of its own: nothing is shared ---- */

enum { SIMULATED_MOVES_MOST = 100000 }; /* of one game */

struct simulation;

/* Where tables are played, one after the other. */
struct simulated {
    const struct simulation *asked;
    struct host *host;
    struct host_port port;
    struct robot_arena *arena;
    struct statistics statistics; /* of this table */
    FILE *record;                 /* of this table; NULL if none is asked for */
};

/* The players, in the order of joining. */
extern const char *const simulated_names[TABLE_SEATS];

static void statistics_init(struct statistics *s, int seats)
{
    memset(s, 0, sizeof *s);
    s->seats = seats;
}

static void statistics_fini(struct statistics *s)
{
    free(s->lengths);
    s->lengths = NULL;
}

/* In the order of their numbers. */
static void statistics_group(struct statistics *s, int player, const char *name)
{
    int group = 0;
    while (group < s->group_count && strcmp(s->groups[group].name, name) != 0)
        group++;
    if (group == s->group_count)
        s->groups[s->group_count++] = (struct group){.name = name};
    s->groups[group].players++;
    s->group_of[player] = group;
}

static void add_length(struct statistics *s, int decisions)
{
    s->lengths = list_grow(s->lengths, s->games, &s->capacity, sizeof *s->lengths);
    s->lengths[s->games++] = decisions;
    s->decisions += decisions;
}

static void add_seat(struct tally *tally, int points, bool has_won, bool is_shared)
{
    tally->points += points;
    tally->won += has_won && !is_shared;
    tally->shared += has_won && is_shared;
}

static void add_groups(struct statistics *s, const struct score *score, const int *players)
{
    double won[TABLE_SEATS] = {0};
    for (int seat = 0; seat < s->seats; seat++)
        if (score->winners >> seat & 1)
            won[s->group_of[players[seat]]] += 1.0 / __builtin_popcount(score->winners);
    for (int group = 0; group < s->group_count; group++) {
        s->groups[group].won += won[group];
        s->groups[group].squares += won[group] * won[group];
    }
}

static void statistics_add(struct statistics *s, int decisions, const struct score *score,
                           const int *players)
{
    bool is_shared = score->winners & (score->winners - 1);
    add_length(s, decisions);
    s->shared += is_shared;
    if (score->winners)
        s->winners += score->total[__builtin_ctz(score->winners)];
    for (int seat = 0; seat < s->seats; seat++) {
        int points = score->total[seat];
        bool has_won = score->winners >> seat & 1;
        s->least = s->scores == 0 || points < s->least ? points : s->least;
        s->most = s->scores == 0 || points > s->most ? points : s->most;
        s->points += points;
        s->scores++;
        add_seat(&s->by_seat[seat], points, has_won, is_shared);
        add_seat(&s->by_player[players[seat]], points, has_won, is_shared);
    }
    add_groups(s, score, players);
}

static void merge_tally(struct tally *tally, const struct tally *more)
{
    tally->won += more->won;
    tally->shared += more->shared;
    tally->points += more->points;
}

static void statistics_merge(struct statistics *s, const struct statistics *more)
{
    for (int i = 0; i < more->games; i++)
        add_length(s, more->lengths[i]);
    if (more->scores > 0) {
        s->least = s->scores == 0 || more->least < s->least ? more->least : s->least;
        s->most = s->scores == 0 || more->most > s->most ? more->most : s->most;
    }
    s->tables += more->tables;
    s->shared += more->shared;
    s->scores += more->scores;
    s->points += more->points;
    s->winners += more->winners;
    for (int i = 0; i < s->seats; i++) {
        merge_tally(&s->by_seat[i], &more->by_seat[i]);
        merge_tally(&s->by_player[i], &more->by_player[i]);
    }
    for (int group = 0; group < s->group_count; group++) {
        s->groups[group].won += more->groups[group].won;
        s->groups[group].squares += more->groups[group].squares;
    }
}

static int by_number(const void *a, const void *b)
{
    int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

static double share(int part, int whole)
{
    return 100.0 * part / whole;
}

static void print_tally(const struct statistics *s, const char *name, const struct tally *tally,
                        FILE *out)
{
    fprintf(out, "%-20s %7d %6.1f %% %7d %6.1f %% %9.1f\n", name, tally->won,
            share(tally->won, s->games), tally->shared, share(tally->shared, s->games),
            tally->points / s->games);
}

/* With the interval of 95 %, so that a reader sees what chance can do. */
static void print_groups(const struct statistics *s, FILE *out)
{
    double n = s->games;
    fprintf(out, "\n%-20s %16s %9s\n", "", "won", "fair");
    for (const struct group *group = s->groups; group < s->groups + s->group_count; group++) {
        double mean = group->won / n, variance = group->squares / n - mean * mean;
        fprintf(out, "%-20s %6.1f %% +- %4.1f %7.1f %%\n", group->name, 100 * mean,
                100 * 1.96 * sqrt((variance > 0 ? variance : 0) / n),
                share(group->players, s->seats));
    }
}

/* names[player] is the name of a player. */
static void statistics_print(struct statistics *s, const char *const *names, FILE *out)
{
    int n = s->games;
    check(n > 0);
    qsort(s->lengths, (size_t)n, sizeof *s->lengths, by_number);
    fprintf(out, "games      %d", n);
    if (s->tables != n)
        fprintf(out, " in %d matches", s->tables);
    fprintf(out, "\ndecisions  %lld; in a game: min %d, median %d, 95 %% %d, max %d\n",
            s->decisions, s->lengths[0], s->lengths[n / 2], s->lengths[(long)n * 95 / 100],
            s->lengths[n - 1]);
    fprintf(out, "scores     min %d, mean %.1f, max %d; winners' mean %.1f\n", s->least,
            s->points / (double)s->scores, s->most, s->winners / n);
    fprintf(out, "ties       %d (%.1f %% of the games are won by several)\n\n", s->shared,
            share(s->shared, n));
    fprintf(out, "%-20s %16s %16s %9s\n", "", "won alone", "shared", "mean");
    for (int seat = 0; seat < s->seats; seat++) {
        char name[16];
        snprintf(name, sizeof name, "seat %d", seat + 1);
        print_tally(s, name, &s->by_seat[seat], out);
    }
    fprintf(out, "\n");
    for (int player = 0; player < s->seats; player++)
        print_tally(s, names[player], &s->by_player[player], out);
    if (s->group_count > 1)
        print_groups(s, out);
}

/* ---- the command line ---- */

enum { GAMES_MOST = 10000000 };

static bool take_players(void *what, const char *value, struct text *why)
{
    return cli_argument_number(value, TABLE_SEATS, &((struct simulation *)what)->players, why);
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
    return cli_argument_number(value, GAMES_MOST, &((struct simulation *)what)->games, why);
}

static bool take_threads(void *what, const char *value, struct text *why)
{
    return cli_argument_number(value, JOBS_THREADS_MOST, &((struct simulation *)what)->threads,
                               why);
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

/* May be NULL. False, with a sentence, if this game cannot be simulated. */
static bool simulation_prepare(struct simulation *simulation, const char *word, struct text *why)
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

/* ---- a table from its opening to its end ---- */

/* It has a record like a table in a room. choose_seat() and choose_move() say how the random
   numbers are used, so that other programs can compare their figures. */

enum { LINE_BYTES = 1024 };

const char *const simulated_names[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                                  "guy", "hal", "ida", "joe", "kim", "leo"};

static void put_line(struct simulated *simulated, struct session *session, const char *line,
                     const struct chance *chance)
{
    if (simulated->record) {
        fprintf(simulated->record, "%s\n", line);
        if (simulated->asked->reveals && chance)
            reveal_write(session, session->record.next_line, chance, simulated->record);
    }
    session->record.next_line++;
}

static void put_persons(const struct simulated *simulated, const struct change *change)
{
    for (int i = 0; i < change->draft.person_count && simulated->record; i++) {
        char bytes[PERSON_LINE], hex[PERSON_HEX];
        struct text line = text_over(bytes, sizeof bytes);
        struct store_person row;
        record_person_row(&change->draft.persons[i], hex, &row);
        record_person_put_line(&row, &line);
        fprintf(simulated->record, "%s\n", bytes);
    }
}

static void put_secret(const struct simulated *simulated, const struct session *session)
{
    char hex[SEAL_SECRET_HEX];
    seal_write_secret(&session->playing->lot, hex);
    if (simulated->record)
        fprintf(simulated->record, "@secret value=%s\n", hex);
}

static void apply_change(struct simulated *simulated, struct session *session,
                         struct change *change_take)
{
    for (int i = 0; i < change_take->draft.person_count; i++)
        record_persons_put(&session->persons, &change_take->draft.persons[i]);
    for (int i = 0; i < change_take->draft.line_count; i++) {
        char bytes[256];
        struct text why = text_over(bytes, sizeof bytes);
        check(session_apply_line(session, change_take->draft.lines[i], &why));
        put_line(simulated, session, change_take->draft.lines[i], NULL);
        if (i == 0) {
            put_persons(simulated, change_take);
            put_secret(simulated, session);
        }
    }
    change_free(change_take);
}

static void add_line(void *arg, const char *line)
{
    change_add(arg, line);
}

/* Puts a line about one step of the game. */
static void put_step(struct simulated *simulated, struct session *session, const char *line,
                     const struct chance *chance)
{
    char bytes[DEAL_LINE];
    unsigned char table[SESSION_HASH];
    struct text closed = text_over(bytes, sizeof bytes);
    text_put(&closed, line);
    session_table_hash(session, table);
    record_close(&closed, table, session->record.link);
    put_line(simulated, session, bytes, chance);
}

static struct session *open_table(struct simulated *simulated, int number)
{
    char bytes[LINE_BYTES], name[20];
    struct text line = text_over(bytes, sizeof bytes);
    snprintf(name, sizeof name, "table%d", number);
    struct session *session =
        session_new_apart(simulated->host, &simulated->port, name, simulated->asked->game);
    memcpy(session->playing->rules.options, simulated->asked->rules.options,
           sizeof session->playing->rules.options);
    seal_draw_secret(simulated->host, &session->playing->lot);
    struct change *change = change_new(session, NULL);
    check(change_put_record(change, "simulate", "simulate"));
    change_put_room(change, 1, session->home.port, name);
    seal_put(&session->playing->lot, &line);
    change_add_line(change, &line);
    for (int i = 0; i < simulated->asked->players; i++)
        change_put_robot(change, i, simulated->asked->levels[i], simulated_names[i]);
    change_put_options(change);
    deal_edition_choose(session);
    deal_edition_each_line(session, add_line, change);
    seal_put_close(session->game->partners ? 1 : 0, &line);
    change_add_line(change, &line);
    apply_change(simulated, session, change);
    return session;
}

static void lobby_begin(struct simulated *simulated, struct session *session)
{
    struct playing *playing = session->playing;
    struct chance chance;
    char line[DEAL_LINE];
    int first = playing->game_number == 0 ? SEAT_NONE : deal_next_beginner(playing);
    playing->seats = session->seat_count;
    session->closing.is_closed = false;
    deal_begin(playing, session->game, session->seats, first, &chance, NULL, line);
    put_step(simulated, session, line, &chance);
}

static int draw_bit(struct chance *chance, unsigned bits)
{
    for (int skip = chance_pick(chance, __builtin_popcount(bits)); skip > 0; skip--)
        bits &= bits - 1;
    return __builtin_ctz(bits);
}

/* All seats that may act are equally likely. A robot of a level acts only if the table waits for
   it, as at a table of people; the host acts only if nobody else can. */
static int choose_seat(const struct session *session, struct chance *chance)
{
    unsigned may = 0, wants = 0, due = session_due(session);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct sight sight;
        struct moves moves;
        session_legal(session, seat, &sight, &moves);
        if (!session->game->claims)
            moves_but_votes(&session->playing->rules, &moves);
        if (moves.count == 0)
            continue;
        may |= 1u << seat;
        if (session->seats[seat].level == ROBOT_RANDOM || due >> seat & 1)
            wants |= 1u << seat;
    }
    if (may == 0)
        return SEAT_HOST;
    return draw_bit(chance, wants ? wants : may);
}

static uint64_t draw_seed(struct chance *chance)
{
    uint64_t high = (uint64_t)chance_pick(chance, 1 << 30);
    return high << 30 | (uint64_t)chance_pick(chance, 1 << 30);
}

/* What a robot of a level plays: it thinks, or takes what looks best at once. */
static int decide(const struct simulated *simulated, const struct robot_question *question,
                  enum robot_level level, struct chance *chance)
{
    const struct robot_limits limits = {
        .rollouts = robot_rollouts(question->game, question->sight->seen.seats, level)};
    if (question->moves->count == 1)
        return 0;
    if (limits.rollouts == ROBOT_LOOKS)
        return game_choose(question->game, question->rules, question->sight, question->seat,
                           question->moves, chance);
    return robot_think(question, limits, draw_seed(chance), simulated->arena);
}

/* A random robot draws among moves that differ by face. */
static struct move choose_move(const struct simulated *simulated, const struct session *session,
                               int seat, struct chance *chance)
{
    struct sight sight;
    struct moves moves;
    const struct ruleset *rules = &session->playing->rules;
    check(session_legal(session, seat, &sight, &moves));
    if (seat != SEAT_HOST && session->seats[seat].level != ROBOT_RANDOM) {
        const struct robot_question question = {session->game, rules, &sight, seat, &moves};
        int chosen = decide(simulated, &question, session->seats[seat].level, chance);
        check(chosen >= 0 && chosen < moves.count);
        return moves.list[chosen];
    }
    if (!session->game->claims)
        moves_but_votes(rules, &moves);
    moves_by_face(rules, &sight, seat, &moves);
    return moves.list[chance_pick(chance, moves.count)];
}

static void play_move(struct simulated *simulated, struct session *session)
{
    struct chance thoughts, chance;
    char line[DEAL_LINE];
    chance_init(&thoughts, chance_seeded, &simulated->host->chance.robots);
    int seat = choose_seat(session, &thoughts);
    struct move move = choose_move(simulated, session, seat, &thoughts);
    deal_play(session->playing, session->game, seat, &move, &chance, NULL, line);
    put_step(simulated, session, line, &chance);
}

static void count_game(struct simulated *simulated, const struct session *session, int decisions)
{
    struct score score;
    int players[TABLE_SEATS] = {0};
    for (int seat = 0; seat < session->seat_count; seat++)
        while (strcmp(session->seats[seat].name, simulated_names[players[seat]]) != 0)
            players[seat]++;
    deal_score(session->playing, session->game, &score);
    statistics_add(&simulated->statistics, decisions, &score, players);
}

/* False, with every mistake on `err`, if the faces that are asked for have any. */
static bool simulated_init(struct simulated *simulated, const struct simulation *asked, FILE *err)
{
    *simulated = (struct simulated){
        .asked = asked, .host = host_new(NULL, NULL, NULL), .port.network = "simulate"};
    simulated->arena = malloc(sizeof *simulated->arena);
    check(simulated->arena);
    return !asked->faces || edition_load(simulated->host, asked->faces, asked->game, err);
}

static void simulated_fini(struct simulated *simulated)
{
    free(simulated->arena);
    host_free(simulated->host);
}

/* Plays table `number`, from 1. False if a game does not end. */
static bool simulated_play(struct simulated *simulated, int number)
{
    /* Must not be a multiple of the generator's own step, or the tables would share one stream. */
    uint64_t seed =
        (simulated->asked->seed * 0xd1342543de82ef95u + (uint64_t)number) * 0xaf251af3b0f025b5u;
    host_fix_luck(simulated->host, seed);
    simulated->host->chance.robots.state = ~seed * 0xd1342543de82ef95u;
    struct session *session = open_table(simulated, number);
    while (!session->playing->is_over) {
        int decisions = 0;
        lobby_begin(simulated, session);
        for (; !session->playing->table.over && decisions < SIMULATED_MOVES_MOST; decisions++)
            play_move(simulated, session);
        if (!session->playing->table.over)
            break;
        count_game(simulated, session, decisions);
    }
    bool is_over = session->playing->is_over;
    if (is_over)
        put_step(simulated, session, "end reason=finished", NULL);
    change_remove_session(session);
    simulated->statistics.tables += is_over;
    return is_over;
}

/* ---- many tables ---- */

/* What all tables bring. */
struct simulate {
    const struct simulation *asked;
    struct statistics statistics;
    FILE *record; /* NULL if none is asked for */
    struct progress progress;
    long failed; /* the number of the first table that is not over; 0: none */
};

/* What one table brings. */
struct brought {
    bool is_over;
    struct statistics statistics;
    char *record;
    size_t size;
};

static void prepare_statistics(struct statistics *statistics, const struct simulation *asked)
{
    statistics_init(statistics, (int)asked->players);
    for (int i = 0; i < asked->players; i++)
        statistics_group(statistics, i, robot_levels[asked->levels[i]]);
}

static void *play_one(void *own, long number)
{
    struct simulated *simulated = own;
    struct brought *brought = calloc(1, sizeof *brought);
    check(brought);
    if (simulated->asked->path)
        check(simulated->record = open_memstream(&brought->record, &brought->size));
    prepare_statistics(&simulated->statistics, simulated->asked);
    brought->is_over = simulated_play(simulated, (int)number + 1);
    brought->statistics = simulated->statistics;
    if (simulated->record)
        check(fclose(simulated->record) == 0);
    simulated->record = NULL;
    return brought;
}

/* Nothing counts that comes after a table that is not over. */
static bool put_together(void *arg, long number, void *brought_take)
{
    struct simulate *simulate = arg;
    struct brought *brought = brought_take;
    if (simulate->failed == 0) {
        statistics_merge(&simulate->statistics, &brought->statistics);
        if (simulate->record)
            fwrite(brought->record, 1, brought->size, simulate->record);
        if (!brought->is_over)
            simulate->failed = number + 1;
        progress_put(&simulate->progress, number + 1, simulate->asked->games, progress_now());
    }
    statistics_fini(&brought->statistics);
    free(brought->record);
    free(brought);
    return simulate->failed == 0 && !(simulate->record && ferror(simulate->record));
}

static int threads_of(const struct simulation *asked)
{
    long threads = asked->threads ? asked->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (threads > asked->games)
        threads = asked->games;
    return (int)(threads < 1 ? 1 : threads < JOBS_THREADS_MOST ? threads : JOBS_THREADS_MOST);
}

/* False, with every mistake on `err`, if the faces have any. */
static bool play_all(struct simulate *simulate, FILE *err)
{
    int threads = threads_of(simulate->asked), ready = 0;
    struct simulated *each = calloc((size_t)threads, sizeof *each);
    void *owns[JOBS_THREADS_MOST];
    bool is_right = true;
    check(each);
    for (; ready < threads && is_right; ready++) {
        owns[ready] = &each[ready];
        is_right = simulated_init(&each[ready], simulate->asked, err);
    }
    if (is_right) {
        progress_begin(&simulate->progress, err, progress_now());
        jobs_run(simulate->asked->games, threads, owns, play_one, put_together, simulate);
        progress_end(&simulate->progress);
    }
    while (ready > 0)
        simulated_fini(&each[--ready]);
    free(each);
    return is_right;
}

/* Returns 0, or the exit status with a sentence on `err`. */
static int close_record(struct simulate *simulate, FILE *err)
{
    if (!simulate->record)
        return 0;
    bool is_bad = ferror(simulate->record);
    is_bad |= fclose(simulate->record) != 0;
    if (is_bad)
        fprintf(err, "tabletalk: %s could not be written whole: %s\n", simulate->asked->path,
                strerror(errno));
    return is_bad;
}

static void print_figures(struct simulate *simulate, FILE *out)
{
    const struct simulation *simulation = simulate->asked;
    const struct game *game = simulation->game;
    char bytes[TABLE_SEATS][40];
    const char *names[TABLE_SEATS] = {NULL};
    fprintf(out, "%s, %ld player%s", game->id, simulation->players,
            simulation->players == 1 ? "" : "s");
    for (int i = 0; i < game->option_count; i++) {
        char value[128];
        struct text text = text_over(value, sizeof value);
        option_format(&game->options[i], simulation->rules.options[i], &text);
        fprintf(out, "%s %s=%s", i ? "" : ",", game->options[i].name, value);
    }
    fprintf(out, ", seed %" PRIu64 "\n", simulation->seed);
    for (int i = 0; i < simulation->players; i++) {
        snprintf(bytes[i], sizeof bytes[i], "%s (%s)", simulated_names[i],
                 robot_levels[simulation->levels[i]]);
        names[i] = bytes[i];
    }
    statistics_print(&simulate->statistics, names, out);
}

static int simulate_tables(struct simulation *simulation, FILE *out, FILE *err)
{
    struct simulate simulate = {.asked = simulation};
    if (simulation->path && !(simulate.record = fopen(simulation->path, "w"))) {
        fprintf(err, "tabletalk: %s cannot be written: %s\n", simulation->path, strerror(errno));
        return 1;
    }
    if (!simulation->has_seed)
        simulation->seed = randombytes_random();
    prepare_statistics(&simulate.statistics, simulation);
    bool is_right = play_all(&simulate, err);
    int status = close_record(&simulate, err);
    if (simulate.failed)
        fprintf(err,
                "tabletalk: table %ld of seed %" PRIu64
                " is not over after %d moves of a game; please report it\n",
                simulate.failed, simulation->seed, SIMULATED_MOVES_MOST);
    if (simulate.failed || !is_right)
        status = 1;
    if (status == 0)
        print_figures(&simulate, out);
    statistics_fini(&simulate.statistics);
    return status == 0 && fflush(out) != 0 ? 1 : status;
}

int tool_simulate(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    struct simulation *simulation = calloc(1, sizeof *simulation);
    char bytes[600];
    struct text why = text_over(bytes, sizeof bytes);
    const char *word;
    check(simulation);
    simulation->games = 1;
    int status = cli_read_arguments(argc, argv, simulate_options, "simulate GAME [OPTION]...",
                                    simulation, &word, out, err);
    if (status == CLI_GO_ON && simulation_prepare(simulation, word, &why)) {
        status = simulate_tables(simulation, out, err);
    } else if (status == CLI_GO_ON) {
        fprintf(err, "tabletalk: %s\n", bytes);
        status = CLI_USAGE;
    }
    free(simulation);
    return status;
}
