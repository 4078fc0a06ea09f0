/* Lines on their way to the store. When the store does not know whether it has saved them, they
   are read back; when that fails, too, they are read back again after a while. Bounded: each
   table, in play or set aside, has one append on its way. */
#include "append.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "store_append.h"
#include "store_read.h"

struct append {
    struct append *next, **link; /* in the host's list */
    struct host *host;           /* NULL if it is gone */
    int64_t table, first_seq;
    int64_t ask_at; /* INT64_MAX until the store has answered */
    store_done *done;
    void *arg;
    /* lines; how many of them were read back; and before this portion */
    int count, found, found_before;
    char lines[]; /* each with its NUL */
};

static struct append *append_new(struct host *host, const struct store_append *from)
{
    size_t size = 0;
    for (int i = 0; i < from->count; i++)
        size += strlen(from->lines[i]) + 1;
    struct append *append = malloc(sizeof *append + size);
    check(append && from->count > 0);
    *append = (struct append){.next = host->appends,
                              .link = &host->appends,
                              .host = host,
                              .table = from->table,
                              .first_seq = from->first_seq,
                              .ask_at = INT64_MAX,
                              .count = from->count};
    char *to = append->lines;
    for (int i = 0; i < from->count; i++)
        to = stpcpy(to, from->lines[i]) + 1;
    if (append->next)
        append->next->link = &append->next;
    host->appends = append;
    return append;
}

static void finish(struct append *append, enum store_result result)
{
    store_done *done = append->done;
    void *arg = append->arg;
    if (append->host) {
        *append->link = append->next;
        if (append->next)
            append->next->link = append->link;
    }
    free(append);
    done(arg, result);
}

static const char *line_at(const struct append *append, int at)
{
    const char *line = append->lines;
    while (at-- > 0)
        line += strlen(line) + 1;
    return line;
}

static void compare(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct append *append = arg;
    (void)table;
    bool is_next = append->found < append->count && seq == append->first_seq + append->found;
    append->found += is_next && strcmp(line, line_at(append, append->found)) == 0;
}

/* A damaged line counts as not found. */
static void is_damaged(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
}

static void ask(struct append *append);

static void was_asked(void *arg, const struct store_read_end *end)
{
    struct append *append = arg;
    bool is_there = append->found == append->count,
         is_other = append->found == append->found_before;
    if (!append->host) {
        finish(append, STORE_UNKNOWN);
    } else if (end->result != STORE_OK) {
        append->ask_at = append->host->now + HOST_RETRY_MS;
        append->host->unknown_appends++;
        clock_call(append->host, append->ask_at);
    } else if (is_there || is_other || end->is_last) {
        /* the connection was lost, and nothing was saved */
        finish(append, is_there ? STORE_OK : STORE_AWAY);
    } else {
        ask(append);
    }
}

/* Asks for the lines from the first one that was not found yet. */
static void ask(struct append *append)
{
    int missing = append->count - append->found;
    append->found_before = append->found;
    struct store_reading reading = {.only = append->table,
                                    .after_table = append->table,
                                    .after_seq = append->first_seq + append->found - 1,
                                    .most = missing < STORE_PORTION ? missing : STORE_PORTION,
                                    .line = compare,
                                    .damaged = is_damaged,
                                    .done = was_asked,
                                    .arg = append};
    store_read(append->host->store, &reading);
}

static void was_written(void *arg, enum store_result result)
{
    struct append *append = arg;
    if (result == STORE_UNKNOWN && append->host)
        ask(append);
    else
        finish(append, result);
}

void append_lines(struct host *host, const struct store_append *from, store_done *done, void *arg)
{
    struct append *append = append_new(host, from);
    append->done = done;
    append->arg = arg;
    store_write(host->store, from, was_written, append);
}

void appends_tick(struct host *host)
{
    for (struct append *append = host->unknown_appends ? host->appends : NULL; append;
         append = append->next) {
        if (append->ask_at > host->now)
            continue;
        append->ask_at = INT64_MAX;
        host->unknown_appends--;
        ask(append);
    }
}

int64_t appends_ask_at(const struct host *host)
{
    int64_t first = INT64_MAX;
    for (const struct append *append = host->unknown_appends ? host->appends : NULL; append;
         append = append->next)
        first = append->ask_at < first ? append->ask_at : first;
    return first;
}

void appends_fini(struct host *host)
{
    for (struct append *append = host->appends, *next; append; append = next) {
        next = append->next;
        append->host = NULL;
        if (append->ask_at != INT64_MAX)
            finish(append, STORE_UNKNOWN); /* otherwise the store calls back */
    }
    host->appends = NULL;
}
