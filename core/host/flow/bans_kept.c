/* The list of bans, and what the store has of it. See bans.h. */
#include "bans.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "keeper.h"
#include "log.h"
#include "record.h"
#include "store.h"
#include "text.h"

enum { LINE_BYTES = 2048, KEY_BYTES = 24 };

static void put_key(const struct ban *ban, char key[KEY_BYTES])
{
    snprintf(key, KEY_BYTES, "ban.%d", ban->number);
}

/* The host may be gone by then. The ban holds as long as the program runs; only the admin can do
   more. */
static void on_kept(void *arg, enum store_result result)
{
    char *key = arg;
    if (result != STORE_OK)
        log_event(LOG_ERROR, "ban-not-saved", "number", key + 4, "why", store_result_text(result),
                  "do", "say it again when the disk works, before the next start", (char *)0);
    free(key);
}

static void put_kept(struct host *host, const char *key, const char *value)
{
    char *copy = strdup(key);
    check(copy);
    store_put(host->store, key, value, on_kept, copy);
}

void bans_keep(struct host *host, const struct ban *ban)
{
    char bytes[LINE_BYTES], key[KEY_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "ban");
    record_put(&line, "network", ban->network);
    record_put(&line, "name", ban->name);
    record_put(&line, "by", ban->by);
    record_put(&line, "key", ban->key);
    record_put_bytes(&line, "who", ban->who, SESSION_PAYER);
    record_put_bytes(&line, "source", ban->source, SESSION_PAYER);
    record_put_number(&line, "until", ban->until);
    check(!line.cut);
    put_key(ban, key);
    put_kept(host, key, bytes);
}

static void get(const struct record_line *line, const char *key, char *out, size_t size)
{
    const char *value = record_get(line, key);
    snprintf(out, size, "%s", value ? value : "");
}

static bool read_ban(const char *key, const char *value, struct ban *out)
{
    struct record_line line;
    long long until = 0;
    *out = (struct ban){.number = (int)strtol(key + 4, NULL, 10)};
    bool is_ban = record_read(value, &line) &&
                  record_get_bytes(&line, "who", out->who, SESSION_PAYER) &&
                  record_get_bytes(&line, "source", out->source, SESSION_PAYER) &&
                  record_get_number(&line, "until", &until) && out->number > 0;
    if (is_ban) {
        out->until = until;
        get(&line, "network", out->network, sizeof out->network);
        get(&line, "name", out->name, sizeof out->name);
        get(&line, "by", out->by, sizeof out->by);
        get(&line, "key", out->key, sizeof out->key);
    }
    record_free(&line);
    return is_ban;
}

bool bans_load(struct host *host, const char *key, const char *value)
{
    struct bans *bans = host->bans;
    struct ban ban;
    if (strncmp(key, "ban.", 4) != 0)
        return false;
    if (read_ban(key, value, &ban) && bans->count < BANS_MOST + BANS_SPARE) {
        bans->list[bans->count++] = ban;
        bans->next_number = ban.number >= bans->next_number ? ban.number + 1 : bans->next_number;
    }
    return true;
}

static int place_of(const struct bans *bans, int number)
{
    int place = 0;
    while (place < bans->count && bans->list[place].number != number)
        place++;
    return place;
}

static void drop(struct bans *bans, int place)
{
    bans->count--;
    memmove(&bans->list[place], &bans->list[place + 1],
            (size_t)(bans->count - place) * sizeof *bans->list);
}

/* Nobody has the same two numbers at once: each process of a shared house has 1000 of its own,
   and most bans are few. */
int bans_number(struct host *host)
{
    struct bans *bans = host->bans;
    int number = host_numbers(host) / (HOST_NUMBERS / BANS_NUMBERS) + 1;
    if (!host->is_shared)
        return bans->next_number++;
    while (place_of(bans, number) < bans->count)
        number++;
    return number;
}

bool bans_learn(struct host *host, const char *key, const char *value)
{
    struct bans *bans = host->bans;
    struct ban ban;
    bool is_there = value && read_ban(key, value, &ban);
    int place = place_of(bans, (int)strtol(key + 4, NULL, 10));
    struct ban *known = place < bans->count ? &bans->list[place] : NULL;
    if (known && is_there && memcmp(known->who, ban.who, SESSION_PAYER) == 0) {
        ban.was_told = known->was_told;
        ban.told_at = known->told_at;
        *known = ban;
        return false;
    }
    if (known)
        drop(bans, place);
    return is_there && bans_load(host, key, value);
}

void bans_lift(struct host *host, int i)
{
    struct bans *bans = host->bans;
    char key[KEY_BYTES];
    put_key(&bans->list[i], key);
    put_kept(host, key, NULL);
    drop(bans, i);
}

void bans_lift_expired(struct host *host)
{
    int64_t wall = host_wall(host);
    for (int i = host->bans->count - 1; i >= 0; i--)
        if (host->bans->list[i].until && host->bans->list[i].until <= wall)
            bans_lift(host, i);
}
