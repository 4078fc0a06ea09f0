/* Reads records from a file by the reader that recovers tables: every move must be legal, every
   hash and every revealed table as recorded, and every pick must follow from the secret, if that is
   known. Shows a correct record as one viewer was told it, with all secrets (reveal.c), or step by
   step on a terminal. */
#include "replay.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "apply.h"
#include "change.h"
#include "check.h"
#include "cli.h"
#include "deal.h"
#include "game.h"
#include "games.h"
#include "host.h"
#include "list.h"
#include "option.h"
#include "page.h"
#include "port.h"
#include "prose.h"
#include "reader.h"
#include "record.h"
#include "seal.h"
#include "session_view.h"
#include "show.h"
#include "takeback.h"
#include "tell.h"
#include "text.h"
#include "tools.h"

/* ---- the text of one record: its lines, and what stands beside them ---- */

/* With its revealed tables, as a file has it. */
struct file_record {
    struct reader_lines own; /* the lines of the record itself */
    char **lines;            /* all; those of the record lie in `own` */
    int count, space;
    size_t bytes;
};

/* Lines of JSON, and lines that begin with "@", are not part of the record. */
static bool file_is_own(const char *text)
{
    return *text != '{' && *text != '@';
}

static void file_forget(struct file_record *record)
{
    for (int i = 0; i < record->count; i++)
        if (!file_is_own(record->lines[i]))
            free(record->lines[i]);
    reader_lines_free(&record->own);
    record->count = 0;
    record->bytes = 0;
}

/* Of `length` bytes, as config_file_next_line() gave it. False, with the reason, if no record has
   such a line, or the record would take too much memory. */
static bool file_add(struct file_record *record, const char *text, int length, struct text *why)
{
    enum { BYTES_MOST = 1 << 28 };
    record->bytes += (size_t)length + 1;
    if (length > CONFIG_FILE_LINE)
        text_put(why, "it is longer than 1 MiB; is this a file of records?");
    else if (strlen(text) != (size_t)length)
        text_put(why, "it is no text");
    else if (record->bytes > BYTES_MOST)
        text_put(why, "one record is longer than 256 MiB up to here");
    if (why->length > 0)
        return false;
    record->lines = list_grow(record->lines, record->count, &record->space, sizeof *record->lines);
    if (file_is_own(text))
        reader_lines_add(&record->own, text);
    char *line = file_is_own(text) ? record->own.list[record->own.count - 1] : strdup(text);
    check(line);
    record->lines[record->count++] = line;
    return true;
}

static bool file_find_persons(struct file_record *record, struct text *why)
{
    for (int i = 0; i < record->count; i++) {
        struct person person;
        if (!record_is_kind(record->lines[i], "@person"))
            continue;
        if (!record_person_read_line(record->lines[i], &person)) {
            text_putf(why, "'%s' is no person of a record", record->lines[i]);
            return false;
        }
        record_persons_put(&record->own.persons, &person);
    }
    return true;
}

/* Passes over a secret that does not fit the seal. */
static void file_find_secret(struct file_record *record)
{
    static const char beside[] = "@secret value=", shown[] = "reveal secret=";
    for (int i = 0; i < record->count; i++) {
        const char *text = record->lines[i];
        size_t length = strncmp(text, beside, sizeof beside - 1) == 0 ? sizeof beside - 1
                        : strncmp(text, shown, sizeof shown - 1) == 0 ? sizeof shown - 1
                                                                      : 0;
        char hex[SEAL_SECRET_HEX];
        snprintf(hex, sizeof hex, "%s", text + length);
        if (length > 0)
            seal_read_secret(hex, &record->own.lot);
    }
}

/* ---- the steps of a game that is over, on a terminal: forwards and backwards ---- */

struct watch {
    char **steps;
    int count, space;
    FILE *text; /* of the step that is written */
    char *bytes;
    size_t size;
};

enum { CTRL_C = 3, CTRL_D = 4, ESCAPE = 27, KEY_MS = 50 /* after so long a lone Escape is one */ };

/* What a key asks for. */
enum wish { WISH_NOTHING, WISH_NEXT, WISH_BACK, WISH_FIRST, WISH_LAST, WISH_QUIT };

/* Returns where the text of the steps is to be written. watch_end_step() closes one. */
static FILE *watch_init(struct watch *watch)
{
    *watch = (struct watch){.steps = NULL};
    watch->text = open_memstream(&watch->bytes, &watch->size);
    check(watch->text);
    return watch->text;
}

static void watch_end_step(struct watch *watch)
{
    if (watch->count == watch->space) {
        watch->space = watch->space ? 2 * watch->space : 64;
        watch->steps = realloc(watch->steps, (size_t)watch->space * sizeof *watch->steps);
        check(watch->steps);
    }
    check(fflush(watch->text) == 0);
    watch->steps[watch->count] = strndup(watch->bytes, (size_t)ftello(watch->text));
    check(watch->steps[watch->count++]);
    rewind(watch->text);
}

/* also of one that is all zero */
static void watch_fini(struct watch *watch)
{
    for (int i = 0; i < watch->count; i++)
        free(watch->steps[i]);
    free(watch->steps);
    if (watch->text)
        fclose(watch->text);
    free(watch->bytes);
    *watch = (struct watch){.steps = NULL};
}

/* ---- keys ---- */

static int read_byte(void)
{
    unsigned char byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : CTRL_D;
}

static enum wish wish_of_arrow(int byte)
{
    switch (byte) {
    case 'C':
    case 'B':
        return WISH_NEXT;
    case 'D':
    case 'A':
        return WISH_BACK;
    case 'H':
        return WISH_FIRST;
    case 'F':
        return WISH_LAST;
    default:
        return WISH_NOTHING;
    }
}

static enum wish read_wish(void)
{
    static const struct {
        const char *keys;
        enum wish wish;
    } rows[] = {{"\r\n nN", WISH_NEXT},
                {"bBpP\x7f\b", WISH_BACK},
                {"fF1<", WISH_FIRST},
                {"lLgG>", WISH_LAST},
                {"qQ", WISH_QUIT}};
    int byte = read_byte();
    if (byte == CTRL_C || byte == CTRL_D)
        return WISH_QUIT;
    struct pollfd rest = {.fd = STDIN_FILENO, .events = POLLIN};
    if (byte == ESCAPE)
        return poll(&rest, 1, KEY_MS) > 0 && read_byte() == '[' ? wish_of_arrow(read_byte())
                                                                : WISH_NOTHING;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (byte && strchr(rows[i].keys, byte))
            return rows[i].wish;
    return WISH_NOTHING;
}

static int step_after(const struct watch *watch, int step, enum wish wish)
{
    int last = watch->count - 1;
    switch (wish) {
    case WISH_NEXT:
        return step < last ? step + 1 : last;
    case WISH_BACK:
        return step > 0 ? step - 1 : 0;
    case WISH_FIRST:
        return 0;
    case WISH_LAST:
        return last;
    case WISH_NOTHING:
    case WISH_QUIT:
        break;
    }
    return step;
}

/* ---- the screen ---- */

/* A terminal that knows no sequences gets one step below the other. */
static bool has_sequences(void)
{
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

static void show(const struct watch *watch, int step, FILE *out)
{
    if (has_sequences())
        fputs("\033[H\033[2J", out);
    fputs(watch->steps[step], out);
    fprintf(out, "Step %d of %d. Enter: next, b: back, f: first, l: last, q: leave.\n", step + 1,
            watch->count);
    fflush(out);
}

static void show_all(const struct watch *watch, FILE *out)
{
    for (int i = 0; i < watch->count; i++)
        fputs(watch->steps[i], out);
}

/* Until the person leaves. Where input or `out` is none, prints all of them. Returns the exit
   status. Blocks. */
static int watch_run(struct watch *watch, FILE *out)
{
    struct termios before, keys;
    if (watch->count == 0) {
        fputs("No card was dealt, so there is nothing to watch.\n", out);
        return 0;
    }
    if (!isatty(fileno(out)) || tcgetattr(STDIN_FILENO, &before) != 0) {
        show_all(watch, out);
        return 0;
    }
    keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    int step = 0, shown = -1;
    for (enum wish wish = WISH_NOTHING; wish != WISH_QUIT; wish = read_wish()) {
        step = step_after(watch, step, wish);
        if (step != shown)
            show(watch, step, out);
        shown = step;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return 0;
}

/* ---- retold to one viewer ---- */

static void put(const struct retelling *retelling, const char *before, const struct prose *prose)
{
    if (prose->length > 0)
        fprintf(retelling->out, "%s%s\n", before, prose->text);
}

static void replay_retell_record(struct retelling *retelling, const struct session *session)
{
    struct prose line;
    prose_clear(&line);
    prose_putf(&line, "== %s, ", session->game->name);
    prose_put_foreign(&line, PROSE_PLAIN, session->home.name);
    prose_put(&line, " of ");
    prose_put_foreign(&line, PROSE_PLAIN, session->home.port->network);
    put(retelling, "", &line);
    free(retelling->hand);
    retelling->hand = NULL;
}

static void put_standing(const struct retelling *retelling, const struct session *session)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct prose prose;
    prose_open(&prose, view.language);
    tell_put_board(session, retelling->viewer, retelling->viewer, &prose);
    put(retelling, "    ", &prose);
    prose_open(&prose, view.language);
    tell_put_next(&view, session, false, &prose);
    put(retelling, "    ", &prose);
}

/* Unless the viewer was told the same hand last. */
static void put_own(struct retelling *retelling, const struct session *session)
{
    struct prose prose;
    if (retelling->viewer == SEAT_PUBLIC || session->playing->table.over)
        return;
    prose_clear(&prose);
    tell_put_hand(session, retelling->viewer, &prose);
    if (retelling->hand && strcmp(retelling->hand, prose.text) == 0)
        return;
    free(retelling->hand);
    retelling->hand = strdup(prose.text);
    check(retelling->hand);
    put(retelling, "    (private) ", &prose);
}

/* On one line, behind the number of a move if there is one. */
static void put_pages(const struct retelling *retelling, const char *number,
                      const struct pages *pages)
{
    const char *glue = number[0] ? " " : "";
    fputs(number, retelling->out);
    for (const struct page *page = pages->first; page; page = page->next, glue = " ")
        fprintf(retelling->out, "%s%s", glue, page->prose.text);
    fputs(number[0] || pages->first ? "\n" : "", retelling->out);
}

static void put_result(const struct retelling *retelling, const struct session *session)
{
    struct pages result = {0};
    show_replayed_result(session, &result);
    for (const struct page *page = result.first; page; page = page->next)
        put(retelling, "", &page->prose);
    tell_pages_fini(&result);
}

void replay_retell_line(struct retelling *retelling, const struct session *session,
                        const char *kind, int seat)
{
    char number[24] = "";
    struct pages said = {0};
    bool is_start = strcmp(kind, "start") == 0, is_move = strcmp(kind, "move") == 0;
    retelling->moves = is_start ? 0 : retelling->moves + is_move;
    show_replayed(session, kind, seat, retelling->viewer, &said);
    if (is_move)
        snprintf(number, sizeof number, "%d.", retelling->moves);
    put_pages(retelling, number, &said);
    tell_pages_fini(&said);
    if (!is_start && !is_move)
        return;
    put_standing(retelling, session);
    put_own(retelling, session);
    if (session->playing->table.over)
        put_result(retelling, session);
}

void replay_retell_fini(struct retelling *retelling)
{
    free(retelling->hand);
    retelling->hand = NULL;
}

/* ---- records, line by line ---- */

enum shown { SHOW_SUMS, SHOW_VIEW, SHOW_ALL, SHOW_PROOF, SHOW_PICTURE, SHOW_PAGE };

struct replay {
    FILE *out;
    enum shown showing;
    bool watches;
    struct watch watch; /* the steps, if somebody watches */
    struct retelling retelling;
    struct drawing *drawing; /* SHOW_PICTURE */
    const char *page_path;   /* NULL: no page is asked for */
    struct page_file *page;  /* SHOW_PAGE */
    struct host *host;       /* of the record that is being read; NULL between records */
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
    if (!cli_argument_number(value, TABLE_SEATS, &seat, why))
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

static bool take_page(void *what, const char *value, struct text *why)
{
    (void)why;
    ((struct replay *)what)->page_path = value;
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
    {"--page", "FILE",
     "Write the same steps, with their boards, to one HTML file that any browser shows.", take_page,
     0},
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
        int proven = reveal_put_proof(replay->session,
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

/* That the second line names; the reader complains if the name is absent. */
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
    end_record(replay);
    if (replay->showing == SHOW_PAGE && replay->all_records > 0) {
        text_put(why, "a page shows one record, and here a second one begins");
        return false;
    }
    record->own.persons.may_lack = true;
    replay->host = host_new(NULL, NULL, NULL);
    open_port(replay, record->own.count > 1 ? record->own.list[1] : "");
    replay->session = reader_open(replay->host, &record->own, 1, &replay->step, why);
    replay->began = replay->line + 1;
    replay->games = replay->moves = 0;
    replay->picks = 0;
    replay->is_ended = false;
    if (!replay->session) {
        host_free(replay->host);
        replay->host = NULL;
        return false;
    }
    if (replay->showing == SHOW_VIEW)
        replay_retell_record(&replay->retelling, replay->session);
    return true;
}

/* ---- one line ---- */

/* The latest draws by the key of the game; or the secret is unknown. */
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
    if ((replay->showing != SHOW_VIEW && replay->showing != SHOW_PAGE) || viewer == SEAT_PUBLIC ||
        viewer < seats)
        return true;
    text_putf(why, "this table has %d seat%s, so there is no seat %d to look from", seats,
              seats == 1 ? "" : "s", viewer + 1);
    return false;
}

static void show_line(struct replay *replay, const char *text)
{
    struct record_line line;
    int viewer = replay->retelling.viewer;
    if (replay->showing == SHOW_ALL) {
        fprintf(replay->out, "%s\n", text);
        if (replay->has_stepped)
            reveal_write(replay->session, replay->session->record.next_line - 1,
                         &replay->step.chance, replay->out);
        return;
    }
    check(record_read(text, &line));
    if (replay->showing == SHOW_PAGE)
        show_replayed_page(replay->session, line.kind, seat_in(&line), viewer, replay->page);
    else if (replay->showing == SHOW_VIEW)
        replay_retell_line(&replay->retelling, replay->session, line.kind, seat_in(&line));
    else if (replay->showing == SHOW_PICTURE && replay->has_stepped)
        draw_take_step(replay->drawing, replay->session, line.kind, seat_in(&line));
    if (replay->watches && replay->has_stepped)
        watch_end_step(&replay->watch);
    record_free(&line);
}

/* Line `at` of the record itself. */
static bool read_own(struct replay *replay, const struct reader_lines *lines, int at,
                     struct text *why)
{
    const char *text = lines->list[at];
    if (lines->counts[at] && (!replay->host || replay->is_ended)) {
        text_putf(why, "a record begins with a line 'record ...'; this %s",
                  replay->host ? "comes after the end of one" : "is not");
        return false;
    }
    bool counts = lines->counts[at], is_start = counts && record_is_kind(text, "start"),
         has_stepped = is_start || (counts && record_is_kind(text, "move"));
    replay->has_stepped = has_stepped;
    if ((replay->session && !reader_play(replay->session, lines, at, why)) ||
        (is_start && !has_viewer(replay, why)) || (has_stepped && !is_lucky(replay, why)))
        return false;
    replay->games += is_start;
    replay->moves += has_stepped && !is_start;
    replay->picks += has_stepped ? replay->step.chance.count : 0;
    replay->is_ended |= counts && record_is_kind(text, "end");
    if (counts)
        show_line(replay, text);
    else if (replay->showing == SHOW_ALL)
        fprintf(replay->out, "%s\n", text);
    return true;
}

/* A line of JSON. */
static bool read_table(struct replay *replay, const char *text, struct text *why)
{
    if (!replay->has_stepped) {
        text_put(why, "JSON stands only behind a 'start' or a 'move'");
        return false;
    }
    replay->has_stepped = false;
    return reveal_is_true(replay->session, replay->session->record.next_line - 1,
                          &replay->step.chance, text, why);
}

/* ---- the file ---- */

static bool read_record(struct replay *replay, struct file_record *record, struct text *why)
{
    struct reader_lines *lines = &record->own;
    int bad, own = 0;
    bool is_right = reader_lines_mark(lines, &bad);
    if (!is_right)
        text_putf(why,
                  "line %d of the record repairs no line before it, or other lines stand there",
                  bad);
    is_right = is_right && file_find_persons(record, why);
    file_find_secret(record);
    if (is_right && lines->count > 0 && record_is_kind(lines->list[0], "record"))
        is_right = begin_record(replay, record, why);
    replay->line += !is_right;
    for (int i = 0; i < record->count && is_right; i++) {
        const char *text = record->lines[i];
        replay->line++;
        if (file_is_own(text))
            is_right = read_own(replay, lines, own++, why);
        else if (*text == '{' && (own == 0 || lines->counts[own - 1]))
            is_right = read_table(replay, text, why);
        else if (*text == '@' && replay->showing == SHOW_ALL)
            fprintf(replay->out, "%s\n", text);
    }
    if (is_right && replay->session)
        is_right = reader_close(replay->session, why);
    file_forget(record);
    return is_right;
}

static bool read_lines(struct replay *replay, FILE *file, struct text *why)
{
    struct file_record record = {0};
    char *text = malloc(CONFIG_FILE_LINE + 1);
    bool is_right = true;
    check(text);
    for (int length; is_right && (length = config_file_next_line(file, text)) >= 0;) {
        if (record_is_kind(text, "record") && record.count > 0)
            is_right = read_record(replay, &record, why);
        if (is_right && !file_add(&record, text, length, why)) {
            replay->line += record.count + 1;
            is_right = false;
        }
    }
    if (is_right && record.count > 0)
        is_right = read_record(replay, &record, why);
    file_forget(&record);
    free(record.lines);
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
    FILE *file = config_file_open(path, &why);
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
static bool begin_steps(struct replay *replay, FILE *err)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    if (replay->showing == SHOW_ALL)
        text_put(&why, "--watch and --page show what was told, so they go with --seat N or "
                       "--public, not with --reveal");
    else if (replay->watches && replay->page_path)
        text_put(&why, "say --watch or --page, not both");
    else if (replay->page_path)
        replay->page = page_new(&why);
    if (why.length > 0) {
        fprintf(err, "tabletalk: %s\n", bytes);
        return false;
    }
    if (replay->showing == SHOW_SUMS)
        replay->retelling.viewer = SEAT_PUBLIC;
    replay->showing = replay->page_path ? SHOW_PAGE : SHOW_VIEW;
    if (replay->watches)
        replay->retelling.out = watch_init(&replay->watch);
    return true;
}

static void replay_free(struct replay *replay)
{
    if (replay->host) {
        change_remove_session(replay->session);
        host_free(replay->host);
    }
    replay_retell_fini(&replay->retelling);
    watch_fini(&replay->watch);
    page_free(replay->page);
    free(replay);
}

static int read_records(struct replay *replay, int argc, char *const argv[],
                        const struct argument *options, const char *words, FILE *out, FILE *err)
{
    const char *path;
    replay->out = replay->retelling.out = out;
    int status = cli_read_arguments(argc, argv, options, words, replay, &path, out, err);
    if (status == CLI_GO_ON && !path) {
        fprintf(err, "tabletalk: say which record: tabletalk %s\n", words);
        status = CLI_USAGE;
    } else if (status == CLI_GO_ON && (replay->watches || replay->page_path) &&
               !begin_steps(replay, err)) {
        status = CLI_USAGE;
    } else if (status == CLI_GO_ON) {
        status = read_file(replay, path, err);
        if (status == 0 && replay->watches)
            status = watch(replay, out);
        if (status == 0 && replay->page)
            status = draw_write_page(replay->page, replay->page_path, "step", out, err);
        status = status == 0 && (fflush(out) != 0 || ferror(out)) ? 1 : status;
    }
    replay_free(replay);
    return status;
}

static struct replay *replay_new(enum shown showing)
{
    struct replay *replay = calloc(1, sizeof *replay);
    check(replay);
    replay->showing = showing;
    return replay;
}

int replay_draw(const char *path, struct drawing *drawing, FILE *out, FILE *err)
{
    struct replay *replay = replay_new(SHOW_PICTURE);
    replay->drawing = drawing;
    replay->out = out;
    int status = read_file(replay, path, err);
    replay_free(replay);
    return status;
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
