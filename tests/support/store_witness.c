/* Watching stores: see store_witness.h. */
#include "store_witness.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "postgres_server.h"
#include "store.h"
#include "store_people.h"
#include "store_postgres.h"
#include "store_read.h"
#include "text.h"

void witness_done(void *arg, enum store_result result)
{
    struct witness *witness = arg;
    check(witness->count < WITNESS_MAX);
    witness->results[witness->count++] = result;
}

void witness_wait(struct witness *witness, struct store *store, int count)
{
    while (witness->count < count) {
        struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
        check(poll(&wait, 1, 60000) == 1);
        store_dispatch(store);
    }
}

enum store_result witness_append(struct store *store, int64_t table, int64_t seq, const char *line)
{
    struct witness witness = {0};
    store_append(store, table, seq, &line, 1, false, witness_done, &witness);
    witness_wait(&witness, store, 1);
    return witness.results[0];
}

static void write_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    fprintf(arg, "%" PRId64 ".%" PRId64 " %s\n", table, seq, line);
}

static void write_setting(void *arg, const char *key, const char *value)
{
    fprintf(arg, "%s=%s\n", key, value);
}

char *witness_load(struct store *store)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    check(out && store_load(store, write_setting, write_line, out) == STORE_OK);
    fclose(out);
    return bytes;
}

char *witness_read_table(struct store *store, int64_t table)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    check(out && store_read_table(store, table, write_line, out) == STORE_OK);
    fclose(out);
    return bytes;
}

/* ---- portions ---- */

struct reader {
    FILE *out;
    char *bytes;
    size_t size;
    struct store_read_end end;
    int rows;
    bool is_done;
};

static void read_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct reader *reader = arg;
    write_line(reader->out, table, seq, line);
    reader->rows++;
}

static void read_secret(void *arg, int64_t table, const char *secret)
{
    fprintf(((struct reader *)arg)->out, "%" PRId64 " %s\n", table, secret);
}

static void read_person(void *arg, int64_t table, const struct store_person *person)
{
    fprintf(((struct reader *)arg)->out, "%" PRId64 "@%d %s %s %s %s %s%s%s\n", table,
            person->number, person->network, person->key, person->name, person->salt,
            person->source, *person->ahead ? " ahead " : "", person->ahead);
}

static void read_message(void *arg, int64_t table, int64_t seq, const char *id)
{
    fprintf(((struct reader *)arg)->out, "%" PRId64 ".%" PRId64 " <- %s\n", table, seq, id);
}

static void read_table(void *arg, const struct store_table *table)
{
    struct reader *reader = arg;
    bool has_ended = table->state == STORE_ENDED, is_aside = table->state == STORE_ASIDE;
    fprintf(reader->out,
            "%" PRId64 " %s %s%s %" PRId64 "/%" PRId64 " %" PRId64 "-%" PRId64 "%s%s\n",
            table->table,
            has_ended  ? "ended"
            : is_aside ? "aside"
                       : "in play",
            table->network, table->room, table->lines, table->bytes, table->began, table->last,
            *table->others ? " too: " : "", table->others);
    reader->rows++;
}

static void read_damaged(void *arg, int64_t table)
{
    fprintf(((struct reader *)arg)->out, "!%" PRId64 "\n", table);
}

static void read_done(void *arg, const struct store_read_end *end)
{
    struct reader *reader = arg;
    reader->end = *end;
    reader->is_done = true;
}

static void wait_for_portion(struct reader *reader, struct store *store, int most)
{
    while (!reader->is_done) {
        struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
        check(poll(&wait, 1, 60000) == 1);
        store_dispatch(store);
    }
    check(reader->end.result == STORE_OK && reader->rows <= most);
    reader->is_done = false;
    reader->rows = 0;
}

static void ask_lines(struct reader *reader, struct store *store, const char *network, int64_t only,
                      int most)
{
    struct store_reading reading = {.network = network,
                                    .only = only,
                                    .after_table = reader->end.table,
                                    .after_seq = reader->end.seq,
                                    .most = most,
                                    .line = read_line,
                                    .beside = {read_secret, read_person, read_message},
                                    .damaged = read_damaged,
                                    .done = read_done,
                                    .arg = reader};
    store_read(store, &reading);
}

static void ask_tables(struct reader *reader, struct store *store, unsigned states, int most)
{
    struct store_listing listing = {.states = states,
                                    .after_table = reader->end.table,
                                    .most = most,
                                    .table = read_table,
                                    .damaged = read_damaged,
                                    .done = read_done,
                                    .arg = reader};
    store_list(store, &listing);
}

char *witness_read(struct store *store, const char *network, int64_t only, int most)
{
    struct reader reader = {.out = NULL};
    reader.out = open_memstream(&reader.bytes, &reader.size);
    while (!reader.end.is_last) {
        ask_lines(&reader, store, network, only, most);
        wait_for_portion(&reader, store, most);
    }
    fclose(reader.out);
    return reader.bytes;
}

char *witness_list(struct store *store, unsigned states, int most)
{
    struct reader reader = {.out = NULL};
    reader.out = open_memstream(&reader.bytes, &reader.size);
    while (!reader.end.is_last) {
        ask_tables(&reader, store, states, most);
        wait_for_portion(&reader, store, most);
    }
    fclose(reader.out);
    return reader.bytes;
}

static void read_number(void *arg, const struct store_table *table)
{
    struct reader *reader = arg;
    fprintf(reader->out, "%" PRId64 " ", table->table);
    reader->rows++;
}

char *witness_page(struct store *store, unsigned states, int64_t *before, int most)
{
    struct reader reader = {.out = NULL};
    reader.out = open_memstream(&reader.bytes, &reader.size);
    struct store_listing listing = {.states = states,
                                    .before_table = *before,
                                    .most = most,
                                    .count_most = 3,
                                    .table = read_number,
                                    .damaged = read_damaged,
                                    .done = read_done,
                                    .arg = &reader};
    store_list(store, &listing);
    wait_for_portion(&reader, store, most);
    check(reader.end.is_last == (reader.end.left == 0));
    fprintf(reader.out, "and %" PRId64, reader.end.left);
    fclose(reader.out);
    *before = reader.end.table;
    return reader.bytes;
}

struct kept {
    FILE *out;
    bool is_answered;
};

static void write_kept(void *arg, const struct store_answer *answer)
{
    struct kept *kept = arg;
    check(answer->result == STORE_OK && answer->kept_more == 0);
    for (int i = 0; i < answer->kept_count; i++) {
        const struct store_kept *row = &answer->kept[i];
        if (row->kind == STORE_KEPT_SETTING)
            fprintf(kept->out, "%s=%s\n", row->key, row->value);
        else
            fprintf(kept->out, "%d %" PRId64 "@%" PRId64 " %s %s\n", (int)row->kind, row->table,
                    row->number, row->name, row->line);
    }
    kept->is_answered = true;
}

char *witness_kept(struct store *store, const char *network, const char *key)
{
    char *bytes = NULL;
    size_t size;
    struct kept kept = {.out = open_memstream(&bytes, &size)};
    struct store_question question = {
        .kind = STORE_ASK_KEPT, .identity_count = 1, .done = write_kept, .arg = &kept};
    check(kept.out);
    snprintf(question.identities[0].network, sizeof question.identities[0].network, "%s", network);
    snprintf(question.identities[0].key, sizeof question.identities[0].key, "%s", key);
    store_ask(store, &question);
    while (!kept.is_answered) {
        store_flush(store);
        store_dispatch(store);
    }
    fclose(kept.out);
    return bytes;
}

struct pruning {
    int steps;
    bool is_more;
};

static void count_pruning(void *arg, enum store_result result, bool is_more)
{
    struct pruning *pruning = arg;
    check(result == STORE_OK);
    pruning->steps++;
    pruning->is_more = is_more;
}

int witness_prune(struct store *store, int64_t before)
{
    struct pruning pruning = {.is_more = true};
    while (pruning.is_more) {
        int steps = pruning.steps;
        store_prune(store, before, count_pruning, &pruning);
        while (pruning.steps == steps) {
            struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
            check(poll(&wait, 1, 60000) == 1);
            store_dispatch(store);
        }
    }
    return pruning.steps;
}

struct store *witness_open(const char *folder)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_sqlite_open(folder, &why);
    if (!store)
        fprintf(stderr, "%s\n", bytes);
    check(store);
    return store;
}

struct store *witness_open_postgres(struct postgres_server *server, const char *folder)
{
    static int schemas;
    static char of[64];
    char schema[16], bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    schemas += strcmp(of, folder) != 0;
    snprintf(of, sizeof of, "%s", folder);
    snprintf(schema, sizeof schema, "s%d", schemas);
    const struct store_postgres where = {.server = postgres_server_line(server, schema)};
    struct store *store = store_postgres_open(&where, &why);
    if (!store)
        fprintf(stderr, "%s\n", bytes);
    check(store);
    return store;
}
