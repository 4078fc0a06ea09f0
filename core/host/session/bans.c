#include "bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "links.h"
#include "list.h"
#include "log.h"
#include "port.h"
#include "record.h"
#include "shares.h"
#include "store.h"
#include "text.h"

enum { LINE_BYTES = 512, KEY_BYTES = 24 };

static const char prefix[] = "roomban.";

void bans_room_init(struct host *host)
{
    host->room_bans = calloc(1, sizeof *host->room_bans);
    check(host->room_bans);
    host->room_bans->next_number = 1;
}

void bans_room_fini(struct host *host)
{
    free(host->room_bans->list);
    free(host->room_bans);
}

/* ---- what the store has of it ---- */

/* The host may be gone by then. The ban holds as long as the program runs. */
static void on_kept(void *arg, enum store_result result)
{
    char *key = arg;
    if (result != STORE_OK)
        log_event(LOG_ERROR, "ban-not-saved", "number", key, "why", store_result_text(result), "do",
                  "say it again when the disk works, before the next start", (char *)0);
    free(key);
}

static void put_kept(struct host *host, const struct room_ban *ban, const char *value)
{
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "%s%d", prefix, ban->number);
    char *copy = strdup(key);
    check(copy);
    store_put(host->store, key, value, on_kept, copy);
}

static void keep(struct host *host, const struct room_ban *ban)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "ban");
    record_put(&line, "network", ban->network);
    record_put(&line, "room", ban->room);
    record_put_bytes(&line, "who", ban->who, SESSION_PAYER);
    record_put_bytes(&line, "source", ban->source, SESSION_PAYER);
    record_put_number(&line, "since", ban->since);
    check(!line.cut);
    put_kept(host, ban, bytes);
}

static bool read_ban(const char *value, struct room_ban *ban)
{
    struct record_line line;
    long long since = 0;
    bool is_ban = record_read(value, &line) &&
                  record_get_bytes(&line, "who", ban->who, SESSION_PAYER) &&
                  record_get_bytes(&line, "source", ban->source, SESSION_PAYER) &&
                  record_get_number(&line, "since", &since) && record_get(&line, "network") &&
                  record_get(&line, "room");
    if (is_ban) {
        snprintf(ban->network, sizeof ban->network, "%s", record_get(&line, "network"));
        snprintf(ban->room, sizeof ban->room, "%s", record_get(&line, "room"));
        ban->since = since;
    }
    record_free(&line);
    return is_ban;
}

static void insert(struct host *host, const struct room_ban *ban)
{
    struct room_bans *bans = host->room_bans;
    if (ban->number >= bans->next_number && host_gave_number(host, ban->number))
        bans->next_number = ban->number + 1;
    bans->list = list_grow(bans->list, bans->count, &bans->space, sizeof *bans->list);
    bans->list[bans->count++] = *ban;
}

bool bans_room_load(struct host *host, const char *key, const char *value)
{
    if (strncmp(key, prefix, sizeof prefix - 1) != 0)
        return false;
    struct room_ban ban = {.number = (int)strtol(key + sizeof prefix - 1, NULL, 10)};
    if (ban.number > 0 && host->room_bans->count < ROOM_BANS_MOST && read_ban(value, &ban))
        insert(host, &ban);
    return true;
}

static bool is_of(const struct room_ban *ban, const struct host_port *port, const char *place)
{
    return port && strcmp(ban->room, place) == 0 && strcmp(ban->network, port->network) == 0;
}

void bans_room_learn(struct host *host, const char *key, const char *value)
{
    struct room_bans *bans = host->room_bans;
    struct room_ban ban = {.number = (int)strtol(key + sizeof prefix - 1, NULL, 10)};
    int at = 0;
    while (at < bans->count && bans->list[at].number != ban.number)
        at++;
    const struct room_ban *known = at < bans->count ? &bans->list[at] : NULL;
    bool is_there = value && read_ban(value, &ban);
    const struct host_port *port = host_port_of(host, is_there ? ban.network
                                                      : known  ? known->network
                                                               : "");
    if (port && port_is_here(port))
        return; /* this process wrote it */
    if (is_there && known && is_of(known, port, ban.room) &&
        memcmp(known->who, ban.who, SESSION_PAYER) == 0)
        return;
    if (known)
        bans->list = list_drop(bans->list, &bans->count, &bans->space, sizeof *bans->list, at);
    if (is_there && bans->count < ROOM_BANS_MOST)
        insert(host, &ban);
}

/* ---- which ban it is ---- */

void bans_room_place(const struct host_port *port, const char *room, char place[HOST_ROOM])
{
    const char *above = port->above ? port->above(port->self, room) : NULL;
    snprintf(place, HOST_ROOM, "%s", above && !text_is_prefix("group:", above) ? above : room);
}

static bool is_about(const struct room_ban *ban, const unsigned char who[SESSION_PAYER],
                     const unsigned char *source)
{
    return memcmp(ban->who, who, SESSION_PAYER) == 0 ||
           (source && (memcmp(ban->source, source, SESSION_PAYER) == 0 ||
                       memcmp(ban->who, source, SESSION_PAYER) == 0));
}

/* By this identity alone. */
static bool has_identity(struct host *host, const struct host_port *port, const char *place,
                         struct identity who, const unsigned char *source)
{
    const struct room_bans *bans = host->room_bans;
    unsigned char hash[SESSION_PAYER];
    shares_hash(host, who.network, who.key, hash);
    for (int i = 0; i < bans->count; i++)
        if (is_of(&bans->list[i], port, place) && is_about(&bans->list[i], hash, source))
            return true;
    return false;
}

bool bans_room_has(struct host *host, const struct host_port *port, const char *room,
                   struct identity who, const unsigned char source[SESSION_PAYER])
{
    char place[HOST_ROOM];
    if (host->room_bans->count == 0 || !port || room[0] == '@')
        return false;
    bans_room_place(port, room, place);
    bool has = has_identity(host, port, place, who, source);
    const struct linked *person = has ? NULL : links_of(host, who);
    for (int i = 0; person && !has && i < person->count; i++)
        has = has_identity(host, port, place, identity_of(&person->identities[i]), NULL);
    return has;
}

int bans_room_count(const struct host *host, const struct host_port *port, const char *place,
                    int64_t *first, int64_t *last)
{
    int count = 0;
    for (int i = 0; i < host->room_bans->count; i++) {
        const struct room_ban *ban = &host->room_bans->list[i];
        if (!is_of(ban, port, place))
            continue;
        *first = count == 0 || ban->since < *first ? ban->since : *first;
        *last = count == 0 || ban->since > *last ? ban->since : *last;
        count++;
    }
    return count;
}

/* ---- changes ---- */

static bool is_full(const struct host *host, const struct host_port *port, const char *place)
{
    const struct room_bans *bans = host->room_bans;
    int64_t first, last;
    int of_network = 0;
    for (int i = 0; i < bans->count; i++)
        of_network += strcmp(bans->list[i].network, port->network) == 0;
    return bans->count >= ROOM_BANS_MOST || of_network >= ROOM_BANS_NETWORK ||
           bans_room_count(host, port, place, &first, &last) >= ROOM_BANS_EACH;
}

bool bans_room_add(struct host *host, const struct host_port *port, const char *place,
                   struct identity who, const unsigned char source[SESSION_PAYER])
{
    if (is_full(host, port, place))
        return false;
    struct room_ban ban = {.number = host_number_from(host, host->room_bans->next_number),
                           .since = host_wall(host)};
    snprintf(ban.network, sizeof ban.network, "%s", port->network);
    snprintf(ban.room, sizeof ban.room, "%s", place);
    shares_hash(host, who.network, who.key, ban.who);
    memcpy(ban.source, source ? source : ban.who, sizeof ban.source);
    insert(host, &ban);
    keep(host, &ban);
    return true;
}

/* Of this identity, or of everybody if `key` is NULL. */
static int lift(struct host *host, const struct host_port *port, const char *place,
                struct identity who, const unsigned char *source)
{
    struct room_bans *bans = host->room_bans;
    unsigned char hash[SESSION_PAYER] = {0};
    int lifted = 0;
    if (who.key)
        shares_hash(host, who.network, who.key, hash);
    for (int i = bans->count - 1; i >= 0; i--) {
        if (!is_of(&bans->list[i], port, place) ||
            (who.key && !is_about(&bans->list[i], hash, source)))
            continue;
        put_kept(host, &bans->list[i], NULL);
        bans->list = list_drop(bans->list, &bans->count, &bans->space, sizeof *bans->list, i);
        lifted++;
    }
    return lifted;
}

int bans_room_lift(struct host *host, const struct host_port *port, const char *place,
                   struct identity who, const unsigned char source[SESSION_PAYER])
{
    int lifted = lift(host, port, place, who, source);
    const struct linked *person = who.key ? links_of(host, who) : NULL;
    for (int i = 0; person && i < person->count; i++)
        lifted += lift(host, port, place, identity_of(&person->identities[i]), NULL);
    return lifted;
}

void bans_room_move(struct host *host, const struct host_port *port, const char *from,
                    const char *to)
{
    struct room_bans *bans = host->room_bans;
    for (int i = 0; i < bans->count; i++) {
        struct room_ban *ban = &bans->list[i];
        if (!is_of(ban, port, from))
            continue;
        snprintf(ban->room, sizeof ban->room, "%s", to);
        keep(host, ban);
    }
}

/* ---- of the whole house ---- */

void bans_init(struct host *host)
{
    host->bans = calloc(1, sizeof *host->bans);
    check(host->bans);
    host->bans->next_number = 1;
}

void bans_fini(struct host *host)
{
    free(host->bans);
}

struct ban *bans_of(struct host *host, struct identity who,
                    const unsigned char source[SESSION_PAYER])
{
    unsigned char hash[SESSION_PAYER];
    shares_hash(host, who.network, who.key, hash);
    for (int i = 0; i < host->bans->count; i++) {
        struct ban *ban = &host->bans->list[i];
        bool is_same = memcmp(ban->who, hash, SESSION_PAYER) == 0;
        if (source)
            is_same |= memcmp(ban->source, source, SESSION_PAYER) == 0 ||
                       memcmp(ban->who, source, SESSION_PAYER) == 0;
        if (is_same && (!ban->until || ban->until > host_wall(host)))
            return ban;
    }
    return NULL;
}

/* A person is banned under every identity. */
struct ban *bans_of_person(struct host *host, struct identity who,
                           const unsigned char source[SESSION_PAYER])
{
    struct ban *ban = bans_of(host, who, source);
    const struct linked *person = ban || host->bans->count == 0 ? NULL : links_of(host, who);
    for (int i = 0; person && !ban && i < person->count; i++)
        ban = bans_of(host, identity_of(&person->identities[i]), NULL);
    return ban;
}

bool bans_has(struct host *host, struct identity who)
{
    return bans_of_person(host, who, NULL) != NULL;
}

enum { HOUSE_LINE = 2048, HOUSE_KEY = 24 };

static void put_house_key(const struct ban *ban, char key[HOUSE_KEY])
{
    snprintf(key, HOUSE_KEY, "ban.%d", ban->number);
}

/* The host may be gone by then. The ban holds as long as the program runs; only the admin can do
   more. */
static void on_house_kept(void *arg, enum store_result result)
{
    char *key = arg;
    if (result != STORE_OK)
        log_event(LOG_ERROR, "ban-not-saved", "number", key + 4, "why", store_result_text(result),
                  "do", "say it again when the disk works, before the next start", (char *)0);
    free(key);
}

static void put_house(struct host *host, const char *key, const char *value)
{
    char *copy = strdup(key);
    check(copy);
    store_put(host->store, key, value, on_house_kept, copy);
}

void bans_keep(struct host *host, const struct ban *ban)
{
    char bytes[HOUSE_LINE], key[HOUSE_KEY];
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
    put_house_key(ban, key);
    put_house(host, key, bytes);
}

static void get(const struct record_line *line, const char *key, char *out, size_t size)
{
    const char *value = record_get(line, key);
    snprintf(out, size, "%s", value ? value : "");
}

static bool read_house_ban(const char *key, const char *value, struct ban *out)
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
    if (read_house_ban(key, value, &ban) && bans->count < BANS_MOST + BANS_SPARE) {
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

static void drop_house(struct bans *bans, int place)
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
    bool is_there = value && read_house_ban(key, value, &ban);
    int place = place_of(bans, (int)strtol(key + 4, NULL, 10));
    struct ban *known = place < bans->count ? &bans->list[place] : NULL;
    if (known && is_there && memcmp(known->who, ban.who, SESSION_PAYER) == 0) {
        ban.was_told = known->was_told;
        ban.told_at = known->told_at;
        *known = ban;
        return false;
    }
    if (known)
        drop_house(bans, place);
    return is_there && bans_load(host, key, value);
}

void bans_lift(struct host *host, int i)
{
    struct bans *bans = host->bans;
    char key[HOUSE_KEY];
    put_house_key(&bans->list[i], key);
    put_house(host, key, NULL);
    drop_house(bans, i);
}

void bans_lift_expired(struct host *host)
{
    int64_t wall = host_wall(host);
    for (int i = host->bans->count - 1; i >= 0; i--)
        if (host->bans->list[i].until && host->bans->list[i].until <= wall)
            bans_lift(host, i);
}

static const char nameless[] = "(forgotten)";

/* The hash stays, so the ban does. */
void bans_make_nameless(struct host *host, struct identity who)
{
    unsigned char hash[SESSION_PAYER];
    shares_hash(host, who.network, who.key, hash);
    for (int i = 0; i < host->bans->count; i++) {
        struct ban *ban = &host->bans->list[i];
        if (memcmp(ban->who, hash, SESSION_PAYER) != 0 || strcmp(ban->name, nameless) == 0)
            continue;
        snprintf(ban->name, sizeof ban->name, "%s", nameless);
        ban->key[0] = '\0';
        bans_keep(host, ban);
    }
}
