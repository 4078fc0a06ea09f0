/* Plays each record again and puts right what is wrong of its outcomes. Those that are absent are
   added last, the one that ended last first, as it takes the highest number that is free. A record
   that was repaired is left alone: the first outcome of a game counts. */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "host.h"
#include "host_state.h"
#include "list.h"
#include "outcome.h"
#include "reader.h"
#include "record.h"
#include "session.h"
#include "store_read.h"

struct listed {
    int64_t table, last;
};

struct absent {
    int64_t table, ended;
    int game_number;
};

struct rebuild {
    struct rebuilt *out;
    struct store *store;
    struct host *host;
    struct listed *tables;
    int count, space;
    struct absent *absents;
    int absent_count, absent_space;
    struct store_read_end end;
    struct store_outcome *outcomes; /* of the record that is read */
    int outcome_count, outcome_space;
    char **texts; /* that they point to */
    int text_count, text_space;
    struct store_recount found; /* of the outcome that was put right last */
    bool is_done, is_read, is_repaired;
};

/* ---- which records there are ---- */

static void list_table(void *arg, const struct store_table *table)
{
    struct rebuild *rebuild = arg;
    rebuild->tables =
        list_grow(rebuild->tables, rebuild->count, &rebuild->space, sizeof *rebuild->tables);
    rebuild->tables[rebuild->count++] = (struct listed){table->table, table->last};
}

static void list_damaged(void *arg, int64_t table)
{
    (void)table;
    ((struct rebuild *)arg)->out->unread++;
}

static void list_done(void *arg, const struct store_read_end *end)
{
    struct rebuild *rebuild = arg;
    rebuild->end = *end;
    rebuild->is_done = true;
}

static void wait(struct rebuild *rebuild)
{
    for (rebuild->is_done = false; !rebuild->is_done;) {
        reader_step(rebuild->host);
        store_flush(rebuild->store);
        store_dispatch(rebuild->store);
    }
}

static void list_all(struct rebuild *rebuild)
{
    do {
        struct store_listing listing = {.states = STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED,
                                        .after_table = rebuild->end.table,
                                        .most = STORE_PORTION,
                                        .table = list_table,
                                        .damaged = list_damaged,
                                        .done = list_done,
                                        .arg = rebuild};
        store_list(rebuild->store, &listing);
        wait(rebuild);
    } while (rebuild->end.result == STORE_OK && !rebuild->end.is_last);
    rebuild->out->result = rebuild->end.result;
}

/* ---- one record ---- */

static const char *keep_text(struct rebuild *rebuild, const char *text)
{
    rebuild->texts = list_grow(rebuild->texts, rebuild->text_count, &rebuild->text_space,
                               sizeof *rebuild->texts);
    char *copy = strdup(text);
    check(copy);
    rebuild->texts[rebuild->text_count++] = copy;
    return copy;
}

/* The session changes behind it, so it gets texts of its own. */
static void keep_outcome(struct rebuild *rebuild, const struct store_outcome *from)
{
    rebuild->outcomes = list_grow(rebuild->outcomes, rebuild->outcome_count,
                                  &rebuild->outcome_space, sizeof *rebuild->outcomes);
    struct store_outcome *outcome = &rebuild->outcomes[rebuild->outcome_count++];
    *outcome = *from;
    outcome->options = keep_text(rebuild, from->options);
    outcome->network = keep_text(rebuild, from->network);
    outcome->room = keep_text(rebuild, from->room);
    for (int seat = 0; seat < outcome->seat_count; seat++)
        for (int i = 0; i < outcome->seats[seat].identity_count; i++) {
            struct store_identity *identity = &outcome->seats[seat].identities[i];
            identity->network = keep_text(rebuild, identity->network);
            identity->key = keep_text(rebuild, identity->key);
            identity->name = keep_text(rebuild, identity->name);
        }
}

static void forget_outcomes(struct rebuild *rebuild)
{
    for (int i = 0; i < rebuild->text_count; i++)
        free(rebuild->texts[i]);
    rebuild->text_count = rebuild->outcome_count = 0;
}

/* `arg` is from the heap, for the reading frees it. */
static struct rebuild *rebuild_of(void *arg)
{
    return *(struct rebuild **)arg;
}

static bool begins(void *arg, struct session *session, const struct reader_lines *lines)
{
    (void)session;
    rebuild_of(arg)->is_repaired = false;
    for (int i = 0; i < lines->count; i++)
        rebuild_of(arg)->is_repaired |= !lines->counts[i];
    return !rebuild_of(arg)->is_repaired;
}

/* 0 if the line is older than that. */
static int64_t end_of(const char *line)
{
    struct record_line read;
    long long ended = 0;
    if (record_read(line, &read))
        record_get_number(&read, "ended", &ended);
    record_free(&read);
    return ended;
}

static bool played(void *arg, const struct session *session, const char *line)
{
    char options[OUTCOME_OPTIONS];
    struct finished finished;
    struct store_outcome outcome;
    if (!record_is_kind(line, "move") || !session->playing->table.over)
        return true;
    outcome_take_finished(session->playing, session->game, end_of(line), &finished);
    outcome_put(session, session->seats, &finished, options, &outcome);
    keep_outcome(rebuild_of(arg), &outcome);
    return true;
}

static void was_read(void *arg, const struct read_back *back)
{
    struct rebuild *rebuild = rebuild_of(arg);
    rebuild->is_read = back->session && !rebuild->is_repaired;
    if (!back->session)
        forget_outcomes(rebuild);
    else
        change_remove_session(back->session);
    rebuild->is_done = true;
}

/* Keeps its outcomes until they are forgotten. */
static void read_record(struct rebuild *rebuild, int64_t table)
{
    static const struct reader_visitor visitor = {
        .begins = begins, .played = played, .done = was_read};
    struct rebuild **arg = malloc(sizeof *arg);
    check(arg);
    *arg = rebuild;
    reader_begin(rebuild->host, table, false, &visitor, arg);
    wait(rebuild);
}

/* ---- what the store has ---- */

static void was_rebuilt(void *arg, enum store_result result, const struct store_recount *found)
{
    struct rebuild *rebuild = arg;
    if (result != STORE_OK)
        rebuild->out->result = result;
    rebuild->found = *found;
    rebuild->is_done = true;
}

static void put_right(struct rebuild *rebuild, int64_t table, const struct store_outcome *outcome,
                      bool adds)
{
    store_rebuild(rebuild->store, table, outcome, adds, was_rebuilt, rebuild);
    wait(rebuild);
}

static void note_absent(struct rebuild *rebuild, const struct listed *of,
                        const struct store_outcome *outcome)
{
    rebuild->absents = list_grow(rebuild->absents, rebuild->absent_count, &rebuild->absent_space,
                                 sizeof *rebuild->absents);
    rebuild->absents[rebuild->absent_count++] = (struct absent){
        of->table, outcome->ended ? outcome->ended : of->last, outcome->game_number};
}

static void correct_record(struct rebuild *rebuild, const struct listed *listed, bool only_checks)
{
    read_record(rebuild, listed->table);
    rebuild->out->records += rebuild->is_read;
    rebuild->out->unread += !rebuild->is_read;
    rebuild->out->outcomes += rebuild->outcome_count;
    for (int i = 0; i < rebuild->outcome_count && !only_checks; i++) {
        put_right(rebuild, listed->table, &rebuild->outcomes[i], false);
        rebuild->out->wrong += rebuild->found.wrong;
        if (rebuild->found.absent)
            note_absent(rebuild, listed, &rebuild->outcomes[i]);
    }
    forget_outcomes(rebuild);
}

static int latest_first(const void *a, const void *b)
{
    const struct absent *one = a, *other = b;
    if (one->ended != other->ended)
        return one->ended < other->ended ? 1 : -1;
    if (one->table != other->table)
        return one->table < other->table ? 1 : -1;
    return other->game_number - one->game_number;
}

static void add_absent(struct rebuild *rebuild, const struct absent *absent)
{
    read_record(rebuild, absent->table);
    for (int i = 0; i < rebuild->outcome_count; i++)
        if (rebuild->outcomes[i].game_number == absent->game_number) {
            put_right(rebuild, absent->table, &rebuild->outcomes[i], true);
            rebuild->out->absent += rebuild->found.absent;
        }
    forget_outcomes(rebuild);
}

static void play_all(struct store *store, struct rebuilt *out, bool only_checks)
{
    struct rebuild rebuild = {.out = out, .store = store, .host = host_new(store, NULL, NULL)};
    *out = (struct rebuilt){.result = STORE_OK};
    if (!host_read_settings(rebuild.host)) /* who is linked with whom */
        out->result = STORE_IO;
    if (out->result == STORE_OK)
        list_all(&rebuild);
    for (int i = 0; i < rebuild.count && out->result == STORE_OK; i++)
        correct_record(&rebuild, &rebuild.tables[i], only_checks);
    if (rebuild.absent_count > 0)
        qsort(rebuild.absents, (size_t)rebuild.absent_count, sizeof *rebuild.absents, latest_first);
    for (int i = 0; i < rebuild.absent_count && out->result == STORE_OK; i++)
        add_absent(&rebuild, &rebuild.absents[i]);
    host_free(rebuild.host);
    free(rebuild.tables);
    free(rebuild.absents);
    free(rebuild.outcomes);
    free(rebuild.texts);
}

void rebuild_outcomes(struct store *store, struct rebuilt *out)
{
    play_all(store, out, false);
}

void rebuild_check(struct store *store, struct rebuilt *out)
{
    play_all(store, out, true);
}
