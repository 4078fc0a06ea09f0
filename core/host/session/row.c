#include "row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "log.h"
#include "record.h"
#include "store.h"
#include "text.h"

int64_t row_number(const struct row_kind *kind, const char *key)
{
    size_t length = strlen(kind->prefix);
    if (strncmp(key, kind->prefix, length) != 0)
        return -1;
    long long number = strtoll(key + length, NULL, 10);
    return number > 0 ? number : 0;
}

void row_key(const struct row_kind *kind, int64_t number, char key[ROW_KEY])
{
    snprintf(key, ROW_KEY, "%s%lld", kind->prefix, (long long)number);
}

/* What is told of a write. */
struct saving {
    const struct row_kind *kind;
    int64_t number;
    row_done *done;
    void *arg;
};

static void on_put(void *arg, enum store_result result)
{
    struct saving *saving = arg;
    const struct row_kind *kind = saving->kind;
    if (result != STORE_OK && kind->todo) {
        struct row_kind called = {.prefix = kind->called};
        char number[ROW_KEY];
        row_key(&called, saving->number, number);
        log_event(LOG_ERROR, kind->lost, "number", number, "why", store_result_text(result), "do",
                  kind->todo, (char *)0);
    } else if (result != STORE_OK && kind->lost) {
        log_event(LOG_WARN, kind->lost, "why", store_result_text(result), (char *)0);
    }
    if (saving->done)
        saving->done(saving->arg, result == STORE_OK);
    free(saving);
}

void row_put(struct host *host, const struct row_kind *kind, int64_t number, const char *value,
             row_done *done, void *arg)
{
    char key[ROW_KEY];
    struct saving *saving = malloc(sizeof *saving);
    check(saving);
    *saving = (struct saving){kind, number, done, arg};
    row_key(kind, number, key);
    store_put(host->store, key, value, on_put, saving);
}

void row_put_line(struct text *value, struct text *line)
{
    check(!line->cut);
    text_putf(value, "%s%s", value->length > 0 ? "\n" : "", line->bytes);
    check(!value->cut);
    text_clear(line);
}

bool row_read_lines(const char *value, row_read *read, void *arg)
{
    char bytes[ROW_LINE];
    bool is_right = true;
    for (const char *p = value; *p && is_right; p += *p == '\n') {
        size_t length = strcspn(p, "\n");
        struct record_line line;
        snprintf(bytes, sizeof bytes, "%.*s", (int)length, p);
        is_right = record_read(bytes, &line) && length < sizeof bytes && read(arg, &line);
        record_free(&line);
        p += length;
    }
    return is_right;
}

bool row_get(const struct record_line *line, const char *key, char *out, size_t size)
{
    const char *value = record_get(line, key);
    if (!value || strlen(value) >= size)
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}
