#include "offers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "check.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "presence.h"
#include "record.h"
#include "row.h"
#include "seat.h"
#include "store.h"
#include "text.h"

enum { VALUE_BYTES = 8 * 1024 };

/* ---- finding ---- */

static struct waiting **link_of(struct host *host, int64_t table)
{
    struct waiting **link = &host->offers.waitings;
    while (*link && (*link)->table != table)
        link = &(*link)->next;
    return link;
}

struct waiting *waiting_of(const struct host *host, int64_t table)
{
    return *link_of((struct host *)host, table);
}

static bool is_of(const struct waiter *waiter, struct identity who)
{
    return identity_is(identity_at(waiter), who);
}

int waiting_place(const struct host *host, const struct waiting *waiting, const struct heard *heard)
{
    for (int i = 0; waiting && i < waiting->count; i++) {
        const struct waiter *waiter = &waiting->people[i];
        if (is_of(waiter, identity_of(heard)) ||
            identity_same(host, identity_at(waiter), identity_of(heard)))
            return i;
    }
    return -1;
}

static bool has_source(const struct waiter *waiter, const struct heard *heard)
{
    return strcmp(waiter->port->network, heard->network) == 0 &&
           strcmp(waiter->source[0] ? waiter->source : waiter->key, host_source(heard)) == 0;
}

enum waiting_bound waiting_bound(const struct host *host, int64_t table, const struct heard *heard)
{
    int lines = 0, own = 0, of_source = 0,
        people = heard->source.people > 1 ? heard->source.people : 1;
    for (const struct waiting *waiting = host->offers.waitings; waiting; waiting = waiting->next) {
        lines++;
        own += waiting_place(host, waiting, heard) >= 0;
        for (int i = 0; i < waiting->count; i++)
            of_source += has_source(&waiting->people[i], heard);
    }
    if (own >= WAITING_EACH)
        return WAITING_OF_PERSON;
    if (of_source >= WAITING_EACH * people)
        return WAITING_OF_SOURCE;
    return lines >= WAITING_LINES && !waiting_of(host, table) ? WAITING_OF_HOUSE : WAITING_FREE;
}

const char *waiting_put_names(const struct waiting *waiting, char out[WAITING_MOST * HOST_NAME])
{
    struct text text = text_over(out, (size_t)WAITING_MOST * HOST_NAME);
    for (int i = 0; waiting && i < waiting->count; i++)
        text_putf(&text, "%s%s", text.length > 0 ? "\n" : "", waiting->people[i].name);
    return out;
}

/* ---- in the store ---- */

static void put_waiter(const struct waiter *waiter, struct text *value)
{
    char bytes[ROW_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "wait");
    record_put(&line, "network", waiter->port->network);
    record_put(&line, "key", waiter->key);
    record_put(&line, "name", waiter->name);
    if (waiter->wish[0])
        record_put(&line, "robot", waiter->wish);
    if (waiter->is_apart)
        record_put(&line, "apart", "yes");
    row_put_line(value, &line);
}

static void drop(struct host *host, struct waiting *waiting)
{
    struct waiting **link = link_of(host, waiting->table);
    *link = waiting->next;
    free(waiting);
}

static void save(struct host *host, struct waiting *waiting, row_done *done, void *arg)
{
    static char bytes[VALUE_BYTES];
    struct text value = text_over(bytes, sizeof bytes);
    for (int i = 0; i < waiting->count; i++)
        put_waiter(&waiting->people[i], &value);
    row_put(host, &waiting_row, waiting->table, waiting->count > 0 ? bytes : NULL, done, arg);
    if (waiting->count == 0)
        drop(host, waiting);
}

static struct waiting *add_line(struct host *host, int64_t table)
{
    struct waiting *waiting = calloc(1, sizeof *waiting);
    check(waiting);
    waiting->table = table;
    waiting->next = host->offers.waitings;
    host->offers.waitings = waiting;
    return waiting;
}

struct loading {
    struct host *host;
    struct waiting *waiting;
};

static bool read_waiter(void *arg, const struct record_line *line)
{
    const struct loading *loading = arg;
    struct waiting *waiting = loading->waiting;
    char network[HOST_NETWORK];
    struct waiter *waiter = &waiting->people[waiting->count];
    bool is_right = waiting->count < WAITING_MOST && strcmp(line->kind, "wait") == 0 &&
                    row_get(line, "network", network, sizeof network) &&
                    row_get(line, "key", waiter->key, HOST_KEY) &&
                    row_get(line, "name", waiter->name, HOST_NAME) &&
                    (waiter->port = host_port_or_absent(loading->host, network)) != NULL;
    const char *robot = record_get(line, "robot");
    if (is_right)
        snprintf(waiter->wish, HOST_NAME, "%s", robot ? robot : "");
    waiter->is_apart = record_get(line, "apart") != NULL;
    waiting->count += is_right;
    return is_right;
}

static bool load(struct host *host, int64_t table, const char *value)
{
    struct loading loading = {host, add_line(host, table)};
    bool is_right = row_read_lines(value, read_waiter, &loading) && loading.waiting->count > 0;
    if (!is_right)
        drop(host, loading.waiting);
    return is_right;
}

const struct row_kind waiting_row = {.prefix = "next.",
                                     .lost = "waiting-not-saved",
                                     .unread = "waiting-not-read",
                                     .is_of_unit = true,
                                     .load = load,
                                     .forget = waiting_forget_person};

void waiting_fini(struct host *host)
{
    while (host->offers.waitings)
        drop(host, host->offers.waitings);
}

/* ---- coming and going ---- */

void waiting_put(struct host *host, int64_t table, const struct heard *heard,
                 const struct seat_wish *wish, row_done *done, void *arg)
{
    struct waiting *waiting = waiting_of(host, table);
    int place = waiting_place(host, waiting, heard);
    if (!waiting)
        waiting = add_line(host, table);
    if (place < 0) {
        check(waiting->count < WAITING_MOST);
        place = waiting->count++;
    }
    struct waiter *waiter = &waiting->people[place];
    *waiter =
        (struct waiter){.port = host_port_of(host, heard->network), .is_apart = wish->is_apart};
    check(waiter->port);
    snprintf(waiter->key, sizeof waiter->key, "%s", heard->key);
    snprintf(waiter->name, sizeof waiter->name, "%s", heard->name);
    snprintf(waiter->wish, sizeof waiter->wish, "%s", wish->robot);
    snprintf(waiter->source, sizeof waiter->source, "%s", host_source(heard));
    save(host, waiting, done, arg);
}

static void take_out(struct waiting *waiting, int place)
{
    waiting->count--;
    memmove(&waiting->people[place], &waiting->people[place + 1],
            (size_t)(waiting->count - place) * sizeof *waiting->people);
}

void waiting_take(struct host *host, struct waiting *waiting, int place, row_done *done, void *arg)
{
    take_out(waiting, place);
    save(host, waiting, done, arg);
}

void waiting_forget(struct host *host, int64_t table)
{
    struct waiting *waiting = waiting_of(host, table);
    if (!waiting)
        return;
    waiting->count = 0;
    save(host, waiting, NULL, NULL);
}

/* The new line goes to the store before the old one: a kill between leaves both, and this is done
   again. */
void waiting_follow(struct host *host, int64_t table, const struct session *session)
{
    struct waiting *from = waiting_of(host, table), *to = waiting_of(host, session->id);
    if (!from)
        return;
    for (int i = 0; i < from->count; i++) {
        struct heard heard = waiting_heard(host, &from->people[i]);
        bool is_settled =
            session_seat_of(session, &heard) >= 0 || waiting_place(host, to, &heard) >= 0;
        if (is_settled || (to && to->count == WAITING_MOST))
            continue;
        if (!to)
            to = add_line(host, session->id);
        to->people[to->count++] = from->people[i];
    }
    if (to)
        save(host, to, NULL, NULL);
    waiting_forget(host, table);
}

void waiting_take_seated(const struct session *session)
{
    struct host *host = session->host;
    struct waiting *waiting = waiting_of(host, session->id);
    int before = waiting ? waiting->count : 0;
    for (int i = before - 1; i >= 0; i--) {
        struct heard heard = waiting_heard(host, &waiting->people[i]);
        if (session_seat_of(session, &heard) >= 0)
            take_out(waiting, i);
    }
    if (waiting && waiting->count < before)
        save(host, waiting, NULL, NULL);
}

/* ---- people ---- */

struct heard waiting_heard(const struct host *host, const struct waiter *waiter)
{
    return heard_about(identity_at(waiter), waiter->name, host->now);
}

/* And saves what has changed. */
typedef bool waiter_test(const struct waiter *waiter, const struct host_port *port,
                         const char *key);
static void take_those(struct host *host, waiter_test *is_meant, const struct host_port *port,
                       const char *key)
{
    for (struct waiting *waiting = host->offers.waitings, *next; waiting; waiting = next) {
        int before = waiting->count;
        next = waiting->next;
        for (int i = waiting->count - 1; i >= 0; i--)
            if (is_meant(&waiting->people[i], port, key))
                take_out(waiting, i);
        if (waiting->count < before)
            save(host, waiting, NULL, NULL);
    }
}

/* The key does not last, and may have ended. */
static bool has_ended(const struct waiter *waiter, const struct host_port *port, const char *key)
{
    return (!port || waiter->port == port) && (!key || strcmp(waiter->key, key) == 0) &&
           !seat_key_lasts(waiter->port, waiter->key);
}

static bool is_key_of(const struct waiter *waiter, const struct host_port *port, const char *key)
{
    return waiter->port == port && strcmp(waiter->key, key) == 0;
}

void waiting_gone(struct host *host, const struct host_port *port, const char *key)
{
    take_those(host, has_ended, port, key);
}

void waiting_forget_person(struct host *host, struct identity who)
{
    const struct host_port *port = host_port_or_absent(host, who.network);
    if (port && host->offers.waitings)
        take_those(host, is_key_of, port, who.key);
}

static bool is_open(const struct host *host, int64_t table)
{
    return session_numbered(host, table) || offers_of(host, table);
}

void waiting_tidy(struct host *host)
{
    for (struct waiting *waiting = host->offers.waitings, *next; waiting; waiting = next) {
        next = waiting->next;
        if (!is_open(host, waiting->table))
            waiting_forget(host, waiting->table);
    }
    take_those(host, has_ended, NULL, NULL);
}

void waiting_rebind(struct host *host, struct identity who, const char *lasting)
{
    for (struct waiting *waiting = host->offers.waitings, *next; waiting; waiting = next) {
        bool is_bound = false;
        next = waiting->next;
        for (int i = 0; i < waiting->count; i++)
            if (is_of(&waiting->people[i], who)) {
                snprintf(waiting->people[i].key, HOST_KEY, "%s", lasting);
                is_bound = true;
            }
        if (is_bound)
            save(host, waiting, NULL, NULL);
    }
}

/* The name is saved with the next change of the line: it proves nothing. */
void waiting_rename(struct host *host, struct identity who, const char *name)
{
    for (struct waiting *waiting = host->offers.waitings; waiting; waiting = waiting->next)
        for (int i = 0; i < waiting->count; i++)
            if (is_of(&waiting->people[i], who))
                input_name_person(name, waiting->people[i].name, HOST_NAME);
}

/* ---- seats ---- */

static bool may_sit(struct host *host, const struct waiter *waiter, const struct showing *home)
{
    const struct host_port *port = waiter->port;
    bool is_gone = !port->whisper || presence_is_gone(port, waiter->key);
    return !is_gone &&
           !bans_room_has(host, home->port, home->name, identity(port->network, waiter->key), NULL);
}

unsigned waiting_able(struct host *host, const struct waiting *waiting, const struct showing *home)
{
    unsigned able = 0;
    for (int i = 0; waiting && i < waiting->count; i++) {
        struct heard heard = waiting_heard(host, &waiting->people[i]);
        /* two who wait may be linked meanwhile */
        bool is_first = waiting_place(host, waiting, &heard) == i;
        able |= (unsigned)(is_first && may_sit(host, &waiting->people[i], home)) << i;
    }
    return able;
}

static int choose(const struct waiting *waiting, int place, const char *const robots[TABLE_SEATS],
                  const int who[TABLE_SEATS])
{
    int free = -1, unwished = -1;
    for (int seat = TABLE_SEATS - 1; seat >= 0; seat--) {
        bool is_wished = false;
        if (!robots[seat] || who[seat] >= 0)
            continue;
        if (text_same_word(robots[seat], waiting->people[place].wish))
            return seat;
        for (int i = place + 1; i < waiting->count; i++)
            is_wished |= text_same_word(robots[seat], waiting->people[i].wish);
        free = seat;
        unwished = is_wished ? unwished : seat;
    }
    return unwished >= 0 ? unwished : free;
}

unsigned waiting_share_out(const struct waiting *waiting, unsigned may,
                           const char *const robots[TABLE_SEATS], int who[TABLE_SEATS])
{
    unsigned left = 0;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        who[seat] = -1;
    for (int place = 0; waiting && place < waiting->count; place++) {
        if (!(may >> place & 1))
            continue;
        int seat = choose(waiting, place, robots, who);
        if (seat >= 0)
            who[seat] = place;
        else
            left |= 1u << place;
    }
    return left;
}
