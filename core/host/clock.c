/* What the host does by the clock: alarms of games, robots that take their time, saving again what failed. Time is an argument
   of host_tick(); nothing here reads a clock. */
#include <string.h>

#include "append.h"
#include "aside.h"
#include "recover.h"
#include "room.h"

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

void clock_play_on_at(struct table_room *room, int64_t at)
{
    room->play_on_at = at;
    clock_wake(room);
}

void clock_alarm_at(struct table_room *room, int64_t at)
{
    room->alarm_at = at;
    room->alarm_waits = false;
    clock_wake(room);
}

/* While a change is being saved, or the room cannot be told anything, nothing is due: what is told next may ask for another
   alarm, and an alarm for what nobody has read yet would be unfair. */
static bool is_due_by_clock(const struct table_room *room)
{
    return !room->change && !room->is_recovered;
}

static int64_t deadline_of(const struct table_room *room)
{
    int64_t first = room->alarm_at < room->play_on_at ? room->alarm_at : room->play_on_at;
    first = room->watch_at < first ? room->watch_at : first;
    return room->starts_told_at < first ? room->starts_told_at : first;
}

void clock_wake(struct table_room *room)
{
    if (!is_due_by_clock(room))
        return;
    due_set(room, deadline_of(room));
    clock_call(room->host, deadline_of(room));
}

static int64_t begin_of(const struct table_room *room)
{
    return room->host->now > room->held_until ? room->host->now : room->held_until;
}

/* In full, from now; while what it is about waits to be sent, not before SEND_MOST_MS. */
static void start_alarm(struct table_room *room)
{
    struct sight sight;
    table_sight(&room->playing.rules, &room->playing.table, SEAT_PUBLIC, &sight);
    struct alarm alarm = room->game->alarm(&room->playing.rules, &sight);
    int64_t seconds = room->playing.rules.options[alarm.option];
    room->alarm_at = begin_of(room) + 1000 * seconds + (room->alarm_waits ? SEND_MOST_MS : 0);
    clock_wake(room);
}

void host_sent(struct host *host, const char *network, const char *name, int64_t now)
{
    struct table_room *room = host_find(host, network, name);
    host->now = now;
    if (room && room->has_told_end) {
        clock_play_on_at(room, now + ARRIVE_MS); /* the result is out; the record ends when it has arrived */
    } else if (room && room->alarm_waits && room->alarm_at != INT64_MAX) {
        room->alarm_waits = false;
        start_alarm(room);
    }
}

/* The alarm that the table's position asks for; one that runs already for the same move goes on (work_settle() stops it
   where it is another one in truth). */
void clock_set_alarm(struct table_room *room)
{
    struct alarm alarm = {0};
    bool is_played = room_has_begun(room) && !room->playing.is_over && !room->is_recovered && !room_is_paused(room);
    if (is_played && room->game->alarm) {
        struct sight sight;
        table_sight(&room->playing.rules, &room->playing.table, SEAT_PUBLIC, &sight);
        alarm = room->game->alarm(&room->playing.rules, &sight);
    }
    if (!alarm.set) {
        room->alarm_at = INT64_MAX;
    } else if (room->alarm_at == INT64_MAX || !move_same(&room->alarm_move, &alarm.move)) {
        room->alarm_move = alarm.move;
        room->alarm_waits = room->port->reports_sent;
        start_alarm(room);
    }
    bool real_time = room->game->is_real_time && room->game->is_real_time(&room->playing.rules);
    if (real_time && is_played && room->play_on_at == INT64_MAX)
        clock_play_on_at(room, begin_of(room) + ROBOT_PACE_MS);
}

void host_hold(struct host *host, const char *network, const char *name, int64_t until, int64_t now)
{
    struct table_room *room = host_find(host, network, name);
    host->now = now;
    if (!room)
        return;
    room->held_until = until;
    if (room->alarm_at != INT64_MAX)
        start_alarm(room);
    if (room->game->is_real_time && room->play_on_at != INT64_MAX)
        clock_play_on_at(room, begin_of(room) + ROBOT_PACE_MS);
}

/* One thing that is due; false if nothing is, and then the room is still there. */
static bool push_due(struct table_room *room, int64_t now)
{
    if (!is_due_by_clock(room))
        return true; /* it asks again when it is free */
    enum input_kind kind = INPUT_ALARM;
    if (room->alarm_at <= now) {
        room->alarm_at = INT64_MAX;
    } else if (room->play_on_at <= now) {
        kind = INPUT_PLAY_ON;
        room->play_on_at = INT64_MAX;
    } else if (room->watch_at <= now) {
        kind = INPUT_WATCH;
        room->watch_at = INT64_MAX;
    } else if (room->starts_told_at <= now) {
        kind = INPUT_STARTERS;
        room->starts_told_at = INT64_MAX;
    } else {
        return false;
    }
    room_push(room, input_new(kind, room, now));
    return true;
}

/* Each room does one thing in a tick, and so many rooms do. */
static void play_due(struct host *host, int64_t now)
{
    uint64_t end = host->due_order;
    struct table_room *room;
    for (int i = 0; i < HOST_TICK_ROOMS && (room = due_first(host)); i++) {
        if (room->due.at > now || room->due.order >= end)
            return;
        due_set(room, INT64_MAX);
        if (!push_due(room, now))
            clock_wake(room);
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
    const struct table_room *first = due_first(host);
    int64_t next = has_more ? now : first ? first->due.at : INT64_MAX;
    next = sooner(next, recover_again_at(host));
    next = sooner(next, appends_ask_at(host));
    host->next_tick = sooner(next, asides_end_at(host));
    return host->next_tick;
}
