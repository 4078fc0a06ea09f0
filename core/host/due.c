/* Which room is next to do something by the clock: a heap of rooms, so that a tick costs what is due and not what there is.
   It holds each room at most once, and does not know what a room does when its time has come (clock.c). */
#include <stdlib.h>

#include "check.h"
#include "list.h"
#include "room.h"

static bool is_before(const struct table_room *a, const struct table_room *b)
{
    return a->due.at != b->due.at ? a->due.at < b->due.at : a->due.order < b->due.order;
}

static void put(struct host *host, int place, struct table_room *room)
{
    host->due[place - 1] = room;
    room->due.place = place;
}

static void rise(struct host *host, struct table_room *room)
{
    int place = room->due.place;
    for (; place > 1 && is_before(room, host->due[place / 2 - 1]); place /= 2)
        put(host, place, host->due[place / 2 - 1]);
    put(host, place, room);
}

static void sink(struct host *host, struct table_room *room)
{
    int place = room->due.place;
    for (;;) {
        int child = 2 * place;
        if (child > host->due_count)
            break;
        if (child < host->due_count && is_before(host->due[child], host->due[child - 1]))
            child++;
        if (!is_before(host->due[child - 1], room))
            break;
        put(host, place, host->due[child - 1]);
        place = child;
    }
    put(host, place, room);
}

static void drop(struct table_room *room)
{
    struct host *host = room->host;
    struct table_room *last = host->due[--host->due_count];
    int place = room->due.place;
    room->due.place = 0;
    if (last == room)
        return;
    put(host, place, last);
    rise(host, last);
    sink(host, last);
}

static void add(struct table_room *room)
{
    struct host *host = room->host;
    host->due = list_grow(host->due, host->due_count, &host->due_space, sizeof(*host->due));
    put(host, ++host->due_count, room);
}

void due_set(struct table_room *room, int64_t at)
{
    if (at == INT64_MAX) {
        if (room->due.place)
            drop(room);
        return;
    }
    if (room->due.place && room->due.at == at)
        return;
    room->due.at = at;
    room->due.order = room->host->due_order++;
    if (!room->due.place)
        add(room);
    rise(room->host, room);
    sink(room->host, room);
}

struct table_room *due_first(const struct host *host)
{
    return host->due_count > 0 ? host->due[0] : NULL;
}
