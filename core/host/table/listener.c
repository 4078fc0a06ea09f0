#include "listener.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "check.h"
#include "clock.h"
#include "host_state.h"
#include "list.h"
#include "pending.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "record.h"
#include "room.h"
#include "seat.h"
#include "seek.h"
#include "session.h"
#include "strings/seek.def"
#include "text.h"
#include "view.h"

enum { DAY_MS = 24 * 3600 * 1000, DIGEST_MS = LISTENER_DIGEST * 3600 * 1000, PLAY_MS = 10 * 60000 };

struct listeners {
    struct listener *list;
    int count, space;
    int place;       /* of the one to look at next */
    int64_t news;    /* seats that there were when all were looked at last (offers.seek_news) */
    int64_t at;      /* when to look again; INT64_MAX: when another seat is offered */
    int64_t soonest; /* of those looked at so far */
    struct pending *tellings;
};

void listener_init(struct host *host)
{
    host->listeners = calloc(1, sizeof *host->listeners);
    check(host->listeners);
    host->listeners->at = host->listeners->soonest = INT64_MAX;
}

void listener_fini(struct host *host)
{
    pending_orphan(&host->listeners->tellings);
    free(host->listeners->list);
    free(host->listeners);
}

static struct listener *find(const struct host *host, const char *network, const char *room)
{
    for (int i = 0; i < host->listeners->count; i++) {
        struct listener *one = &host->listeners->list[i];
        if (strcmp(one->room, room) == 0 && strcmp(one->network, network) == 0)
            return one;
    }
    return NULL;
}

static struct listener *add(struct host *host, const struct listener *from)
{
    struct listeners *all = host->listeners;
    all->list = list_grow(all->list, all->count, &all->space, sizeof *all->list);
    all->list[all->count] = *from;
    return &all->list[all->count++];
}

static void drop(struct host *host, struct listener *one)
{
    *one = host->listeners->list[--host->listeners->count];
}

static void look_again(struct host *host)
{
    host->listeners->news = -1;
    clock_call(host, host->now);
}

/* ---- in the store ---- */

static void read_told(const char *words, struct listener *one)
{
    for (char *end; *words && one->count < LISTENER_TOLD; words = *end ? end + 1 : end)
        one->told[one->count++] = strtoll(words, &end, 10);
}

static bool read_row(void *arg, const struct record_line *line)
{
    struct listener *one = arg;
    long long told = 0, day = 0, lines = 0;
    const char *seats = record_get(line, "seats");
    record_get_number(line, "told", &told);
    record_get_number(line, "day", &day);
    record_get_number(line, "lines", &lines);
    one->told_at = told;
    one->day = day;
    one->lines = (int)lines;
    if (seats)
        read_told(seats, one);
    return row_get(line, "network", one->network, sizeof one->network) &&
           row_get(line, "room", one->room, sizeof one->room);
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct listener one = {.number = (int)number};
    bool is_row = row_read_lines(value, read_row, &one) && one.room[0];
    if (is_row)
        add(host, &one);
    return is_row;
}

const struct row_kind listener_row = {
    .prefix = "hears.", .lost = "listener-not-saved", .unread = "listener-not-read", .load = load};

static void save(struct host *host, const struct listener *one, row_done *done, void *arg)
{
    char bytes[ROW_LINE], value[ROW_LINE], numbers[LISTENER_TOLD * 22];
    struct text line = text_over(bytes, sizeof bytes), row = text_over(value, sizeof value),
                seats = text_over(numbers, sizeof numbers);
    for (int i = 0; i < one->count; i++)
        text_putf(&seats, "%s%lld", i > 0 ? "," : "", (long long)one->told[i]);
    text_put(&line, "hears");
    record_put(&line, "network", one->network);
    record_put(&line, "room", one->room);
    record_put_number(&line, "told", one->told_at);
    record_put_number(&line, "day", one->day);
    record_put_number(&line, "lines", one->lines);
    if (one->count > 0)
        record_put(&line, "seats", numbers);
    row_put_line(&row, &line);
    row_put(host, &listener_row, one->number, value, done, arg);
}

bool listener_add(struct host *host, const struct host_port *port, const char *room)
{
    int of_network = 0;
    look_again(host);
    if (find(host, port->network, room))
        return true;
    for (int i = 0; i < host->listeners->count; i++)
        of_network += strcmp(host->listeners->list[i].network, port->network) == 0;
    if (of_network >= LISTENERS_OF_NETWORK)
        return false;
    struct listener one = {.number = row_new_number(host, &listener_row)};
    snprintf(one.network, sizeof one.network, "%s", port->network);
    snprintf(one.room, sizeof one.room, "%s", room);
    save(host, add(host, &one), NULL, NULL);
    return true;
}

void listener_move(struct host *host, const struct host_port *port, const char *from,
                   const char *to)
{
    struct listener *one = find(host, port->network, from);
    if (!one || find(host, port->network, to))
        return;
    snprintf(one->room, sizeof one->room, "%s", to);
    save(host, one, NULL, NULL);
}

/* ---- what a room was told ---- */

static bool has(const struct listener *one, int64_t number)
{
    for (int i = 0; i < one->count; i++)
        if (one->told[i] == number)
            return true;
    return false;
}

bool listener_was_told(const struct host *host, const char *network, const char *room,
                       int64_t number)
{
    const struct listener *one = find(host, network, room);
    return one && has(one, number);
}

/* The one told of longest ago makes room: by then it is gone, for so many are not told in a day. */
static void note(struct listener *one, int64_t number)
{
    if (one->count == LISTENER_TOLD)
        memmove(one->told, one->told + 1, sizeof *one->told * (size_t)--one->count);
    one->told[one->count++] = number;
}

/* ---- what there is to tell ---- */

/* It, its threads and what a bridge joins to it know their own tables. */
static bool is_its_own(struct host *host, const struct host_port *port, const char *room,
                       const struct seek *seek)
{
    char place[HOST_ROOM];
    const struct session *session = session_numbered(host, seek->table);
    struct showing here = {.port = port};
    bool is_own = false;
    snprintf(here.name, sizeof here.name, "%s", room);
    bans_room_place(port, room, place);
    for (int i = 0; session && i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        is_own |= (showing->port == port && strcmp(showing->name, room) == 0) ||
                  room_bridge_joins(host, &here, showing);
    }
    return is_own || (strcmp(seek->network, port->network) == 0 && strcmp(seek->room, place) == 0);
}

/* Puts the numbers of those that the room has not heard of. */
static int find_new(struct host *host, const struct host_port *port, const struct listener *one,
                    const struct seek *out[LISTENER_TOLD])
{
    int count = 0;
    for (const struct seek *seek = host->offers.seeks; seek && count < LISTENER_TOLD;
         seek = seek->next)
        if (seek_is_open(host, seek) && !has(one, seek->number) &&
            !is_its_own(host, port, one->room, seek))
            out[count++] = seek;
    return count;
}

/* Of those that were offered there, tables that are over. */
static int find_over(const struct host *host, const struct listener *one,
                     const struct seek *out[LISTENER_TOLD])
{
    int count = 0;
    for (const struct seek *seek = host->offers.seeks; seek && count < LISTENER_TOLD;
         seek = seek->next)
        if (seek->is_over && has(one, seek->number))
            out[count++] = seek;
    return count;
}

/* People play there, and read the board: until when, by the loop's clock; or now. */
static int64_t is_played_until(struct host *host, const struct listener *one)
{
    const struct session *session = host_find(host, one->network, one->room);
    bool is_on = session && session_has_begun(session) && !session->playing->is_over;
    int64_t until = is_on ? session->when.heard_at + PLAY_MS : host->now;
    return until > host->now ? until : host->now;
}

/* By the wall clock. */
static int64_t due_at(struct host *host, const struct listener *one, bool is_digest)
{
    int64_t wall = host_wall(host), today = wall / DAY_MS;
    bool is_today = one->told_at > 0 && one->day == today && one->lines > 0;
    int64_t tomorrow = (today + 1) * DAY_MS;
    if (is_digest)
        return (is_today ? tomorrow : today * DAY_MS) + DIGEST_MS;
    int64_t next = one->told_at > 0 ? one->told_at + LISTENER_EVERY_MS : 0;
    bool is_full = is_today && one->lines >= LISTENER_LINES;
    return is_full && next < tomorrow ? tomorrow : next;
}

/* ---- telling ---- */

struct telling {
    struct pending pending; /* first */
    struct listener before;
    struct prose line;
};

static struct listener *numbered(struct host *host, int number)
{
    for (int i = 0; i < host->listeners->count; i++)
        if (host->listeners->list[i].number == number)
            return &host->listeners->list[i];
    return NULL;
}

/* Only now: after a kill nobody is told again. */
static void was_saved(void *arg, enum row_result result)
{
    struct telling *telling = arg;
    struct host *host = telling->pending.host;
    struct listener *one = host ? numbered(host, telling->before.number) : NULL;
    const struct host_port *port = one ? host_port_of(host, one->network) : NULL;
    if (one) {
        int64_t told_at = one->told_at;
        if (result == ROW_NOT_SAVED)
            *one = telling->before;
        one->told_at = told_at; /* so soon it is not tried again */
        one->is_saving = false;
        look_again(host);
    }
    if (port && result == ROW_SAVED)
        port->post(port->self,
                   &(struct post){.room = one->room, .kind = POST_NEWS, .tale = &telling->line});
    pending_drop(telling);
}

/* What is told in one line. */
struct news {
    const struct seek *seeks[LISTENER_TOLD], *over[LISTENER_TOLD];
    int count, over_count;
};

static void put_over(const struct news *news, struct prose *out)
{
    struct prose list;
    prose_open(&list, out->language);
    for (int i = 0; i < news->over_count && i < LISTENER_SHOWN; i++)
        seek_put_over(news->over[i], &list);
    if (news->over_count == 0)
        return;
    prose_put(out, out->length > 0 ? " " : "");
    view_string(out, STRING_SEATS_OVER, "text", list.text, (char *)0);
}

static void put_seeks(const struct news *news, struct prose *out)
{
    const struct seek *const *seeks = news->seeks;
    int count = news->count, shown = count < LISTENER_SHOWN ? count : LISTENER_SHOWN;
    struct prose list;
    prose_open(&list, out->language);
    for (int i = 0; i < shown; i++)
        seek_put(seeks[i], &list);
    if (count == 0)
        return;
    view_string(out, count > shown ? STRING_SEATS_MORE : STRING_SEATS, "text", list.text, "number",
                text_number(seeks[0]->number), "n", text_number(count - shown), (char *)0);
}

/* What is told of it twice is that it is there, and how it came out. */
static void forget_told(struct listener *one, int64_t number)
{
    int kept = 0;
    for (int i = 0; i < one->count; i++)
        if (one->told[i] != number)
            one->told[kept++] = one->told[i];
    one->count = kept;
}

static void tell(struct host *host, struct listener *one, const struct news *news)
{
    int64_t wall = host_wall(host);
    struct heard nobody = {.network = one->network,
                           .room = one->room,
                           .key = "",
                           .name = "",
                           .text = "",
                           .now = host->now};
    struct telling *telling =
        pending_new(&host->listeners->tellings, host, &nobody, sizeof *telling, PENDING_UNHEARD);
    telling->before = *one;
    prose_open(&telling->line, host_room_language(host, one->network, one->room));
    put_seeks(news, &telling->line);
    put_over(news, &telling->line);
    for (int i = 0; i < news->over_count && i < LISTENER_SHOWN; i++)
        forget_told(one, news->over[i]->number);
    for (int i = 0; i < news->count; i++)
        note(one, news->seeks[i]->number);
    one->lines = one->day == wall / DAY_MS ? one->lines + 1 : 1;
    one->day = wall / DAY_MS;
    one->told_at = wall;
    one->is_saving = true;
    save(host, one, was_saved, telling);
}

/* ---- by the clock ---- */

/* Tells the room what is due. Returns when to look again, by the loop's clock; 0 if it does not
   want to hear any more. */
static int64_t look_at(struct host *host, struct listener *one)
{
    const struct host_port *port = host_port_of(host, one->network);
    struct news news;
    char wish[RULE_VALUE];
    if (!port || !port_is_here(port) || one->is_saving || !port->post)
        return INT64_MAX;
    room_rule_get(host, port, one->room, RULE_SEATS, wish);
    if (strcmp(wish, "no") == 0)
        return 0;
    news.count = find_new(host, port, one, news.seeks);
    news.over_count = find_over(host, one, news.over);
    int64_t at = due_at(host, one, strcmp(wish, "digest") == 0) + host->now - host_wall(host),
            played = is_played_until(host, one);
    bool is_away = port->is_away && port->is_away(port->self, one->room);
    at = at > played ? at : played;
    if (news.count == 0 && news.over_count == 0)
        return INT64_MAX;
    if (at <= host->now && is_away)
        return host->now + LISTENER_EVERY_MS;
    if (at > host->now)
        return at;
    tell(host, one, &news);
    return INT64_MAX;
}

static bool is_passing(const struct host *host)
{
    const struct listeners *all = host->listeners;
    return all->place > 0 || all->news != host->offers.seek_news || all->at <= host->now;
}

void listener_tick(struct host *host)
{
    struct listeners *all = host->listeners;
    if (!is_passing(host))
        return;
    if (all->place == 0) {
        all->news = host->offers.seek_news;
        all->soonest = INT64_MAX;
    }
    for (int i = 0; i < LISTENERS_A_TICK && all->place < all->count; i++) {
        struct listener *one = &all->list[all->place];
        int64_t at = look_at(host, one);
        if (at == 0) {
            row_put(host, &listener_row, one->number, NULL, NULL, NULL);
            drop(host, one);
            continue;
        }
        all->place++;
        all->soonest = at < all->soonest ? at : all->soonest;
    }
    if (all->place < all->count)
        return;
    all->place = 0;
    all->at = all->soonest;
}

int64_t listener_at(const struct host *host)
{
    const struct listeners *all = host->listeners;
    bool is_next = all->count > 0 && (all->place > 0 || all->news != host->offers.seek_news);
    return is_next ? host->now : all->at;
}
