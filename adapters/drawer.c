/* See drawer.h. A row is "panel @20779.1f": the value, the day of its last use, the payer's
   number. */
#include "drawer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hash.h"
#include "keep.h"
#include "list.h"

enum { DAY_MS = 24 * 3600 * 1000, FRESH_DAYS = 7, PAYERS = 256, VALUE = 512, SPARE = 100 };

static const char mark[] = " @";

struct use {
    int64_t day;
    unsigned payer;
};

static unsigned number_of(const char *payer)
{
    return (unsigned)(hash_text(HASH_START, payer) % PAYERS);
}

/* Splits a row; returns the length of its value. A row of an older version notes no use and
   counts as unused for long. */
static size_t read_use(const char *row, struct use *use)
{
    const char *at = strrchr(row, mark[1]);
    char *end;
    *use = (struct use){0};
    if (!at || at == row || at[-1] != mark[0])
        return strlen(row);
    use->day = strtoll(at + 1, &end, 10);
    use->payer = *end == '.' ? (unsigned)strtoul(end + 1, NULL, 16) % PAYERS : 0;
    return (size_t)(at - 1 - row);
}

static void put_row(const struct drawer *drawer, const char *key, const char *value,
                    const struct use *use, keep_done *done, void *arg)
{
    char row[VALUE];
    int length =
        snprintf(row, sizeof row, "%s%s%" PRId64 ".%02x", value, mark, use->day, use->payer);
    check(length < (int)sizeof row);
    keep_put(drawer->keep, key, row, done, arg);
}

static void key_of(const struct drawer *drawer, const char *person, char key[DRAWER_KEY])
{
    check(snprintf(key, DRAWER_KEY, "%s%s", drawer->prefix, person) < DRAWER_KEY);
}

bool drawer_get(const struct drawer *drawer, const char *person, size_t size, char *value)
{
    char key[DRAWER_KEY];
    struct use use;
    key_of(drawer, person, key);
    const char *row = drawer->keep ? keep_get(drawer->keep, key) : NULL;
    size_t length = row ? read_use(row, &use) : 0;
    if (!row || length >= size)
        return false;
    snprintf(value, size, "%.*s", (int)length, row);
    int64_t today = drawer->now / DAY_MS;
    if (today >= use.day + FRESH_DAYS) {
        use.day = today;
        put_row(drawer, key, value, &use, NULL, NULL);
    }
    return true;
}

/* ---- at the bound ---- */

struct row {
    const char *key;
    struct use use;
};

struct rows {
    struct row *list;
    int count, space, of_payer[PAYERS];
};

static void add_row(void *arg, const char *key, const char *value)
{
    struct rows *rows = arg;
    rows->list = list_grow(rows->list, rows->count, &rows->space, sizeof *rows->list);
    struct row *row = &rows->list[rows->count++];
    row->key = key;
    read_use(value, &row->use);
    rows->of_payer[row->use.payer]++;
}

static int by_day(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    return (one->use.day > other->use.day) - (one->use.day < other->use.day);
}

/* The oldest row of the payer with the most rows, but not `kept`. NULL if there is no other.
   `rows` are sorted by day. */
static struct row *first_to_go(struct rows *rows, const char *kept)
{
    unsigned most = 0;
    for (unsigned payer = 1; payer < PAYERS; payer++)
        if (rows->of_payer[payer] > rows->of_payer[most])
            most = payer;
    for (int i = 0; i < rows->count; i++) {
        struct row *row = &rows->list[i];
        if (row->key && row->use.payer == most && strcmp(row->key, kept) != 0)
            return row;
    }
    return NULL;
}

/* Frees SPARE places at once, for looking at all rows takes some milliseconds. */
static void give_back(const struct drawer *drawer, const char *kept)
{
    struct rows rows = {.list = NULL};
    struct row *row;
    keep_each(drawer->keep, drawer->prefix, add_row, &rows);
    qsort(rows.list, (size_t)rows.count, sizeof *rows.list, by_day);
    for (int left = rows.count; left > DRAWER_MOST - SPARE && (row = first_to_go(&rows, kept));
         left--) {
        char key[DRAWER_KEY];
        snprintf(key, sizeof key, "%s", row->key);
        rows.of_payer[row->use.payer]--;
        row->key = NULL;
        keep_put(drawer->keep, key, NULL, NULL, NULL);
    }
    free(rows.list);
}

void drawer_put(const struct drawer *drawer, const char *person, const char *payer,
                const char *value)
{
    drawer_put_then(drawer, person, payer, value, NULL, NULL);
}

void drawer_put_then(const struct drawer *drawer, const char *person, const char *payer,
                     const char *value, keep_done *done, void *arg)
{
    char key[DRAWER_KEY];
    key_of(drawer, person, key);
    bool is_new = !drawer->keep || !keep_get(drawer->keep, key);
    if (!drawer->keep || (!value && is_new)) {
        if (done)
            done(arg, true);
        return;
    }
    if (!value) {
        keep_put(drawer->keep, key, NULL, done, arg);
        return;
    }
    put_row(drawer, key, value, &(struct use){drawer->now / DAY_MS, number_of(payer)}, done, arg);
    if (is_new && keep_count(drawer->keep, drawer->prefix) > DRAWER_MOST)
        give_back(drawer, key);
}
