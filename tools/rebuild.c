/* Plays each record again, the one that ended last first, as its outcomes take the highest numbers that are free. A record
   that was repaired is left alone: the first outcome of a game counts, and the lines that gave it count for nothing. */
#include "rebuild.h"

#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "host.h"
#include "host_state.h"
#include "list.h"
#include "outcomes.h"
#include "reading.h"
#include "session.h"
#include "store_read.h"

struct listed {
    int64_t table, last;
};

struct rebuild {
    struct rebuilt *out;
    struct store *store;
    struct host *host;
    struct listed *tables;
    int count, space;
    struct store_read_end end;
    struct store_outcome *outcomes; /* of the record that is read */
    int outcome_count, outcome_space;
    char **texts; /* that they point to */
    int text_count, text_space;
    bool is_done, is_repaired, only_checks;
};

/* ---- which records there are ---- */

static void list_table(void *arg, const struct store_table *table)
{
    struct rebuild *rebuild = arg;
    rebuild->tables = list_grow(rebuild->tables, rebuild->count, &rebuild->space, sizeof *rebuild->tables);
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
        reading_step(rebuild->host);
        store_flush(rebuild->store);
        store_dispatch(rebuild->store);
    }
}

static int latest_first(const void *a, const void *b)
{
    const struct listed *one = a, *other = b;
    if (one->last != other->last)
        return one->last < other->last ? 1 : -1;
    return (one->table < other->table) - (one->table > other->table);
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
    if (rebuild->count > 0)
        qsort(rebuild->tables, (size_t)rebuild->count, sizeof *rebuild->tables, latest_first);
}

/* ---- one record ---- */

static const char *keep_text(struct rebuild *rebuild, const char *text)
{
    rebuild->texts = list_grow(rebuild->texts, rebuild->text_count, &rebuild->text_space, sizeof *rebuild->texts);
    char *copy = strdup(text);
    check(copy);
    rebuild->texts[rebuild->text_count++] = copy;
    return copy;
}

/* The session changes behind it, so it gets texts of its own. */
static void keep_outcome(struct rebuild *rebuild, const struct store_outcome *from)
{
    rebuild->outcomes =
        list_grow(rebuild->outcomes, rebuild->outcome_count, &rebuild->outcome_space, sizeof *rebuild->outcomes);
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

static bool begins(void *arg, const struct session *session, char *const *lines, const bool *counts, int count)
{
    (void)session;
    (void)lines;
    rebuild_of(arg)->is_repaired = false;
    for (int i = 0; i < count; i++)
        rebuild_of(arg)->is_repaired |= !counts[i];
    return !rebuild_of(arg)->is_repaired;
}

static bool played(void *arg, const struct session *session, const char *line)
{
    char options[OUTCOME_OPTIONS];
    struct finished finished;
    struct store_outcome outcome;
    if (strncmp(line, "move ", 5) != 0 || !session->playing.table.over)
        return true;
    finished_take(&session->playing, session->game, &finished);
    outcome_put(session, session->seats, &finished, options, &outcome);
    keep_outcome(rebuild_of(arg), &outcome);
    return true;
}

static void dropped(void *arg)
{
    (void)arg; /* the host ends after the last record */
}

static void was_read(void *arg, const struct read_back *back)
{
    struct rebuild *rebuild = rebuild_of(arg);
    rebuild->out->records += back->session && !rebuild->is_repaired;
    rebuild->out->unread += !back->session || rebuild->is_repaired;
    if (!back->session)
        forget_outcomes(rebuild);
    else
        session_remove(back->session);
    rebuild->is_done = true;
}

static void was_rebuilt(void *arg, enum store_result result, const struct store_recount *found)
{
    struct rebuild *rebuild = arg;
    if (result != STORE_OK)
        rebuild->out->result = result;
    rebuild->out->absent += found->absent;
    rebuild->out->wrong += found->wrong;
    rebuild->is_done = true;
}

static void rebuild_table(struct rebuild *rebuild, int64_t table)
{
    static const struct reading_follower follower = {.begins = begins, .played = played, .dropped = dropped};
    struct rebuild **arg = malloc(sizeof *arg);
    check(arg);
    *arg = rebuild;
    reading_follow(rebuild->host, table, &follower, was_read, arg);
    wait(rebuild);
    rebuild->out->outcomes += rebuild->outcome_count;
    if (rebuild->outcome_count > 0 && !rebuild->only_checks) {
        store_rebuild(rebuild->store, table, rebuild->outcomes, rebuild->outcome_count, was_rebuilt, rebuild);
        wait(rebuild);
    }
    forget_outcomes(rebuild);
}

static void play_all(struct store *store, struct rebuilt *out, bool only_checks)
{
    struct rebuild rebuild = {
        .out = out, .store = store, .host = host_new(store, NULL, NULL), .only_checks = only_checks};
    *out = (struct rebuilt){.result = STORE_OK};
    if (!host_read_settings(rebuild.host)) /* who is linked with whom */
        out->result = STORE_IO;
    if (out->result == STORE_OK)
        list_all(&rebuild);
    for (int i = 0; i < rebuild.count && out->result == STORE_OK; i++)
        rebuild_table(&rebuild, rebuild.tables[i].table);
    host_free(rebuild.host);
    free(rebuild.tables);
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
