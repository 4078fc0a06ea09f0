/* Tells a room that can be spoken in again how its table stands, and the people of the table
   what they hold. */
#include <stdio.h>

#include "absent.h"
#include "again.h"
#include "alarm.h"
#include "aside.h"
#include "bans.h"
#include "change.h"
#include "far.h"
#include "faults.h"
#include "host_state.h"
#include "identity.h"
#include "latest.h"
#include "lobby.h"
#include "presence.h"
#include "reports.h"
#include "seats.h"
#include "session.h"
#include "session_rooms.h"
#include "session_view.h"
#include "tell.h"

static void put_back_again(const struct session *session, struct prose *tale)
{
    unsigned detached = 0, absent = presence_seats(session, PRESENCE_AWAY) |
                                    presence_seats(session, PRESENCE_UNPROVEN);
    for (int seat = 0; seat < session->seat_count; seat++)
        detached |= session->seats[seat].is_detached ? 1u << seat : 0;
    detached &= absent;
    const char *due = session_people(session, session_due(session));
    prose_clear(tale);
    if (!session_has_begun(session))
        lobby_put_back(session, tale);
    else if (detached)
        view_string(tale, STRING_RECOVERED_DETACHED, "game", session->game->name, "who",
                    session_people(session, detached), (char *)0);
    else
        view_string(tale, due[0] ? STRING_RECOVERED : STRING_RECOVERED_NOBODY_DUE, "game",
                    session->game->name, "who", due, (char *)0);
}

/* A room is told the latest once, however often its network is back before the next move. */
static void tell_back(const struct session *session, bool with_latest)
{
    struct prose back;
    put_back_again(session, &back);
    if (!session_has_begun(session)) {
        tell_post(session, POST_NEWS, &back);
    } else if (!session->latest || (!with_latest && !session->playing->is_over)) {
        tell_standing(session, POST_NEWS, &back);
    } else if (session->playing->is_over) {
        prose_clear(&back); /* the result follows */
        latest_tell(session, &back);
    } else {
        view_string(&back, STRING_RECOVERED_LATEST, (char *)0);
        latest_tell(session, &back);
    }
}

/* A match that is over ends with the first room that is back: all rooms are told at once, and
   read it when they are back. */
static void tell_room_back(struct session *session, struct showing *showing)
{
    session->told_alone = session->playing->is_over ? NULL : showing;
    tell_back(session, !showing->knows_latest);
    showing->knows_latest = true;
    session->told_alone = NULL;
}

static bool is_first_on_network(const struct session *session, const struct showing *showing)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *other = session_showing(session, i);
        if (other != showing && other->port == showing->port && !other->is_untold)
            return false;
    }
    return true;
}

static void tell_hand_back(const struct session *session, int seat, bool with_latest)
{
    if (with_latest)
        latest_tell_hand(session, seat);
    else
        tell_hand(session, seat, NULL);
}

/* With the first room of a network, the hands of its people; with the first of all, also of
   people whose network has no room of the table. */
static void tell_hands_back(struct session *session, const struct showing *showing, bool is_first,
                            bool with_latest)
{
    bool is_new = is_first_on_network(session, showing);
    for (int seat = 0; seat < session->seat_count && session_has_begun(session); seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON || s->is_left || s->is_detached)
            continue;
        if ((s->port == showing->port && is_new) ||
            (is_first && !session_showing_on(session, s->port)))
            tell_hand_back(session, seat, with_latest);
    }
}

void host_room_ready(struct host *host, const char *network, const char *name, int64_t now)
{
    struct showing *showing = showing_find(host, network, name);
    host->now = now;
    presence_note_back(host, network);
    far_note(host, HOST_EVENT_ROOM_READY, network, name);
    aside_tell(host, network, name);
    fault_tell(host, network, name);
    if (!showing)
        again_room_ready(host, network, name);
    if (!showing || !showing->is_untold)
        return;
    struct session *session = showing->session;
    bool is_first = session->is_recovered;
    showing->is_untold = session->is_recovered = false;
    if (session->has_told_end || (session->playing->is_over && !is_first))
        return; /* the last move was told to all rooms, also to those that were not back */
    if (is_first)
        absent_begin(session);
    bool with_latest = !showing->knows_latest;
    tell_room_back(session, showing);
    tell_hands_back(session, showing, is_first, with_latest);
    if (!is_first)
        return;
    identity_ask_names(session);
    clock_play_on_at(session, now); /* these names, and robots whose move was not saved */
    alarm_set(session);
    bans_vacate(session);
    again_room_ready(host, network, name);
}

void host_room_back(struct host *host, const char *network, const char *name, int64_t now)
{
    struct showing *showing = showing_find(host, network, name);
    host->now = now;
    if (!showing || showing->is_untold)
        host_room_ready(host, network, name, now);
    else if (!showing->session->playing->is_over)
        tell_room_back(showing->session, showing);
}

void host_person_ready(struct host *host, const char *network, const char *key, int64_t now)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", key);
    const struct showing *showing = showing_find(host, network, name);
    far_note(host, HOST_EVENT_PERSON_READY, network, key);
    if (showing && showing->is_untold && seat_key_lasts(showing->port, key))
        host_room_ready(host, network, name, now);
}
