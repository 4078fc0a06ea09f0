/* What the host does by the clock: what is due in its sessions, reading records, tables set aside, saving again what failed. */
#include "append.h"
#include "input.h"
#include "input_queue.h"
#include "aside.h"
#include "recover.h"
#include "host_state.h"

/* Pushes one thing that is due. False if nothing is; then the session is still there. */
static bool push_due(struct session *session, int64_t now)
{
    if (!clock_is_running(session))
        return true; /* the session asks again when it is free */
    enum input_kind kind = INPUT_ALARM;
    if (session->alarm_at <= now) {
        session->alarm_at = INT64_MAX;
    } else if (session->play_on_at <= now) {
        kind = INPUT_PLAY_ON;
        session->play_on_at = INT64_MAX;
    } else if (session->watch_at <= now) {
        kind = INPUT_WATCH;
        session->watch_at = INT64_MAX;
    } else if (session->starts_told_at <= now) {
        kind = INPUT_STARTERS;
        session->starts_told_at = INT64_MAX;
    } else {
        return false;
    }
    session_push(session, input_new(kind, session, now));
    return true;
}

/* Lets HOST_TICK_SESSIONS sessions do one thing each. */
static void play_due(struct host *host, int64_t now)
{
    uint64_t end = host->due.order;
    struct session *session;
    for (int i = 0; i < HOST_TICK_SESSIONS && (session = clock_first(host)); i++) {
        if (session->due.at > now || session->due.order >= end)
            return;
        heap_drop(&host->due, &session->due);
        if (!push_due(session, now))
            clock_wake(session);
    }
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t host_tick(struct host *host, int64_t now)
{
    host->now = now;
    if (now < host->next_tick)
        return host->next_tick;
    bool has_more = recover_step(host);
    queue_write(host); /* tables that are resumed */
    play_due(host, now);
    if (host->aside_count > 0)
        asides_tick(host);
    appends_tick(host);
    const struct session *first = clock_first(host);
    int64_t next = has_more ? now : first ? first->due.at : INT64_MAX;
    next = sooner(next, recover_again_at(host));
    next = sooner(next, appends_ask_at(host));
    host->next_tick = host->aside_count > 0 ? sooner(next, asides_end_at(host)) : next;
    return host->next_tick;
}
