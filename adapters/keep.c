/* See keep.h. A sorted array: keys are few, often read and seldom written. */
#include "keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kept.h"
#include "list.h"
#include "text.h"

struct kept {
    char *key, *value;
};

struct keep {
    struct keep_port port;
    struct kept *list;
    int count, space;
};

struct keep *keep_new(const struct keep_port *port)
{
    struct keep *keep = calloc(1, sizeof *keep);
    check(keep);
    keep->port = *port;
    return keep;
}

void keep_free(struct keep *keep)
{
    for (int i = 0; keep && i < keep->count; i++) {
        free(keep->list[i].key);
        free(keep->list[i].value);
    }
    if (keep)
        free(keep->list);
    free(keep);
}

static int by_key(const void *item, const void *key)
{
    return strcmp(((const struct kept *)item)->key, key);
}

static int place_of(const struct keep *keep, const char *key)
{
    return list_place(keep->list, keep->count, sizeof *keep->list, by_key, key);
}

static bool is_at(const struct keep *keep, int place, const char *key)
{
    return place < keep->count && strcmp(keep->list[place].key, key) == 0;
}

static void forget(struct keep *keep, const char *key)
{
    int place = place_of(keep, key);
    if (!is_at(keep, place, key))
        return;
    free(keep->list[place].key);
    free(keep->list[place].value);
    keep->list = list_drop(keep->list, &keep->count, &keep->space, sizeof *keep->list, place);
}

void keep_load(struct keep *keep, const char *key, const char *value)
{
    int place = place_of(keep, key);
    char *copy = strdup(value); /* copied first, for `value` may be the old value itself */
    check(copy);
    if (!is_at(keep, place, key)) {
        keep->list = list_insert(keep->list, &keep->count, &keep->space, sizeof *keep->list, place);
        keep->list[place].key = strdup(key);
        check(keep->list[place].key);
    }
    free(keep->list[place].value);
    keep->list[place].value = copy;
}

const char *keep_get(const struct keep *keep, const char *key)
{
    int place = place_of(keep, key);
    return is_at(keep, place, key) ? keep->list[place].value : NULL;
}

void keep_put(struct keep *keep, const char *key, const char *value, keep_done *done, void *arg)
{
    if (value)
        keep_load(keep, key, value);
    else
        forget(keep, key);
    if (keep->port.put)
        keep->port.put(keep->port.self, key, value ? keep_get(keep, key) : NULL, done, arg);
    else if (done)
        done(arg, true);
}

int keep_count(const struct keep *keep, const char *prefix)
{
    size_t length = strlen(prefix);
    int low = place_of(keep, prefix), first = low, high = keep->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strncmp(keep->list[middle].key, prefix, length) == 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low - first;
}

void keep_each(const struct keep *keep, const char *prefix,
               void (*each)(void *arg, const char *key, const char *value), void *arg)
{
    size_t length = strlen(prefix);
    for (int i = place_of(keep, prefix);
         i < keep->count && strncmp(keep->list[i].key, prefix, length) == 0; i++)
        each(arg, keep->list[i].key, keep->list[i].value);
}

/* ---- people ---- */

struct finding {
    struct identity who;
    char **keys;
    int count, space;
    char channel[24]; /* "" if unknown */
};

static void find(void *arg, const char *key, const char *value)
{
    struct finding *finding = arg;
    if (!kept_is_of(key, finding->who, NULL))
        return;
    kept_channel(key, value, finding->who, sizeof finding->channel, finding->channel);
    finding->keys =
        list_grow(finding->keys, finding->count, &finding->space, sizeof *finding->keys);
    finding->keys[finding->count] = strdup(key);
    check(finding->keys[finding->count++]);
}

void keep_forget_person(struct keep *keep, struct identity who)
{
    struct finding finding = {.who = who};
    keep_each(keep, "", find, &finding);
    for (int i = 0; i < finding.count; i++) {
        keep_put(keep, finding.keys[i], NULL, NULL, NULL);
        free(finding.keys[i]);
    }
    free(finding.keys);
    if (finding.channel[0])
        keep_forget_person(keep, identity(who.network, finding.channel));
}

/* ---- rows of many people ---- */

/* A row is "panel @20779.1f": the value, the day of its last use, the payer's
   number. */

enum { DAY_MS = 24 * 3600 * 1000, FRESH_DAYS = 7, PAYERS = 256, VALUE = 512, SPARE = 100 };

static const char mark[] = " @";

struct use {
    int64_t day;
    unsigned payer;
};

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

static void key_of(const struct drawer *drawer, const char *person, char key[KEEP_ROW_KEY])
{
    check(snprintf(key, KEEP_ROW_KEY, "%s%s", drawer->prefix, person) < KEEP_ROW_KEY);
}

bool keep_row_get(const struct drawer *drawer, const char *person, size_t size, char *value)
{
    char key[KEEP_ROW_KEY];
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
    if (rows.list)
        qsort(rows.list, (size_t)rows.count, sizeof *rows.list, by_day);
    for (int left = rows.count; left > KEEP_ROWS_MOST - SPARE && (row = first_to_go(&rows, kept));
         left--) {
        char key[KEEP_ROW_KEY];
        snprintf(key, sizeof key, "%s", row->key);
        rows.of_payer[row->use.payer]--;
        row->key = NULL;
        keep_put(drawer->keep, key, NULL, NULL, NULL);
    }
    free(rows.list);
}

void keep_row_put(const struct drawer *drawer, const char *person, const char *payer,
                  const char *value)
{
    keep_row_put_then(drawer, person, payer, value, NULL, NULL);
}

void keep_row_put_then(const struct drawer *drawer, const char *person, const char *payer,
                       const char *value, keep_done *done, void *arg)
{
    char key[KEEP_ROW_KEY];
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
    put_row(drawer, key, value,
            &(struct use){drawer->now / DAY_MS, (unsigned)(text_hash(HASH_START, payer) % PAYERS)},
            done, arg);
    if (is_new && keep_count(drawer->keep, drawer->prefix) > KEEP_ROWS_MOST)
        give_back(drawer, key);
}
