#include "bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "links.h"
#include "list.h"
#include "port.h"
#include "record.h"
#include "row.h"
#include "shares.h"
#include "text.h"

enum { LINE_BYTES = 2048 };

static const char nameless[] = "(forgotten)";

/* The ban holds as long as the program runs; only the admin can do more. */
#define AGAIN "say it again when the disk works, before the next start"

static const struct row_kind *kind_of(const struct ban *ban)
{
    return ban->room[0] ? &bans_of_room : &bans_of_house;
}

void bans_init(struct host *host)
{
    host->bans = calloc(1, sizeof *host->bans);
    check(host->bans);
}

void bans_fini(struct host *host)
{
    free(host->bans->list);
    free(host->bans);
}

static struct ban *insert(struct host *host, const struct ban *ban)
{
    struct bans *bans = host->bans;
    bans->list = list_grow(bans->list, bans->count, &bans->space, sizeof *bans->list);
    bans->list[bans->count] = *ban;
    bans->of_house += !ban->room[0];
    return &bans->list[bans->count++];
}

static void drop(struct bans *bans, int place)
{
    bans->of_house -= !bans->list[place].room[0];
    bans->list = list_drop(bans->list, &bans->count, &bans->space, sizeof *bans->list, place);
}

/* ---- what the store has of it ---- */

void bans_keep(struct host *host, const struct ban *ban)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "ban");
    record_put(&line, "network", ban->network);
    if (ban->room[0]) {
        record_put(&line, "room", ban->room);
    } else {
        record_put(&line, "name", ban->name);
        record_put(&line, "by", ban->by);
        record_put(&line, "key", ban->key);
    }
    record_put_bytes(&line, "who", ban->who, SESSION_PAYER);
    record_put_bytes(&line, "source", ban->source, SESSION_PAYER);
    if (ban->room[0])
        record_put_number(&line, "since", ban->since);
    else
        record_put_number(&line, "until", ban->until);
    check(!line.cut);
    row_put(host, kind_of(ban), ban->number, bytes, NULL, NULL);
}

static bool read_ban(const struct row_kind *kind, int64_t number, const char *value,
                     struct ban *out)
{
    struct record_line line;
    long long when = 0;
    *out = (struct ban){.number = (int)number};
    bool is_ban = record_read(value, &line) && number > 0 &&
                  record_get_bytes(&line, "who", out->who, SESSION_PAYER) &&
                  record_get_bytes(&line, "source", out->source, SESSION_PAYER) &&
                  record_get_number(&line, kind == &bans_of_room ? "since" : "until", &when);
    if (is_ban) {
        (void)row_get(&line, "network", out->network, sizeof out->network);
        *(kind == &bans_of_room ? &out->since : &out->until) = when;
    }
    if (is_ban && kind == &bans_of_room) {
        is_ban =
            row_get(&line, "room", out->room, sizeof out->room) && out->network[0] && out->room[0];
    } else if (is_ban) {
        (void)row_get(&line, "name", out->name, sizeof out->name);
        (void)row_get(&line, "by", out->by, sizeof out->by);
        (void)row_get(&line, "key", out->key, sizeof out->key);
    }
    record_free(&line);
    return is_ban;
}

static bool has_space(const struct bans *bans, const struct row_kind *kind)
{
    return kind == &bans_of_house ? bans->of_house < BANS_MOST + BANS_SPARE
                                  : bans->count - bans->of_house < ROOM_BANS_MOST;
}

static bool load(struct host *host, const struct row_kind *kind, int64_t number, const char *value)
{
    struct ban ban;
    bool is_ban = read_ban(kind, number, value, &ban);
    if (is_ban && has_space(host->bans, kind))
        insert(host, &ban);
    return is_ban;
}

static bool load_of_house(struct host *host, int64_t number, const char *value)
{
    return load(host, &bans_of_house, number, value);
}

static bool load_of_room(struct host *host, int64_t number, const char *value)
{
    return load(host, &bans_of_room, number, value);
}

static int place_of(const struct bans *bans, const struct row_kind *kind, int64_t number)
{
    int place = 0;
    while (place < bans->count &&
           (bans->list[place].number != number || kind_of(&bans->list[place]) != kind))
        place++;
    return place;
}

bool bans_learn(struct host *host, const struct row_kind *kind, int64_t number, const char *value)
{
    struct bans *bans = host->bans;
    struct ban ban;
    bool is_there = value && read_ban(kind, number, value, &ban);
    int place = place_of(bans, kind, number);
    struct ban *known = place < bans->count ? &bans->list[place] : NULL;
    const struct host_port *port = kind != &bans_of_room ? NULL
                                   : is_there            ? host_port_of(host, ban.network)
                                   : known               ? host_port_of(host, known->network)
                                                         : NULL;
    if (port && port_is_here(port))
        return false; /* this process wrote it */
    bool is_same = known && is_there && memcmp(known->who, ban.who, SESSION_PAYER) == 0 &&
                   strcmp(known->room, ban.room) == 0;
    if (is_same && (kind == &bans_of_house || strcmp(known->network, ban.network) == 0)) {
        ban.was_told = known->was_told;
        ban.told_at = known->told_at;
        *known = ban;
        return false;
    }
    if (known)
        drop(bans, place);
    return is_there && load(host, kind, number, value) && kind == &bans_of_house;
}

/* ---- which ban it is ---- */

void bans_room_place(const struct host_port *port, const char *room, char place[HOST_ROOM])
{
    const char *above = port->above ? port->above(port->self, room) : NULL;
    snprintf(place, HOST_ROOM, "%s", above && !text_is_prefix("group:", above) ? above : room);
}

static bool is_in(const struct ban *ban, struct ban_scope scope)
{
    return scope.room
               ? strcmp(ban->room, scope.room) == 0 && strcmp(ban->network, scope.network) == 0
               : !ban->room[0];
}

static bool is_about(const struct ban *ban, const unsigned char who[SESSION_PAYER],
                     const unsigned char *source)
{
    return memcmp(ban->who, who, SESSION_PAYER) == 0 ||
           (source && (memcmp(ban->source, source, SESSION_PAYER) == 0 ||
                       memcmp(ban->who, source, SESSION_PAYER) == 0));
}

struct ban *bans_of(struct host *host, struct ban_scope scope, struct identity who,
                    const unsigned char source[SESSION_PAYER])
{
    struct bans *bans = host->bans;
    unsigned char hash[SESSION_PAYER];
    shares_hash(host, who, hash);
    for (int i = 0; i < bans->count; i++) {
        struct ban *ban = &bans->list[i];
        if (is_in(ban, scope) && is_about(ban, hash, source) &&
            (!ban->until || ban->until > host_wall(host)))
            return ban;
    }
    return NULL;
}

struct ban *bans_find(struct host *host, struct ban_scope scope, struct identity who,
                      const unsigned char source[SESSION_PAYER])
{
    struct identity all[LINK_EACH];
    struct ban *ban = NULL;
    int count = host->bans->count > 0 ? links_identities(host, who, all) : 0;
    for (int i = 0; i < count && !ban; i++)
        ban = bans_of(host, scope, all[i], i == 0 ? source : NULL);
    return ban;
}

bool bans_has(struct host *host, struct identity who)
{
    return bans_find(host, (struct ban_scope){0}, who, NULL) != NULL;
}

bool bans_room_has(struct host *host, const struct host_port *port, const char *room,
                   struct identity who, const unsigned char source[SESSION_PAYER])
{
    char place[HOST_ROOM];
    if (host->bans->count == host->bans->of_house || !port || room[0] == '@')
        return false;
    bans_room_place(port, room, place);
    return bans_find(host, (struct ban_scope){port->network, place}, who, source) != NULL;
}

int bans_count(const struct host *host, struct ban_scope scope, int64_t *first, int64_t *last)
{
    int count = 0;
    for (int i = 0; i < host->bans->count; i++) {
        const struct ban *ban = &host->bans->list[i];
        if (!is_in(ban, scope))
            continue;
        *first = count == 0 || ban->since < *first ? ban->since : *first;
        *last = count == 0 || ban->since > *last ? ban->since : *last;
        count++;
    }
    return count;
}

/* ---- changes ---- */

/* Nobody has the same two numbers at once: each process of a shared house has 1000 of its own,
   and most bans are few. */
static int number_in_house(struct host *host)
{
    struct bans *bans = host->bans;
    int number = host_numbers(host) / (HOST_NUMBERS / BANS_NUMBERS) + 1;
    if (!host->networks.are_shared)
        return row_new_number(host, &bans_of_house);
    while (place_of(bans, &bans_of_house, number) < bans->count)
        number++;
    return number;
}

static bool is_full(const struct host *host, struct ban_scope scope)
{
    const struct bans *bans = host->bans;
    int64_t first, last;
    int of_network = 0;
    if (!scope.room)
        return bans->of_house >= BANS_MOST;
    for (int i = 0; i < bans->count; i++)
        of_network += bans->list[i].room[0] && strcmp(bans->list[i].network, scope.network) == 0;
    return !has_space(bans, &bans_of_room) || of_network >= ROOM_BANS_NETWORK ||
           bans_count(host, scope, &first, &last) >= ROOM_BANS_EACH;
}

struct ban *bans_add(struct host *host, struct ban_scope scope, struct identity who,
                     const unsigned char source[SESSION_PAYER])
{
    if (is_full(host, scope))
        return NULL;
    struct ban ban = {.since = scope.room ? host_wall(host) : 0};
    ban.number = scope.room ? row_new_number(host, &bans_of_room) : number_in_house(host);
    snprintf(ban.network, sizeof ban.network, "%s", scope.room ? scope.network : who.network);
    snprintf(ban.room, sizeof ban.room, "%s", scope.room ? scope.room : "");
    shares_hash(host, who, ban.who);
    memcpy(ban.source, source ? source : ban.who, sizeof ban.source);
    if (scope.room)
        bans_keep(host, &ban);
    return insert(host, &ban);
}

void bans_lift_one(struct host *host, int place)
{
    const struct ban *ban = &host->bans->list[place];
    row_put(host, kind_of(ban), ban->number, NULL, NULL, NULL);
    drop(host->bans, place);
}

static int lift(struct host *host, struct ban_scope scope, struct identity who,
                const unsigned char *source)
{
    unsigned char hash[SESSION_PAYER] = {0};
    int lifted = 0;
    if (who.key)
        shares_hash(host, who, hash);
    for (int i = host->bans->count - 1; i >= 0; i--) {
        const struct ban *ban = &host->bans->list[i];
        if (!is_in(ban, scope) || (who.key && !is_about(ban, hash, source)))
            continue;
        bans_lift_one(host, i);
        lifted++;
    }
    return lifted;
}

int bans_lift(struct host *host, struct ban_scope scope, struct identity who,
              const unsigned char source[SESSION_PAYER])
{
    struct identity all[LINK_EACH];
    int lifted = 0, count = links_identities(host, who, all);
    for (int i = 0; i < count; i++)
        lifted += lift(host, scope, all[i], i == 0 ? source : NULL);
    return lifted;
}

void bans_lift_expired(struct host *host)
{
    int64_t wall = host_wall(host);
    for (int i = host->bans->count - 1; i >= 0; i--)
        if (host->bans->list[i].until && host->bans->list[i].until <= wall)
            bans_lift_one(host, i);
}

void bans_move(struct host *host, const struct host_port *port, const char *from, const char *to)
{
    for (int i = 0; i < host->bans->count; i++) {
        struct ban *ban = &host->bans->list[i];
        if (!is_in(ban, (struct ban_scope){port->network, from}))
            continue;
        snprintf(ban->room, sizeof ban->room, "%s", to);
        bans_keep(host, ban);
    }
}

static void make_nameless(struct host *host, struct identity who)
{
    unsigned char hash[SESSION_PAYER];
    shares_hash(host, who, hash);
    for (int i = 0; i < host->bans->count; i++) {
        struct ban *ban = &host->bans->list[i];
        if (ban->room[0] || memcmp(ban->who, hash, SESSION_PAYER) != 0 ||
            strcmp(ban->name, nameless) == 0)
            continue;
        snprintf(ban->name, sizeof ban->name, "%s", nameless);
        ban->key[0] = '\0';
        bans_keep(host, ban);
    }
}

const struct row_kind bans_of_house = {.prefix = "ban.",
                                       .lost = "ban-not-saved",
                                       .todo = AGAIN,
                                       .called = "",
                                       .load = load_of_house,
                                       .forget = make_nameless},
                      bans_of_room = {.prefix = "roomban.",
                                      .lost = "ban-not-saved",
                                      .todo = AGAIN,
                                      .called = "roomban.",
                                      .load = load_of_room};
