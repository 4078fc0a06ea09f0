/* Reads records from a file, line by line, through the code that recovers tables after a
   restart: every move must be legal, every hash and every revealed table must be as recorded,
   and every pick must follow from the secret, if the secret is known. Shows a correct record as
   one viewer was told it (retell.c), with all secrets (reveal.c), or in a summary. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apply.h"
#include "arguments.h"
#include "change.h"
#include "check.h"
#include "deal.h"
#include "file_record.h"
#include "games.h"
#include "host.h"
#include "named_file.h"
#include "port.h"
#include "proof.h"
#include "prose.h"
#include "reader.h"
#include "record.h"
#include "retell.h"
#include "reveal.h"
#include "seal.h"
#include "takeback.h"
#include "text.h"
#include "tools.h"
#include "watch.h"

enum shown { SHOW_SUMS, SHOW_VIEW, SHOW_ALL, SHOW_PROOF };

struct replay {
    FILE *out;
    enum shown showing;
    bool watches;
    struct watch watch; /* the steps, if somebody watches */
    struct retelling retelling;
    struct host *host; /* of the record that is being read; NULL between records */
    struct host_port port;
    char network[HOST_NETWORK];
    struct session *session;
    struct step step;
    bool is_ended;    /* the last line was read */
    bool has_stepped; /* the last line was a start or a move: JSON may follow */
    long line, began; /* the current line of the file; the line where the record begins */
    int games, moves; /* of the record */
    long all_records, all_games, all_moves;
    long picks;                  /* of the record */
    const char *seal;            /* the seal that the user was shown; may be NULL */
    char end[SEAL_SECRET_HEX];   /* the last link that the user was shown; "" if unknown */
    int proven;                  /* SHOW_PROOF: the exit status */
    tool_open_table *open_table; /* NULL if only files are known */
    void *open_arg;
};

/* ---- the command line ---- */

static bool choose(struct replay *replay, enum shown showing, struct text *why)
{
    if (replay->showing != SHOW_SUMS) {
        text_put(why, "a record is shown in one way: --seat N, --public or --reveal");
        return false;
    }
    replay->showing = showing;
    return true;
}

static bool take_seat(void *what, const char *value, struct text *why)
{
    struct replay *replay = what;
    long seat;
    if (!argument_number(value, 1, TABLE_SEATS, &seat, why))
        return false;
    replay->retelling.viewer = (int)seat - 1;
    return choose(replay, SHOW_VIEW, why);
}

static bool take_public(void *what, const char *value, struct text *why)
{
    (void)value;
    ((struct replay *)what)->retelling.viewer = SEAT_PUBLIC;
    return choose(what, SHOW_VIEW, why);
}

static bool take_reveal(void *what, const char *value, struct text *why)
{
    (void)value;
    return choose(what, SHOW_ALL, why);
}

static bool take_watch(void *what, const char *value, struct text *why)
{
    (void)value;
    (void)why;
    ((struct replay *)what)->watches = true;
    return true;
}

const struct argument replay_options[] = {
    {"--seat", "N", "Show each game as seat N of it was told it, and nothing else.", take_seat, 0},
    {"--public", NULL, "Show each game as everybody in the room was told it.", take_public, 0},
    {"--reveal", NULL,
     "Print the record and, after each move, everything that is on the table, as JSON.",
     take_reveal, 0},
    {"--watch", NULL,
     "Step forwards and backwards through what everybody, or with --seat that seat, was told.",
     take_watch, 0},
    {.name = NULL},
};

static bool take_seal(void *what, const char *value, struct text *why)
{
    bool fits = strlen(value) == LUCK_SEAL - 1;
    if (!fits)
        text_putf(why,
                  "'%s' is no seal; one has %d letters and digits, and a part of it proves nothing",
                  value, LUCK_SEAL - 1);
    ((struct replay *)what)->seal = value;
    return fits;
}

static bool take_end(void *what, const char *value, struct text *why)
{
    struct replay *replay = what;
    unsigned char link[SESSION_HASH];
    bool fits = strlen(value) < sizeof replay->end && record_read_hex(value, link, SESSION_HASH);
    if (fits)
        snprintf(replay->end, sizeof replay->end, "%s", value);
    else
        text_putf(
            why,
            "'%s' is no link of a record; one has %d hex digits, and a part of it proves nothing",
            value, 2 * SESSION_HASH);
    return fits;
}

const struct argument verify_options[] = {
    {"--seal", "SEAL",
     "The seal that was posted when the table was opened: the record must have the same.",
     take_seal, 0},
    {"--end", "LINK",
     "The last link that !fair showed when the table was over: the record must end in it.",
     take_end, 0},
    {.name = NULL},
};

/* ---- one record ---- */

static void put_sums(const struct replay *replay)
{
    const struct session *session = replay->session;
    struct prose line;
    prose_clear(&line);
    prose_putf(&line, "line %ld: %s, %d player%s, %d game%s, %d move%s, %s", replay->began,
               session->game->id, session->seat_count, session->seat_count == 1 ? "" : "s",
               replay->games, replay->games == 1 ? "" : "s", replay->moves,
               replay->moves == 1 ? "" : "s",
               !session->playing->is_over ? "not played to its end" : "played to its end");
    fprintf(replay->out, "%s\n", line.text);
}

static void end_record(struct replay *replay)
{
    if (!replay->host)
        return;
    if (replay->showing == SHOW_SUMS)
        put_sums(replay);
    if (replay->showing == SHOW_PROOF) {
        int proven = proof_put(replay->session,
                               &(struct proof){.seal = replay->seal,
                                               .end = replay->end[0] ? replay->end : NULL,
                                               .began = replay->began,
                                               .games = replay->games,
                                               .moves = replay->moves,
                                               .picks = replay->picks,
                                               .is_ended = replay->is_ended},
                               replay->out);
        replay->proven =
            replay->proven == PROOF_WRONG || proven == PROOF_WHOLE ? replay->proven : proven;
    }
    replay->all_records++;
    replay->all_games += replay->games;
    replay->all_moves += replay->moves;
    change_remove_session(replay->session);
    host_free(replay->host);
    replay->host = NULL;
    replay->session = NULL;
}

/* Opens the network that the second line names; recover.c complains if the name is absent. */
static void open_port(struct replay *replay, const char *text)
{
    struct record_line line;
    bool is_line = record_read(text, &line);
    const char *network = is_line ? record_get(&line, "network") : NULL;
    snprintf(replay->network, sizeof replay->network, "%s", network ? network : "");
    record_free(&line);
    replay->port = (struct host_port){.network = replay->network};
    host_add_port(replay->host, &replay->port);
}

static bool begin_record(struct replay *replay, struct file_record *record, struct text *why)
{
    const char *second = record->own_count > 1 ? record->own[1] : "";
    end_record(replay);
    record->persons.may_lack = true;
    replay->host = host_new(NULL, NULL, NULL);
    open_port(replay, second);
    replay->session =
        reader_session_of_record(replay->host, record->own[0], second, &record->persons, why);
    replay->began = replay->line + 1;
    replay->games = replay->moves = 0;
    replay->picks = 0;
    replay->is_ended = false;
    if (!replay->session) {
        host_free(replay->host);
        replay->host = NULL;
        return false;
    }
    replay->session->id = 1;
    replay->session->playing->lot = record->lot;
    replay->session->persons = record->persons;
    record->persons = (struct persons){0};
    replay->session->history = takeback_history_new();
    replay->session->step = &replay->step;
    if (replay->showing == SHOW_VIEW)
        retell_record(&replay->retelling, replay->session);
    return true;
}

/* ---- one line ---- */

/* True if the picks are the latest draws by the key of the game, or if the secret is unknown. */
static bool is_lucky(const struct replay *replay, struct text *why)
{
    const struct chance *picks = &replay->step.chance;
    struct luck luck;
    struct chance chance;
    const struct playing *playing = replay->session->playing;
    if (!playing->lot.has_secret)
        return true;
    seal_luck_init(&luck, playing->key, playing->draws - (uint64_t)picks->count);
    chance_init(&chance, seal_luck_next, &luck);
    chance.begin = seal_luck_begin;
    for (int i = 0; i < picks->count; i++)
        if (chance_pick(&chance, picks->ranges[i]) != picks->picks[i]) {
            text_put(why, "its picks are not those that its secret gives");
            return false;
        }
    return true;
}

static int seat_in(const struct record_line *line)
{
    long long seat;
    return record_get_number(line, "seat", &seat) && seat >= 1 && seat <= TABLE_SEATS
               ? (int)seat - 1
               : SEAT_NONE;
}

static bool has_viewer(const struct replay *replay, struct text *why)
{
    int viewer = replay->retelling.viewer, seats = replay->session->seat_count;
    if (replay->showing != SHOW_VIEW || viewer == SEAT_PUBLIC || viewer < seats)
        return true;
    text_putf(why, "this table has %d seat%s, so there is no seat %d to look from", seats,
              seats == 1 ? "" : "s", viewer + 1);
    return false;
}

static void show_line(struct replay *replay, const char *text)
{
    struct record_line line;
    if (replay->showing == SHOW_ALL) {
        fprintf(replay->out, "%s\n", text);
        if (replay->has_stepped)
            reveal_write(replay->session, replay->session->next_line - 1, &replay->step.chance,
                         replay->out);
    } else if (replay->showing == SHOW_VIEW) {
        check(record_read(text, &line));
        retell_line(&replay->retelling, replay->session, line.kind, seat_in(&line));
        if (replay->watches && replay->has_stepped)
            watch_end_step(&replay->watch);
        record_free(&line);
    }
}

static bool read_record_line(struct replay *replay, const char *text, struct text *why)
{
    if (!replay->host || replay->is_ended) {
        text_putf(why, "a record begins with a line 'record ...'; this %s",
                  replay->host ? "comes after the end of one" : "is not");
        return false;
    }
    bool is_start = file_is_kind(text, "start"), is_move = file_is_kind(text, "move");
    replay->session->next_line++;
    replay->has_stepped = is_start || is_move;
    if (!session_apply_line(replay->session, text, why) || (is_start && !has_viewer(replay, why)) ||
        (replay->has_stepped && !is_lucky(replay, why)))
        return false;
    replay->games += is_start;
    replay->moves += is_move;
    replay->picks += replay->has_stepped ? replay->step.chance.count : 0;
    replay->is_ended = file_is_kind(text, "end");
    show_line(replay, text);
    return true;
}

static bool read_line(struct replay *replay, const char *text, struct text *why)
{
    if (*text != '{')
        return read_record_line(replay, text, why);
    if (!replay->has_stepped) {
        text_put(why, "JSON stands only behind a 'start' or a 'move'");
        return false;
    }
    replay->has_stepped = false;
    return reveal_is_true(replay->session, replay->session->next_line - 1, &replay->step.chance,
                          text, why);
}

/* ---- the file ---- */

/* A line that a repair took back keeps its number and does nothing. */
static void pass_over(struct replay *replay, const char *text)
{
    replay->has_stepped = false;
    if (*text == '{')
        return;
    if (replay->session) {
        replay->session->next_line++;
        record_persons_pass_over(&replay->session->persons, text);
    }
    if (replay->showing == SHOW_ALL)
        fprintf(replay->out, "%s\n", text);
}

static bool read_record(struct replay *replay, struct file_record *record, struct text *why)
{
    int bad, own = 0;
    bool is_right = record_mark(record->own, record->own_count, record->counts, &bad),
         counts = true;
    if (!is_right)
        text_putf(why,
                  "line %d of the record repairs no line before it, or other lines stand there",
                  bad);
    is_right = is_right && file_find_persons(record, why);
    file_find_secret(record);
    if (is_right && record->own_count > 0 && file_is_kind(record->own[0], "record"))
        is_right = begin_record(replay, record, why);
    replay->line += !is_right;
    for (int i = 0; i < record->count && is_right; i++) {
        const char *text = record->lines[i];
        replay->line++;
        if (*text == '@') {
            if (replay->showing == SHOW_ALL)
                fprintf(replay->out, "%s\n", text);
            continue;
        }
        if (file_is_own(text))
            counts = record->counts[own++];
        if (counts)
            is_right = read_line(replay, text, why);
        else
            pass_over(replay, text);
    }
    if (is_right && replay->session)
        is_right = record_persons_are_right(&replay->session->persons, why);
    file_forget(record);
    return is_right;
}

static bool read_lines(struct replay *replay, FILE *file, struct text *why)
{
    struct file_record record = {0};
    char *text = malloc(NAMED_FILE_LINE + 1);
    bool is_right = true;
    check(text);
    for (int length; is_right && (length = named_file_next_line(file, text)) >= 0;) {
        if (file_is_kind(text, "record") && record.count > 0)
            is_right = read_record(replay, &record, why);
        if (is_right && !file_add(&record, text, length, why)) {
            replay->line += record.count + 1;
            is_right = false;
        }
    }
    if (is_right && record.count > 0)
        is_right = read_record(replay, &record, why);
    file_free(&record);
    free(text);
    return is_right;
}

/* A number that is no file is a table. */
static FILE *open_file(const struct replay *replay, const char *path, FILE *err)
{
    bool is_number = path[0] && !path[strspn(path, "0123456789")];
    if (replay->open_table && is_number && access(path, F_OK) != 0)
        return replay->open_table(replay->open_arg, path, err);
    char reason[200];
    struct text why = text_over(reason, sizeof reason);
    FILE *file = named_file_open(path, &why);
    if (!file)
        fprintf(err, "tabletalk: %s cannot be read: %s\n", path, reason);
    return file;
}

static int read_file(struct replay *replay, const char *path, FILE *err)
{
    char bytes[600];
    struct text why = text_over(bytes, sizeof bytes);
    FILE *file = open_file(replay, path, err);
    if (!file)
        return 1;
    bool is_right = read_lines(replay, file, &why);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    if (is_right && !error)
        end_record(replay);
    fflush(replay->out);
    if (error)
        fprintf(err, "tabletalk: %s cannot be read: %s\n", path, strerror(error));
    else if (!is_right)
        fprintf(err, "tabletalk: %s, line %ld: %s\n", path, replay->line, bytes);
    else if (replay->all_records == 0)
        fprintf(err, "tabletalk: %s holds no record\n", path);
    else if (replay->showing == SHOW_SUMS)
        fprintf(replay->out, "Every hash is right: %ld records, %ld games, %ld moves.\n",
                replay->all_records, replay->all_games, replay->all_moves);
    return error || !is_right || replay->all_records == 0 ? 1 : replay->proven;
}

/* Shows what was read, step by step. */
static int watch(struct replay *replay, FILE *out)
{
    replay->retelling.out = out;
    return watch_run(&replay->watch, out);
}

/* Everybody's view, unless a seat was named. */
static bool begin_watching(struct replay *replay, FILE *err)
{
    if (replay->showing == SHOW_ALL) {
        fputs(
            "tabletalk: --watch shows what was told, so it goes with --seat N or --public, not with --reveal\n",
            err);
        return false;
    }
    if (replay->showing == SHOW_SUMS)
        replay->retelling.viewer = SEAT_PUBLIC;
    replay->showing = SHOW_VIEW;
    replay->retelling.out = watch_init(&replay->watch);
    return true;
}

/* Used by both tools that read records; `words` names the tool. */
static int read_records(struct replay *replay, int argc, char *const argv[],
                        const struct argument *options, const char *words, FILE *out, FILE *err)
{
    const char *path;
    replay->out = replay->retelling.out = out;
    int status = arguments_read(argc, argv, options, words, replay, &path, out, err);
    if (status == CLI_GO_ON && !path) {
        fprintf(err, "tabletalk: say which record: tabletalk %s\n", words);
        status = CLI_USAGE;
    } else if (status == CLI_GO_ON && replay->watches && !begin_watching(replay, err)) {
        status = CLI_USAGE;
    } else if (status == CLI_GO_ON) {
        status = read_file(replay, path, err);
        if (status == 0 && replay->watches)
            status = watch(replay, out);
        status = status == 0 && (fflush(out) != 0 || ferror(out)) ? 1 : status;
    }
    if (replay->host) {
        change_remove_session(replay->session);
        host_free(replay->host);
    }
    retell_fini(&replay->retelling);
    watch_fini(&replay->watch);
    free(replay);
    return status;
}

static struct replay *replay_new(enum shown showing)
{
    struct replay *replay = calloc(1, sizeof *replay);
    check(replay);
    replay->showing = showing;
    return replay;
}

int tool_replay_table(int argc, char *const argv[], tool_open_table *open_table, void *arg,
                      FILE *out, FILE *err)
{
    struct replay *replay = replay_new(SHOW_SUMS);
    replay->open_table = open_table;
    replay->open_arg = arg;
    return read_records(replay, argc, argv, replay_options,
                        open_table ? "replay N|FILE [OPTION]" : "replay FILE [OPTION]", out, err);
}

int tool_replay(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    return tool_replay_table(argc, argv, NULL, NULL, out, err);
}

int tool_verify(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    return read_records(replay_new(SHOW_PROOF), argc, argv, verify_options, "verify FILE [OPTION]",
                        out, err);
}
