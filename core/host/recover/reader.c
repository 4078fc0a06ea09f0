/* The one way from a record's lines to a session. Those in the store are read while the loop runs:
   the store hands over one record after the other, and each turn of the loop plays some lines. At
   most READ_AHEAD records are on their way from the store, and one is played. Nobody finds a new
   session yet; its visitor says what becomes of it. */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "change.h"
#include "check.h"
#include "games.h"
#include "host_state.h"
#include "latest.h"
#include "links.h"
#include "record.h"
#include "seal.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "store_read.h"
#include "takeback.h"
#include "text.h"
#include "turn.h"

static const struct game *game_of_record(const struct record_line *line, struct text *why)
{
    long long version = 0, rules = 0;
    if (strcmp(line->kind, "record") != 0 || !record_get_number(line, "version", &version)) {
        text_put(why, "its first line is not that of a record");
        return NULL;
    }
    if (version != RECORD_VERSION) {
        text_putf(why, "it is a record of version %lld, and I play on records of version %d only",
                  version, RECORD_VERSION);
        return NULL;
    }
    const char *id = record_get(line, "game");
    const struct game *game = id ? game_find(id) : NULL;
    if (game && record_get_number(line, "rules", &rules) && game_plays(game, rules))
        return game;
    text_putf(why, "this program does not host %s by rules version %lld", id ? id : "(no game)",
              rules);
    return NULL;
}

/* The name of the room in the line; "@key" for a private conversation. */
static bool put_home(const struct record_line *line, const struct persons *persons,
                     char name[HOST_ROOM], struct text *why)
{
    const char *room = record_get(line, "room");
    long long number = 0;
    bool is_private = record_get_number(line, "person", &number);
    const struct person *person = is_private ? record_persons_find(persons, (int)number) : NULL;
    if (person)
        snprintf(name, HOST_ROOM, "@%s", person->key);
    else if (is_private && persons->may_lack)
        snprintf(name, HOST_ROOM, "@forgotten %d", (int)number);
    else if (room && *room && strlen(room) < HOST_ROOM)
        snprintf(name, HOST_ROOM, "%s", room);
    else
        text_put(why, "it names no room");
    return why->length == 0;
}

static struct session *session_at_home(struct host *host, const struct record_line *line,
                                       const struct game *game, const struct persons *persons,
                                       struct text *why)
{
    char name[HOST_ROOM];
    const char *network = record_get(line, "network");
    const struct host_port *port = network ? host_port_or_absent(host, network) : NULL;
    if (strcmp(line->kind, "room") != 0)
        text_put(why, "its second line does not say in which room the table is");
    else if (!port)
        text_putf(why, "its network %s is one too many", network ? network : "(none)");
    else if (put_home(line, persons, name, why))
        return session_new_apart(host, port, name, game);
    return NULL;
}

static struct session *session_of_record(struct host *host, const struct reader_lines *lines,
                                         struct text *why)
{
    struct session *session = NULL;
    struct record_line line, home;
    long long rules;
    bool are_lines = record_read(lines->list[0], &line);
    const struct game *game = are_lines ? game_of_record(&line, why) : NULL;
    are_lines = record_read(lines->count > 1 ? lines->list[1] : "", &home) && are_lines;
    if (game && are_lines)
        session = session_at_home(host, &home, game, &lines->persons, why);
    if (session && record_get_number(&line, "rules", &rules))
        session->playing->rules.version = (int)rules;
    if (!session && why->length == 0)
        text_put(why, "its first two lines are none");
    record_free(&line);
    record_free(&home);
    return session;
}

struct session *reader_open(struct host *host, struct reader_lines *lines, int64_t table,
                            struct step *step, struct text *why)
{
    struct session *session = session_of_record(host, lines, why);
    if (!session)
        return NULL;
    session->id = table;
    session->playing->lot = lines->lot;
    session->persons = lines->persons;
    lines->persons = (struct persons){0};
    session->record.history = takeback_history_new();
    session->record.step = step;
    return session;
}

bool reader_play(struct session *session, const struct reader_lines *lines, int at,
                 struct text *why)
{
    session->record.next_line = at + 2;
    if (lines->counts[at])
        return session_apply_line(session, lines->list[at], why);
    record_persons_pass_over(&session->persons, lines->list[at]);
    return true;
}

bool reader_close(struct session *session, struct text *why)
{
    takeback_keep(&session->takeback, session->record.history);
    takeback_history_free(session->record.history);
    session->record.history = NULL;
    session->record.step = NULL;
    return record_persons_are_right(&session->persons, why);
}

/* ---- lines ---- */

void reader_lines_add(struct reader_lines *lines, const char *line)
{
    if (lines->count == lines->space) {
        lines->space = lines->space ? 2 * lines->space : 64;
        size_t space = (size_t)lines->space;
        lines->list = realloc(lines->list, space * sizeof *lines->list);
        lines->messages = realloc(lines->messages, space * sizeof *lines->messages);
        lines->counts = realloc(lines->counts, space * sizeof *lines->counts);
        check(lines->list && lines->messages && lines->counts);
    }
    lines->messages[lines->count] = NULL;
    lines->list[lines->count] = strdup(line);
    check(lines->list[lines->count++]);
}

bool reader_lines_mark(struct reader_lines *lines, int *bad)
{
    return record_mark((const char *const *)lines->list, lines->count, lines->counts, bad);
}

void reader_lines_free(struct reader_lines *lines)
{
    for (int i = 0; i < lines->count; i++) {
        free(lines->list[i]);
        free(lines->messages[i]);
    }
    free(lines->list);
    free(lines->messages);
    free(lines->counts);
    record_persons_free(&lines->persons);
    *lines = (struct reader_lines){.list = NULL};
}

/* ---- reading ---- */

struct reader {
    struct reader *next;
    struct host *host; /* NULL if it is gone, and nobody waits any more */
    int64_t table;
    const struct reader_visitor *visitor;
    void *arg;
    bool is_asked, is_fetched, is_enough;
    struct reader_lines lines;
    char *message; /* stands beside the next line */
    bool has_bad_person, has_bad_secret;
    int at;
    struct session *session;
    struct step *step;
    struct read_back out;
};

static void free_reading(struct reader *reading)
{
    reader_lines_free(&reading->lines);
    free(reading->message);
    free(reading->step);
    free(reading->arg);
    free(reading);
}

/* ---- from the store ---- */

const char *reader_message_id(const char *beside, char network[HOST_NETWORK])
{
    size_t length = strcspn(beside, " ");
    if (!beside[length] || length >= HOST_NETWORK)
        return NULL;
    memcpy(network, beside, length);
    network[length] = '\0';
    return beside + length + 1;
}

static void add_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct reader *reading = arg;
    (void)table;
    if (!reading->host || reading->out.why[0])
        return;
    int count = reading->lines.count;
    if (seq != count + 1 || count == READ_LINES_MOST) {
        reading->out.line = count + 1;
        snprintf(reading->out.why, sizeof reading->out.why, "%s",
                 seq == count + 1 ? "the record is longer than any that I write"
                                  : "the line is missing");
        return;
    }
    reader_lines_add(&reading->lines, line);
    reading->lines.messages[count] = reading->message;
    reading->message = NULL;
}

static void note_message(void *arg, int64_t table, int64_t seq, const char *message)
{
    struct reader *reading = arg;
    (void)table;
    (void)seq;
    free(reading->message);
    reading->message = strdup(message);
    check(reading->message);
}

static void add_person(void *arg, int64_t table, const struct store_person *row)
{
    struct reader *reading = arg;
    struct person person;
    (void)table;
    if (record_person_read(row, &person))
        record_persons_put(&reading->lines.persons, &person);
    else
        reading->has_bad_person = true;
}

static void note_secret(void *arg, int64_t table, const char *secret)
{
    struct reader *reading = arg;
    (void)table;
    reading->has_bad_secret = !seal_read_secret(secret, &reading->lines.lot);
}

static void note_damaged(void *arg, int64_t table)
{
    struct reader *reading = arg;
    (void)table;
    reading->out.line = reading->lines.count + 1;
    snprintf(reading->out.why, sizeof reading->out.why, "the database is damaged there");
}

static void ask(struct reader *reading);

static void portion_done(void *arg, const struct store_read_end *end)
{
    struct reader *reading = arg;
    if (!reading->host) {
        free_reading(reading);
        return;
    }
    if (end->result == STORE_OK && !end->is_last && !reading->out.why[0]) {
        ask(reading);
        return;
    }
    if (end->result != STORE_OK && !reading->out.why[0]) {
        reading->out.line = reading->lines.count + 1;
        reading->out.is_away = end->result == STORE_AWAY;
        snprintf(reading->out.why, sizeof reading->out.why, "it cannot be read: %s",
                 store_result_text(end->result));
    }
    reading->is_fetched = true;
    clock_call(reading->host, reading->host->now);
}

static void ask(struct reader *reading)
{
    struct store_reading portion = {
        .only = reading->table,
        .after_table = reading->table,
        .after_seq = reading->lines.count,
        .most = STORE_PORTION,
        .line = add_line,
        .beside = {.secret = note_secret, .person = add_person, .message = note_message},
        .damaged = note_damaged,
        .done = portion_done,
        .arg = reading};
    reading->is_asked = true;
    store_read(reading->host->store, &portion);
}

static void ask_ahead(struct host *host)
{
    struct reader *reading = host->readings.first;
    for (int i = 0; i < READ_AHEAD && reading; i++, reading = reading->next)
        if (!reading->is_asked)
            ask(reading);
}

void reader_begin(struct host *host, int64_t table, bool is_urgent,
                  const struct reader_visitor *visitor, void *arg_take)
{
    struct reader *reading = calloc(1, sizeof *reading);
    struct reader **link = &host->readings.first;
    check(reading);
    *reading = (struct reader){.host = host, .table = table, .visitor = visitor, .arg = arg_take};
    reading->lines.persons.may_lack = !visitor->plays_on;
    while (*link && (!is_urgent || (*link)->is_asked))
        link = &(*link)->next;
    reading->next = *link;
    *link = reading;
    ask_ahead(host);
}

/* ---- played ---- */

static void fail(struct reader *reading, int line, const char *why)
{
    if (!reading->out.why[0]) {
        reading->out.line = line;
        snprintf(reading->out.why, sizeof reading->out.why, "%s", why);
    }
    if (reading->session)
        change_remove_session(reading->session);
    reading->session = NULL;
}

static bool open_session(struct reader *reading)
{
    char bytes[READ_WHY];
    struct text why = text_over(bytes, sizeof bytes);
    const struct reader_visitor *visitor = reading->visitor;
    struct reader_lines *lines = &reading->lines;
    int bad = 1;
    reading->step = calloc(1, sizeof *reading->step);
    check(reading->step);
    if (lines->count == 0)
        text_put(&why, "it has no lines");
    else if (!reader_lines_mark(lines, &bad))
        text_put(
            &why,
            "the repair names no line that it can go back to, or other lines stand behind that");
    else if (reading->has_bad_secret)
        text_put(&why, "the secret beside it is damaged");
    else if (reading->has_bad_person)
        text_put(&why, "what stands of its persons beside it is damaged");
    else
        reading->session = reader_open(reading->host, lines, reading->table, reading->step, &why);
    if (!reading->session)
        fail(reading, bad > 0 ? bad : 1, bytes);
    else if (visitor->begins)
        reading->is_enough = !visitor->begins(reading->arg, reading->session, lines);
    return reading->session != NULL;
}

/* The table will go on, and its rooms hear of it. */
static void note_told(struct session *session, const struct reader *reading)
{
    const char *line = reading->lines.list[reading->at], *id = reading->lines.messages[reading->at];
    char network[HOST_NETWORK];
    id = id ? reader_message_id(id, network) : NULL;
    if (id)
        session_note_id(session, network, id);
    if (record_is_kind(line, "start") || record_is_kind(line, "move"))
        latest_note(session, reading->step);
    else if (record_is_kind(line, "undo"))
        latest_forget(session);
}

static void play_line(struct reader *reading)
{
    char bytes[READ_WHY];
    struct text why = text_over(bytes, sizeof bytes);
    const struct reader_visitor *visitor = reading->visitor;
    int at = reading->at;
    if (!reader_play(reading->session, &reading->lines, at, &why)) {
        fail(reading, at + 1, bytes);
    } else if (reading->lines.counts[at]) {
        if (visitor->plays_on)
            note_told(reading->session, reading);
        if (visitor->played)
            reading->is_enough =
                !visitor->played(reading->arg, reading->session, reading->lines.list[at]);
    }
    reading->at++;
}

/* Plays at most `most` lines. True at the end of the record. */
static bool play(struct reader *reading, int *most)
{
    char bytes[READ_WHY];
    struct text why = text_over(bytes, sizeof bytes);
    int count = reading->lines.count;
    if (reading->out.why[0])
        fail(reading, 0, "");
    else if (!reading->step && !open_session(reading))
        return true;
    for (; reading->session && !reading->is_enough && reading->at<count && * most> 0; --*most)
        play_line(reading);
    if (reading->session && reading->at == count && !reader_close(reading->session, &why))
        fail(reading, count, bytes);
    return !reading->session || reading->is_enough || reading->at == count;
}

bool reader_step(struct host *host)
{
    int most = READ_LINES;
    while (host->readings.first && host->readings.first->is_fetched && most > 0) {
        struct reader *reading = host->readings.first;
        most -= READ_OPENING; /* a record without a line has its cost, too */
        if (!play(reading, &most))
            break;
        host->readings.first = reading->next;
        ask_ahead(host);
        reading->out.table = reading->table;
        reading->out.session = reading->session;
        reading->out.lines = reading->lines.count;
        reading->out.first = reading->lines.count > 0 ? reading->lines.list[0] : "";
        reading->visitor->done(reading->arg, &reading->out);
        free_reading(reading);
    }
    return host->readings.first && host->readings.first->is_fetched;
}

void reader_fini(struct host *host)
{
    for (struct reader *reading = host->readings.first, *next; reading; reading = next) {
        next = reading->next;
        if (reading->session)
            change_remove_session(reading->session);
        reading->session = NULL;
        reading->host = NULL;
        if (reading->visitor->dropped)
            reading->visitor->dropped(reading->arg);
        if (!reading->is_asked || reading->is_fetched)
            free_reading(reading); /* otherwise when the store has done with it */
    }
    host->readings.first = NULL;
}

/* ---- whose record it is ---- */

static bool is_room(const char *text, const char *network, const char *room)
{
    struct record_line line;
    bool is_line = record_is_kind(text, "room") && record_read(text, &line);
    if (!is_line)
        return false;
    const char *there = record_get(&line, "network"), *name = record_get(&line, "room");
    bool is_same = there && name && strcmp(there, network) == 0 && strcmp(name, room) == 0;
    record_free(&line);
    return is_same;
}

static bool was_person(const struct session *session, struct identity who)
{
    for (int i = 0; i < session->persons.count; i++)
        if (identity_is(identity_of(&session->persons.list[i]), who))
            return true;
    return false;
}

/* Who asks in private is a person of the record, under whichever of the linked identities. */
static bool was_there(const struct session *session, const struct heard *heard)
{
    struct identity all[LINK_EACH];
    int i = 0, count = links_identities(session->host, identity_of(heard), all);
    while (i < count && !was_person(session, all[i]))
        i++;
    return i < count;
}

bool reader_is_theirs(const struct session *session, const struct heard *heard,
                      const struct reader_lines *lines)
{
    bool is_theirs = !heard->room && was_there(session, heard);
    for (int i = 0; heard->room && i < lines->count && !is_theirs; i++)
        is_theirs = lines->counts[i] && is_room(lines->list[i], heard->network, heard->room);
    return is_theirs;
}
