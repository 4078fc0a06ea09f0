/* Keeps the wishes of lasting keys in the settings of the store, a row for each person; those of
   others end when the person is out of sight. */
#include "wishes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "host_state.h"
#include "keeper.h"
#include "links.h"
#include "list.h"
#include "presence.h"
#include "record.h"
#include "seats.h"
#include "store.h"
#include "text.h"

enum { DAY_MINUTES = 24 * 60, ROW_BYTES = 1024, KEY_BYTES = 24 };

void wishes_init(struct host *host)
{
    host->notices = calloc(1, sizeof *host->notices);
    check(host->notices);
    host->notices->next_number = 1;
    host->notices_at = INT64_MAX;
}

void wishes_fini(struct host *host)
{
    free(host->notices->list);
    free(host->notices);
}

/* ---- what is kept ---- */

struct notified *wishes_find(struct host *host, const char *network, const char *key)
{
    for (int i = 0; i < host->notices->count; i++) {
        struct notified *one = &host->notices->list[i];
        if (strcmp(one->key, key) == 0 && strcmp(one->network, network) == 0)
            return one;
    }
    return NULL;
}

struct notified *wishes_add(struct host *host)
{
    struct notices *all = host->notices;
    all->list = list_grow(all->list, all->count, &all->space, sizeof *all->list);
    struct notified *one = &all->list[all->count++];
    all->next_number = host_number_from(host, all->next_number);
    *one = (struct notified){.number = all->next_number++};
    return one;
}

static void put_row(const struct notified *one, struct text *row)
{
    char name[8];
    text_put(row, "notice");
    record_put(row, "network", one->network);
    record_put(row, "key", one->key);
    record_put(row, "name", one->name);
    record_put_bytes(row, "source", one->source, SESSION_PAYER);
    record_put_number(row, "told", one->told_at);
    if (one->is_quiet) {
        record_put_number(row, "from", one->quiet_from);
        record_put_number(row, "till", one->quiet_till);
        /* no number of a line is negative */
        record_put_number(row, "zone", one->zone + DAY_MINUTES);
    }
    for (int i = 0; i < one->count; i++) {
        snprintf(name, sizeof name, "room%d", i);
        record_put(row, name, one->wishes[i].room);
        snprintf(name, sizeof name, "game%d", i);
        record_put(row, name, one->wishes[i].game->id);
    }
}

void wishes_keep(struct host *host, struct notified *one)
{
    char key[KEY_BYTES], bytes[ROW_BYTES];
    struct text row = text_over(bytes, sizeof bytes);
    const struct host_port *port = host_port_of(host, one->network);
    bool is_over = one->count == 0 && !one->is_quiet;
    snprintf(key, sizeof key, "notice.%d", one->number);
    put_row(one, &row);
    if (port && seat_key_lasts(port, one->key))
        store_put(host->store, key, is_over || row.cut ? NULL : bytes, NULL, NULL);
    if (is_over)
        *one = host->notices->list[--host->notices->count];
}

static void read_wishes(const struct record_line *line, struct notified *one)
{
    char name[8];
    for (int i = 0; i < NOTICES_OF_ONE; i++) {
        snprintf(name, sizeof name, "room%d", i);
        const char *room = record_get(line, name);
        snprintf(name, sizeof name, "game%d", i);
        const char *game = room ? record_get(line, name) : NULL;
        struct wish *wish = &one->wishes[one->count];
        wish->game = game ? game_find(game) : NULL;
        if (!wish->game)
            continue;
        snprintf(wish->room, sizeof wish->room, "%s", room);
        one->count++;
    }
}

bool wishes_load(struct host *host, const char *key, const char *value)
{
    struct record_line line;
    long long told = 0, from = 0, till = 0, zone = 0;
    int number = strncmp(key, "notice.", 7) == 0 ? (int)strtol(key + 7, NULL, 10) : 0;
    if (number <= 0)
        return false;
    bool is_row = record_read(value, &line);
    const char *network = is_row ? record_get(&line, "network") : NULL,
               *who = is_row ? record_get(&line, "key") : NULL;
    const char *name = is_row ? record_get(&line, "name") : NULL;
    unsigned char source[SESSION_PAYER];
    bool has_source = is_row && record_get_bytes(&line, "source", source, SESSION_PAYER);
    if (network && who && name && has_source && host->notices->count < NOTICES_MOST) {
        int next = host->notices->next_number;
        struct notified *one = wishes_add(host);
        host->notices->next_number = next;
        one->number = number;
        snprintf(one->network, sizeof one->network, "%s", network);
        snprintf(one->key, sizeof one->key, "%s", who);
        snprintf(one->name, sizeof one->name, "%s", name);
        memcpy(one->source, source, sizeof source);
        record_get_number(&line, "told", &told);
        one->told_at = told;
        one->is_quiet = record_get_number(&line, "from", &from) &&
                        record_get_number(&line, "till", &till) &&
                        record_get_number(&line, "zone", &zone);
        one->quiet_from = (int)from % 24;
        one->quiet_till = (int)till % 24;
        one->zone = (int)zone - DAY_MINUTES;
        read_wishes(&line, one);
        if (number >= host->notices->next_number && host_gave_number(host, number))
            host->notices->next_number = number + 1;
    }
    record_free(&line);
    return true;
}

static bool is_of_here(const struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    return port && port_is_here(port);
}

/* The process of a network keeps the wishes of its people; the others only mind when somebody
   was told, and quiet hours. */
void wishes_learn(struct host *host, const char *key, const char *value)
{
    struct notices *all = host->notices;
    int number = (int)strtol(key + strlen("notice."), NULL, 10), at = 0;
    while (at < all->count && all->list[at].number != number)
        at++;
    if (at < all->count && is_of_here(host, all->list[at].network))
        return;
    if (at < all->count)
        all->list[at] = all->list[--all->count];
    int before = all->count;
    if (value)
        (void)wishes_load(host, key, value);
    if (all->count > before && is_of_here(host, all->list[before].network))
        all->count = before;
}

void wishes_rebind(struct host *host, const char *network, const char *key, const char *lasting)
{
    struct notified *one = wishes_find(host, network, key);
    if (!one || wishes_find(host, network, lasting))
        return;
    snprintf(one->key, sizeof one->key, "%s", lasting);
    wishes_keep(host, one);
}

struct notified *wishes_next(struct host *host, struct notified *one, int *at)
{
    const struct linked *person = links_of(host, one->network, one->key);
    if (!person)
        return (*at)++ == 0 ? one : NULL;
    while (*at < person->count) {
        const struct identity *identity = &person->identities[(*at)++];
        struct notified *found = wishes_find(host, identity->network, identity->key);
        if (found)
            return found;
    }
    return NULL;
}

/* A key that does not last never comes back once it is out of sight. */
void wishes_forget_passing(struct host *host)
{
    for (int i = host->notices->count - 1; i >= 0; i--) {
        struct notified *one = &host->notices->list[i];
        const struct host_port *port = host_port_of(host, one->network);
        if (port && !seat_key_lasts(port, one->key) && presence_is_gone(port, one->key))
            *one = host->notices->list[--host->notices->count];
    }
}

/* Also where no network is there: an admin may erase somebody while nothing runs. */
void wishes_forget(struct host *host, const char *network, const char *key)
{
    struct notified *one = wishes_find(host, network, key);
    char setting[KEY_BYTES];
    if (!one)
        return;
    snprintf(setting, sizeof setting, "notice.%d", one->number);
    store_put(host->store, setting, NULL, NULL, NULL);
    *one = host->notices->list[--host->notices->count];
}
