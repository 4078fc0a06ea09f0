/* Tables of robots, played to their end as fast as possible. Each table has a record like a table in a room: apply.c
   applies lines of the lobby, deal.c deals and plays. choose_seat() and choose_move() say how the random numbers are
   used, so that other programs can compare their figures. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session_view.h"
#include "store_append.h"
#include "change.h"
#include "check.h"
#include "deal.h"
#include "edition.h"
#include "edition_file.h"
#include "reveal.h"
#include "apply.h"
#include "host_state.h"
#include "choice.h"
#include "turn.h"
#include "seal.h"
#include "store.h"
#include "record.h"
#include "persons.h"
#include "simulation.h"
#include "text.h"
#include "tools.h"

enum { DECISIONS_MOST = 100000, LINE_BYTES = 1024 };

static const char *const people[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                                "guy", "hal", "ida", "joe", "kim", "leo"};

/* ---- one table ---- */

static void put_line(struct simulation *simulation, struct session *session, const char *line,
                     const struct chance *chance)
{
    if (simulation->record) {
        fprintf(simulation->record, "%s\n", line);
        if (simulation->reveals && chance)
            reveal_write(session, session->next_line, chance, simulation->record);
    }
    session->next_line++;
}

static void put_persons(const struct simulation *simulation, const struct change *change)
{
    for (int i = 0; i < change->draft.person_count && simulation->record; i++) {
        char bytes[PERSON_LINE], hex[PERSON_HEX];
        struct text line = text_over(bytes, sizeof bytes);
        struct store_person row;
        person_row(&change->draft.persons[i], hex, &row);
        person_put_line(&row, &line);
        fprintf(simulation->record, "%s\n", bytes);
    }
}

static void put_secret(const struct simulation *simulation, const struct session *session)
{
    char hex[SEAL_SECRET_HEX];
    seal_write_secret(&session->playing.lot, hex);
    if (simulation->record)
        fprintf(simulation->record, "@secret value=%s\n", hex);
}

/* Applies lines, and the persons that come with them. */
static void apply_change(struct simulation *simulation, struct session *session, struct change *change_take)
{
    for (int i = 0; i < change_take->draft.person_count; i++)
        persons_put(&session->persons, &change_take->draft.persons[i]);
    for (int i = 0; i < change_take->draft.line_count; i++) {
        char bytes[256];
        struct text why = text_over(bytes, sizeof bytes);
        check(session_apply_line(session, change_take->draft.lines[i], &why));
        put_line(simulation, session, change_take->draft.lines[i], NULL);
        if (i == 0) {
            put_persons(simulation, change_take);
            put_secret(simulation, session);
        }
    }
    change_free(change_take);
}

static void add_line(void *arg, const char *line)
{
    change_add(arg, line);
}

/* Puts a line about one step of the game. */
static void put_step(struct simulation *simulation, struct session *session, const char *line,
                     const struct chance *chance)
{
    char bytes[DEAL_LINE];
    unsigned char table[SESSION_HASH];
    struct text closed = text_over(bytes, sizeof bytes);
    text_put(&closed, line);
    session_table_hash(session, table);
    record_close(&closed, table, session->link);
    put_line(simulation, session, bytes, chance);
}

static struct session *open_table(struct simulation *simulation, int number)
{
    char bytes[LINE_BYTES], name[20];
    struct text line = text_over(bytes, sizeof bytes);
    snprintf(name, sizeof name, "table%d", number);
    struct session *session = session_new(simulation->host, &simulation->port, name, simulation->game);
    memcpy(session->playing.rules.options, simulation->rules.options, sizeof session->playing.rules.options);
    seal_draw_secret(simulation->host, &session->playing.lot);
    struct change *change = change_new(session, NULL);
    check(change_put_record(change, "simulate", "simulate"));
    change_put_room(change, 1, session->home.port, name);
    seal_put(&session->playing.lot, &line);
    change_add_line(change, &line);
    for (int i = 0; i < simulation->players; i++)
        change_put_robot(change, i, simulation->levels[i], people[i]);
    change_put_options(change);
    edition_choose(session);
    edition_each_line(session, add_line, change);
    apply_change(simulation, session, change);
    return session;
}

static void begin_game(struct simulation *simulation, struct session *session)
{
    struct playing *playing = &session->playing;
    struct chance chance;
    char line[DEAL_LINE];
    int first = playing->game_number == 0 ? SEAT_NONE : deal_next_beginner(playing);
    playing->seats = session->seat_count;
    deal_begin(playing, session->game, session->seats, first, &chance, NULL, line);
    put_step(simulation, session, line, &chance);
}

static int draw_bit(struct chance *chance, unsigned bits)
{
    for (int skip = chance_pick(chance, __builtin_popcount(bits)); skip > 0; skip--)
        bits &= bits - 1;
    return __builtin_ctz(bits);
}

/* All seats that may act are equally likely. A greedy robot acts only if the table waits for it, as at a table of
   people; the host acts only if nobody else can. */
static int choose_seat(const struct session *session, struct chance *chance)
{
    unsigned may = 0, wants = 0, due = session_due(session);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct sight sight;
        struct moves moves;
        session_legal(session, seat, &sight, &moves);
        moves_but_votes(&session->playing.rules, &moves);
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

/* A random robot draws among moves that differ by face; a greedy one asks the game. */
static struct move choose_move(const struct session *session, int seat, struct chance *chance)
{
    struct sight sight;
    struct moves moves;
    const struct ruleset *rules = &session->playing.rules;
    check(session_legal(session, seat, &sight, &moves));
    if (seat != SEAT_HOST && session->seats[seat].level != ROBOT_RANDOM) {
        int chosen = game_choose(session->game, rules, &sight, seat, &moves, chance);
        check(chosen >= 0 && chosen < moves.count);
        return moves.list[chosen];
    }
    moves_but_votes(rules, &moves);
    moves_by_face(rules, &sight, seat, &moves);
    return moves.list[chance_pick(chance, moves.count)];
}

static void play_move(struct simulation *simulation, struct session *session)
{
    struct chance thoughts, chance;
    char line[DEAL_LINE];
    chance_init(&thoughts, chance_seeded, &simulation->host->robots);
    int seat = choose_seat(session, &thoughts);
    struct move move = choose_move(session, seat, &thoughts);
    deal_play(&session->playing, session->game, seat, &move, &chance, NULL, line);
    put_step(simulation, session, line, &chance);
}

static void count_game(struct simulation *simulation, const struct session *session, int decisions)
{
    struct score score;
    int players[TABLE_SEATS] = {0};
    for (int seat = 0; seat < session->seat_count; seat++)
        while (strcmp(session->seats[seat].name, people[players[seat]]) != 0)
            players[seat]++;
    deal_score(&session->playing, session->game, &score);
    statistics_add(&simulation->statistics, decisions, &score, players);
}

/* Plays a table to its end. False if a game does not end. */
static bool play_table(struct simulation *simulation, int number)
{
    /* Must not be a multiple of the generator's own step, or the tables would share one stream. */
    uint64_t seed = (simulation->seed * 0xd1342543de82ef95u + (uint64_t)number) * 0xaf251af3b0f025b5u;
    host_fix_luck(simulation->host, seed);
    simulation->host->robots.state = ~seed * 0xd1342543de82ef95u;
    struct session *session = open_table(simulation, number);
    while (!session->playing.is_over) {
        int decisions = 0;
        begin_game(simulation, session);
        for (; !session->playing.table.over && decisions < DECISIONS_MOST; decisions++)
            play_move(simulation, session);
        if (!session->playing.table.over)
            break;
        count_game(simulation, session, decisions);
    }
    bool is_over = session->playing.is_over;
    if (is_over)
        put_step(simulation, session, "end reason=finished", NULL);
    session_remove(session);
    simulation->statistics.tables += is_over;
    return is_over;
}

/* ---- all of them ---- */

static void put_progress(long done, long all, FILE *err)
{
    if (done * 100 / all == (done - 1) * 100 / all && done != all)
        return;
    fprintf(err, "\r%ld of %ld", done, all);
    if (done == all)
        fputs("\r\033[K", err);
    fflush(err);
}

/* Returns 0, or the exit status with a sentence on `err`. */
static int play_tables(struct simulation *simulation, FILE *err)
{
    bool shows_progress = isatty(fileno(err));
    for (long i = 0; i < simulation->games; i++) {
        if (!play_table(simulation, (int)i + 1)) {
            fprintf(err,
                    "tabletalk: table %ld of seed %" PRIu64 " is not over after %d moves of a game; please report it\n",
                    i + 1, simulation->seed, DECISIONS_MOST);
            return 1;
        }
        if (simulation->record && ferror(simulation->record))
            break;
        if (shows_progress)
            put_progress(i + 1, simulation->games, err);
    }
    if (!simulation->record)
        return 0;
    bool is_bad = ferror(simulation->record);
    is_bad |= fclose(simulation->record) != 0;
    simulation->record = NULL;
    if (is_bad)
        fprintf(err, "tabletalk: %s could not be written whole: %s\n", simulation->path, strerror(errno));
    return is_bad;
}

static void print_figures(struct simulation *simulation, FILE *out)
{
    const struct game *game = simulation->game;
    char bytes[TABLE_SEATS][40];
    const char *names[TABLE_SEATS];
    fprintf(out, "%s, %ld player%s", game->id, simulation->players, simulation->players == 1 ? "" : "s");
    for (int i = 0; i < game->option_count; i++) {
        char value[128];
        struct text text = text_over(value, sizeof value);
        option_format(&game->options[i], simulation->rules.options[i], &text);
        fprintf(out, "%s %s=%s", i ? "" : ",", game->options[i].name, value);
    }
    fprintf(out, ", seed %" PRIu64 "\n", simulation->seed);
    for (int i = 0; i < simulation->players; i++) {
        snprintf(bytes[i], sizeof bytes[i], "%s (%s)", people[i],
                 simulation->levels[i] == ROBOT_RANDOM ? "random" : "greedy");
        names[i] = bytes[i];
    }
    statistics_print(&simulation->statistics, names, out);
}

static int simulate(struct simulation *simulation, FILE *out, FILE *err)
{
    simulation->host = host_new(NULL, NULL, NULL);
    if (simulation->faces && !edition_load(simulation->host, simulation->faces, simulation->game, err)) {
        host_free(simulation->host);
        return 1;
    }
    if (simulation->path && !(simulation->record = fopen(simulation->path, "w"))) {
        fprintf(err, "tabletalk: %s cannot be written: %s\n", simulation->path, strerror(errno));
        host_free(simulation->host);
        return 1;
    }
    simulation->port.network = "simulate";
    if (!simulation->has_seed)
        simulation->seed = randombytes_random();
    statistics_init(&simulation->statistics, (int)simulation->players);
    int status = play_tables(simulation, err);
    if (status == 0)
        print_figures(simulation, out);
    statistics_fini(&simulation->statistics);
    host_free(simulation->host);
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
    int status = arguments_read(argc, argv, simulate_options, "simulate GAME [OPTION]...", simulation, &word, out, err);
    if (status == CLI_GO_ON && simulation_prepare(simulation, word, &why)) {
        status = simulate(simulation, out, err);
    } else if (status == CLI_GO_ON) {
        fprintf(err, "tabletalk: %s\n", bytes);
        status = CLI_USAGE;
    }
    free(simulation);
    return status;
}
