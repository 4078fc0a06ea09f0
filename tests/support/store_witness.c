/* Watching stores: see store_witness.h. */
#include "store_witness.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
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
