#include "clock.h"

#include <stddef.h>

#include "host_state.h"

void host_on_deadline(struct host *host, host_wake *wake, void *arg)
{
    host->wake = wake;
    host->wake_arg = arg;
}

void clock_call(struct host *host, int64_t at)
{
    if (at >= host->next_tick)
        return;
    host->next_tick = at;
    if (host->wake)
        host->wake(host->wake_arg, at);
}

bool clock_is_running(const struct session *session)
{
    return !session->change && (!session->is_recovered || showing_is_private(&session->home));
}

static int64_t deadline_of(const struct session *session)
{
    if (session->is_recovered)
        return session->watch_at;
    int64_t first =
        session->alarm_at < session->play_on_at ? session->alarm_at : session->play_on_at;
    first = session->watch_at < first ? session->watch_at : first;
    first = session->sits_told_at < first ? session->sits_told_at : first;
    return session->starts_told_at < first ? session->starts_told_at : first;
}

void clock_wake(struct session *session)
{
    if (!clock_is_running(session))
        return;
    heap_set(&session->host->due, &session->due, deadline_of(session));
    clock_call(session->host, deadline_of(session));
}

void clock_play_on_at(struct session *session, int64_t at)
{
    session->play_on_at = at;
    clock_wake(session);
}

void clock_alarm_at(struct session *session, int64_t at)
{
    session->alarm_at = at;
    session->alarm_waits = false;
    clock_wake(session);
}

struct session *clock_first(const struct host *host)
{
    char *first = (char *)heap_first(&host->due);
    return first ? (struct session *)(void *)(first - offsetof(struct session, due)) : NULL;
}
