/* What the host does by the clock: alarms of games, robots that take their time, saving again what failed. Time is an
   argument of host_tick(); nothing here reads a clock. */
#include <stddef.h>
#include <string.h>

#include "append.h"
#include "aside.h"
#include "recover.h"
#include "clock.h"
#include "host_state.h"
#include "input_queue.h"
#include "tell.h"

void clock_call(struct host *host, int64_t at)
{
    if (at >= host->next_tick)
        return;
    host->next_tick = at;
    if (host->wake)
        host->wake(host->wake_arg, at);
}

void host_on_deadline(struct host *host, host_wake *wake, void *arg)
{
    host->wake = wake;
    host->wake_arg = arg;
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

/* Nothing is due while a change is being saved or the room cannot be told anything: the next post may ask for another
   alarm, and an alarm for a post that nobody has read would be unfair. */
static bool is_due_by_clock(const struct session *session)
{
    return !session->change && !session->is_recovered;
}

static int64_t deadline_of(const struct session *session)
{
    int64_t first = session->alarm_at < session->play_on_at ? session->alarm_at : session->play_on_at;
    first = session->watch_at < first ? session->watch_at : first;
    return session->starts_told_at < first ? session->starts_told_at : first;
}

void clock_wake(struct session *session)
{
    if (!is_due_by_clock(session))
        return;
    heap_set(&session->host->due, &session->due, deadline_of(session));
    clock_call(session->host, deadline_of(session));
}

static int64_t begin_of(const struct session *session)
{
    return session->host->now > session->held_until ? session->host->now : session->held_until;
}

/* Runs in full, from now; but while its post waits to be sent, not before SEND_MOST_MS. */
static void start_alarm(struct session *session)
{
    struct sight sight;
    table_sight(&session->playing.rules, &session->playing.table, SEAT_PUBLIC, &sight);
    struct alarm alarm = session->game->alarm(&session->playing.rules, &sight);
    int64_t seconds = session->playing.rules.options[alarm.option];
    session->alarm_at = begin_of(session) + 1000 * seconds + (session->alarm_waits ? SEND_MOST_MS : 0);
    clock_wake(session);
}

void host_sent(struct host *host, const char *network, const char *name, int64_t now)
{
    struct session *session = host_find(host, network, name);
    host->now = now;
    if (session && session->has_told_end) {
        clock_play_on_at(session, now + ARRIVE_MS); /* the result is out; the record ends when the result has arrived */
    } else if (session && session->alarm_waits && session->alarm_at != INT64_MAX) {
        session->alarm_waits = false;
        start_alarm(session);
    }
}

/* Sets the alarm that the position asks for. An alarm that runs already for the same move goes on; work_settle() stops
   one that only looks the same. */
void clock_set_alarm(struct session *session)
{
    struct alarm alarm = {0};
    bool is_played = session_has_begun(session) && !session->playing.is_over && !session->is_recovered &&
                     !session_is_paused(session);
    if (is_played && session->game->alarm) {
        struct sight sight;
        table_sight(&session->playing.rules, &session->playing.table, SEAT_PUBLIC, &sight);
        alarm = session->game->alarm(&session->playing.rules, &sight);
    }
    if (!alarm.set) {
        session->alarm_at = INT64_MAX;
    } else if (session->alarm_at == INT64_MAX || !move_same(&session->alarm_move, &alarm.move)) {
        session->alarm_move = alarm.move;
        session->alarm_waits = session->port->reports_sent;
        start_alarm(session);
    }
    bool real_time = session->game->is_real_time && session->game->is_real_time(&session->playing.rules);
    if (real_time && is_played && session->play_on_at == INT64_MAX)
        clock_play_on_at(session, begin_of(session) + ROBOT_PACE_MS);
}

void host_hold(struct host *host, const char *network, const char *name, int64_t until, int64_t now)
{
    struct session *session = host_find(host, network, name);
    host->now = now;
    if (!session)
        return;
    session->held_until = until;
    if (session->alarm_at != INT64_MAX)
        start_alarm(session);
    if (session->game->is_real_time && session->play_on_at != INT64_MAX)
        clock_play_on_at(session, begin_of(session) + ROBOT_PACE_MS);
}

/* Pushes one thing that is due. False if nothing is; then the session is still there. */
static bool push_due(struct session *session, int64_t now)
{
    if (!is_due_by_clock(session))
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

/* The session that is due first. NULL if none has anything to do by the clock. */
static struct session *due_first(const struct host *host)
{
    char *first = (char *)heap_first(&host->due);
    return first ? (struct session *)(void *)(first - offsetof(struct session, due)) : NULL;
}

/* Lets HOST_TICK_SESSIONS sessions do one thing each. */
static void play_due(struct host *host, int64_t now)
{
    uint64_t end = host->due.order;
    struct session *session;
    for (int i = 0; i < HOST_TICK_SESSIONS && (session = due_first(host)); i++) {
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
    play_due(host, now);
    asides_tick(host);
    appends_tick(host);
    const struct session *first = due_first(host);
    int64_t next = has_more ? now : first ? first->due.at : INT64_MAX;
    next = sooner(next, recover_again_at(host));
    next = sooner(next, appends_ask_at(host));
    host->next_tick = sooner(next, asides_end_at(host));
    return host->next_tick;
}
