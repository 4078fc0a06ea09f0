#include "alarm.h"
#include "far.h"
#include "session_view.h"
#include "tell.h"

#include "host_state.h"
#include "reports.h"
#include "session_rooms.h"
#include "tables.h"
#include "turn_clock.h"

enum { ARRIVE_MS = 1000 /* by then a sent message has arrived, even if we die */ };

static int64_t begin_of(const struct session *session)
{
    return session->host->now > session->held_until ? session->host->now : session->held_until;
}

/* Runs in full from now. While its post waits to be sent it gets SEND_MOST_MS more; host_sent()
   starts it anew. */
static void start_alarm(struct session *session)
{
    struct sight sight;
    table_sight(&session->playing->rules, &session->playing->table, SEAT_PUBLIC, &sight);
    struct alarm alarm = session->game->alarm(&session->playing->rules, &sight);
    int64_t seconds = session->playing->rules.options[alarm.option];
    session->alarm_at =
        begin_of(session) + 1000 * seconds + (session->alarm_waits ? SEND_MOST_MS : 0);
    clock_wake(session);
}

/* `showing` may be NULL. */
static void count_sent(struct host *host, struct showing *showing)
{
    if (!showing || showing->unsent_since == 0)
        return;
    histogram_add(&host->counts.told, host->now - showing->unsent_since);
    showing->unsent_since = 0;
}

void host_sent(struct host *host, const char *network, const char *name, int64_t now)
{
    struct session *session = host_find(host, network, name);
    host->now = now;
    count_sent(host, showing_find(host, network, name));
    if (session)
        turn_clock_sent(session, host_port_of(host, network));
    if (session && session->has_told_end) {
        /* the result is out; the record ends when the result has arrived */
        clock_play_on_at(session, now + ARRIVE_MS);
    } else if (session && session->alarm_waits && session->alarm_at != INT64_MAX) {
        session->alarm_waits = false;
        start_alarm(session);
    }
}

/* Where one room is told at once, a dead network holds up nobody: its people had that prompt. */
static bool waits_for_networks(const struct session *session)
{
    bool waits = true;
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        waits &= showing->port->reports_sent || !tell_reaches(session, showing);
    }
    return waits;
}

void alarm_set(struct session *session)
{
    struct alarm alarm = {0};
    bool is_played = session_has_begun(session) && !session->playing->is_over &&
                     !session->is_recovered && !session_is_paused(session) &&
                     session->clocks.paused_at == 0;
    if (is_played && session->game->alarm) {
        struct sight sight;
        table_sight(&session->playing->rules, &session->playing->table, SEAT_PUBLIC, &sight);
        alarm = session->game->alarm(&session->playing->rules, &sight);
    }
    if (!alarm.set) {
        session->alarm_at = INT64_MAX;
    } else if (session->alarm_at == INT64_MAX || !move_same(&session->alarm_move, &alarm.move)) {
        session->alarm_move = alarm.move;
        session->alarm_waits = waits_for_networks(session);
        start_alarm(session);
    }
    bool real_time =
        session->game->is_real_time && session->game->is_real_time(&session->playing->rules);
    if (real_time && is_played && session->play_on_at == INT64_MAX)
        clock_play_on_at(session, begin_of(session) + ROBOT_PACE_MS);
}

void host_hold(struct host *host, const char *network, const char *name, int64_t until, int64_t now)
{
    struct session *session = host_find(host, network, name);
    host->now = now;
    far_note_more(host, &(struct host_event){HOST_EVENT_HOLD, network, name,
                                             .ms = until > now ? until - now : 0});
    if (!session)
        return;
    session->held_until = until;
    turn_clock_hold(session);
    if (session->alarm_at != INT64_MAX)
        start_alarm(session);
    if (session->game->is_real_time && session->play_on_at != INT64_MAX)
        clock_play_on_at(session, begin_of(session) + ROBOT_PACE_MS);
}
