#include "absent.h"

#include "host_state.h"
#include "presence.h"
#include "seats.h"
#include "turn_clock.h"

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void begin_presence(struct session *session)
{
    int64_t now = session->host->now;
    session->heard_at = now;
    for (int seat = 0; seat < session->seat_count; seat++)
        session->seats[seat].heard_at = session->seats[seat].gone_at = now;
    absent_set_watch(session);
}

void absent_begin(struct session *session)
{
    pace_restart(&session->clocks, ~0u);
    begin_presence(session);
}

void absent_begin_untold(struct session *session)
{
    if (session->is_recovered && showing_is_private(&session->home))
        begin_presence(session);
}

void absent_note_heard(struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    session->heard_at = heard->now;
    if (seat >= 0)
        session->seats[seat].heard_at = heard->now;
}

/* ---- when to look again ---- */

int64_t absent_forsaken_at(const struct session *session)
{
    int64_t gone = presence_all_away_since(session);
    bool is_private = session_has_begun(session) && showing_is_private(&session->home);
    return is_private && gone > 0 ? gone + (session->is_recovered ? UNTOLD_MS : PRIVATE_MS)
                                  : INT64_MAX;
}

int64_t absent_gets_up_at(const struct session *session, const struct seat *seat)
{
    struct presence presence = presence_of(session, seat);
    bool counts = presence.kind == PRESENCE_AWAY || presence.kind == PRESENCE_UNKNOWN;
    return counts ? later(presence.since, session->held_until) + LOBBY_PERSON_MS : INT64_MAX;
}

bool absent_gives_way(const struct session *session)
{
    return !session->change && turn_clock_pace(session) != PACE_SLOW &&
           presence_gives_way_at(session) <= session->host->now;
}

/* No network reports that a person goes out of sight, so we look often enough for each of these
   terms. */
void absent_set_watch(struct session *session)
{
    int64_t again = session->host->now + LOBBY_EMPTY_MS, gone = presence_all_away_since(session);
    bool has_begun = session_has_begun(session), is_private = showing_is_private(&session->home);
    if (!session->is_recovered)
        turn_clock_set(session);
    session->watch_at = session->is_recovered ? INT64_MAX : turn_clock_next(session);
    if (has_begun && is_private && !session->playing->is_over) {
        session->watch_at = sooner(session->watch_at, sooner(again, absent_forsaken_at(session)));
    } else if (!has_begun && session->is_recovered) {
        session->watch_at = session->heard_at + LOBBY_SILENT_MS;
    } else if (!has_begun) {
        session->watch_at = sooner(again, session->heard_at + LOBBY_SILENT_MS);
        if (gone > 0)
            session->watch_at =
                sooner(session->watch_at, later(gone, session->held_until) + LOBBY_EMPTY_MS);
        for (int seat = 0; seat < session->seat_count; seat++)
            if (presence_is_person(&session->seats[seat]))
                session->watch_at =
                    sooner(session->watch_at, absent_gets_up_at(session, &session->seats[seat]));
    }
    clock_wake(session);
}
