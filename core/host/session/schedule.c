/* Which room is next to do something by the clock: a heap of rooms, so that a tick costs what is due and not what there is.
   It holds each room at most once, and does not know what a room does when its time has come (clock.c). */
#include <stdlib.h>

#include "check.h"
#include "list.h"
#include "room.h"

static bool is_before(const struct session *a, const struct session *b)
{
    return a->due.at != b->due.at ? a->due.at < b->due.at : a->due.order < b->due.order;
}

static void put(struct host *host, int place, struct session *session)
{
    host->due[place - 1] = session;
    session->due.place = place;
}

static void rise(struct host *host, struct session *session)
{
    int place = session->due.place;
    for (; place > 1 && is_before(session, host->due[place / 2 - 1]); place /= 2)
        put(host, place, host->due[place / 2 - 1]);
    put(host, place, session);
}

static void sink(struct host *host, struct session *session)
{
    int place = session->due.place;
    for (;;) {
        int child = 2 * place;
        if (child > host->due_count)
            break;
        if (child < host->due_count && is_before(host->due[child], host->due[child - 1]))
            child++;
        if (!is_before(host->due[child - 1], session))
            break;
        put(host, place, host->due[child - 1]);
        place = child;
    }
    put(host, place, session);
}

static void drop(struct session *session)
{
    struct host *host = session->host;
    struct session *last = host->due[--host->due_count];
    int place = session->due.place;
    session->due.place = 0;
    if (last == session)
        return;
    put(host, place, last);
    rise(host, last);
    sink(host, last);
}

static void add(struct session *session)
{
    struct host *host = session->host;
    host->due = list_grow(host->due, host->due_count, &host->due_space, sizeof(*host->due));
    put(host, ++host->due_count, session);
}

void due_set(struct session *session, int64_t at)
{
    if (at == INT64_MAX) {
        if (session->due.place)
            drop(session);
        return;
    }
    if (session->due.place && session->due.at == at)
        return;
    session->due.at = at;
    session->due.order = session->host->due_order++;
    if (!session->due.place)
        add(session);
    rise(session->host, session);
    sink(session->host, session);
}

struct session *due_first(const struct host *host)
{
    return host->due_count > 0 ? host->due[0] : NULL;
}
