/* See keep.h. A sorted array: keys are few, often read and seldom written. */
#include "keep.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kept.h"
#include "list.h"

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

static void insert(struct keep *keep, int place, const char *key)
{
    keep->list = list_insert(keep->list, &keep->count, &keep->space, sizeof *keep->list, place);
    keep->list[place].key = strdup(key);
    check(keep->list[place].key);
}

void keep_load(struct keep *keep, const char *key, const char *value)
{
    int place = place_of(keep, key);
    char *copy = strdup(value); /* copied first, for `value` may be the old value itself */
    check(copy);
    if (!is_at(keep, place, key))
        insert(keep, place, key);
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
    const char *network, *person;
    char **keys;
    int count, space;
    char channel[24]; /* "" if unknown */
};

static void find(void *arg, const char *key, const char *value)
{
    struct finding *finding = arg;
    if (!kept_is_of(key, finding->network, finding->person, NULL))
        return;
    kept_channel(key, value, finding->network, finding->person, sizeof finding->channel,
                 finding->channel);
    finding->keys =
        list_grow(finding->keys, finding->count, &finding->space, sizeof *finding->keys);
    finding->keys[finding->count] = strdup(key);
    check(finding->keys[finding->count++]);
}

void keep_forget_person(struct keep *keep, const char *network, const char *person)
{
    struct finding finding = {.network = network, .person = person};
    keep_each(keep, "", find, &finding);
    for (int i = 0; i < finding.count; i++) {
        keep_put(keep, finding.keys[i], NULL, NULL, NULL);
        free(finding.keys[i]);
    }
    free(finding.keys);
    if (finding.channel[0])
        keep_forget_person(keep, network, finding.channel);
}
