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

/* NULL if the setting is none. `number`: 0 if it has none. */
static const struct row_use *use_of(const struct host *host, const char *key, int64_t *number)
{
    for (const struct row_use *use = host->rows.uses; use < host->rows.uses + ROW_KINDS; use++) {
        size_t length = strlen(use->kind->prefix);
        if (strncmp(key, use->kind->prefix, length) != 0)
            continue;
        long long of_key = strtoll(key + length, NULL, 10);
        *number = of_key > 0 ? of_key : 0;
        return use;
    }
    return NULL;
}

void row_load(struct host *host, const char *key, const char *value)
{
    int64_t number;
    const struct row_use *use = use_of(host, key, &number);
    if (!use || (use->kind->is_of_unit && !host_is_of_unit(host, number)))
        return;
    int64_t *next = &host->rows.next[use - host->rows.uses];
    if (number >= *next && host_gave_number(host, number))
        *next = number + 1;
    if ((number == 0 || !use->kind->load(host, number, value)) && use->kind->unread)
        log_event(LOG_ERROR, use->kind->unread, "key", key, (char *)0);
}

void row_learn(struct host *host, const char *key, const char *value)
{
    int64_t number;
    const struct row_use *use = use_of(host, key, &number);
    if (use && use->learn)
        use->learn(host, number, value);
}

void row_forget_person(struct host *host, struct identity who)
{
    for (int i = 0; i < ROW_KINDS; i++)
        if (host->rows.uses[i].kind->forget)
            host->rows.uses[i].kind->forget(host, who);
}

int row_new_number(struct host *host, const struct row_kind *kind)
{
    int64_t first = host_numbers(host) + 1;
    int i = 0;
    while (host->rows.uses[i].kind != kind)
        i++;
    int64_t number = host->rows.next[i] > first ? host->rows.next[i] : first;
    host->rows.next[i] = number + 1;
    return (int)number;
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
        saving->done(saving->arg, result == STORE_OK        ? ROW_SAVED
                                  : result == STORE_UNKNOWN ? ROW_UNKNOWN
                                                            : ROW_NOT_SAVED);
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
