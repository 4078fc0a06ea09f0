/* See store_writer.h. */
#include "store_writer.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "store.h"
#include "store_read.h"
#include "testing.h"

void put_line(char bytes[64], int64_t table, int64_t seq)
{
    snprintf(bytes, 64, "move %d of table %d \"{,}\\ \xC3\xA9 \xE9", (int)seq, (int)table);
}

static void on_appended(void *arg, enum store_result result);

void send_append(struct appending *at)
{
    char bytes[64];
    const char *line = bytes;
    put_line(bytes, at->table, at->next);
    at->is_under_way = true;
    store_append(at->writer->store, at->table, at->next, &line, 1, false, on_appended, at);
}

static void go_on(struct appending *at)
{
    at->next++;
    at->writer->answered++;
    at->is_retried = at->is_unknown = false;
}

static void on_appended(void *arg, enum store_result result)
{
    struct appending *at = arg;
    at->is_under_way = false;
    check(result !=
          /* a line that was refused was there all the same, or one that was answered is not */
          STORE_CONFLICT);
    if (result == STORE_OK) {
        go_on(at);
    } else if (result == STORE_UNKNOWN) {
        at->writer->unknown++;
        at->is_unknown = true;
    } else {
        at->writer->refused++;
        at->is_retried = true;
    }
}

static void find(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct appending *at = arg;
    char bytes[64];
    put_line(bytes, table, seq);
    check(strcmp(line, bytes) == 0);
    at->is_found |= seq == at->next;
}

static void is_damaged(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
    abort();
}

static void on_read(void *arg, const struct store_read_end *end)
{
    struct appending *at = arg;
    at->is_under_way = false;
    if (end->result != STORE_OK)
        return; /* asked again */
    if (at->is_found)
        go_on(at);
    at->is_unknown = false;
}

void read_back(struct appending *at)
{
    const struct store_reading reading = {.only = at->table,
                                          .after_table = at->table,
                                          .after_seq = at->next - 1,
                                          .most = 8,
                                          .line = find,
                                          .damaged = is_damaged,
                                          .done = on_read,
                                          .arg = at};
    at->is_found = false;
    at->is_under_way = true;
    store_read(at->writer->store, &reading);
}

void let_write(struct writer *writer, int milliseconds, bool begins)
{
    long end = test_now() + milliseconds;
    for (bool is_waiting = true; is_waiting;) {
        is_waiting = test_now() < end;
        for (int i = 0; i < TABLES; i++) {
            struct appending *at = &writer->tables[i];
            if (!at->is_under_way && at->is_unknown)
                read_back(at);
            else if (!at->is_under_way && begins && is_waiting)
                send_append(at);
            is_waiting |= at->is_under_way || at->is_unknown;
        }
        struct pollfd wait = {.fd = store_fd(writer->store), .events = POLLIN};
        poll(&wait, 1, 10);
        store_dispatch(writer->store);
    }
}

struct writer *new_writer(struct store *store)
{
    struct writer *writer = calloc(1, sizeof *writer);
    writer->store = store;
    for (int i = 0; i < TABLES; i++)
        writer->tables[i] = (struct appending){.writer = writer, .table = i + 1, .next = 1};
    return writer;
}

static void expect_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    int64_t *next = arg;
    char bytes[64];
    put_line(bytes, table, seq);
    assert_string_equal(line, bytes);
    assert_int_equal(seq, next[table]++);
}

/* What was answered is there, once, and nothing else: a writer who asks again after a refusal
   asks for the same line. */
void assert_nothing_is_lost_or_doubled(struct writer *writer)
{
    int64_t next[TABLES + 1] = {0};
    for (int i = 1; i <= TABLES; i++)
        next[i] = 1;
    assert_int_equal(store_load(writer->store, NULL, expect_line, next), STORE_OK);
    for (int i = 0; i < TABLES; i++)
        assert_int_equal(next[i + 1], writer->tables[i].next);
}
