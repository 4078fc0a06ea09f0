#include "nudge.h"

#include "host_state.h"
#include "presence.h"
#include "prose.h"
#include "session_rooms.h"
#include "session_view.h"
#include "tell.h"

enum { SILENT_MS = 60 * 1000 };

static bool wants(const struct seat *seat, bool has_hand)
{
    const struct host_port *port = seat->port;
    enum host_nudge nudge = port->nudge ? port->nudge(port->self, seat->key) : HOST_NO_NUDGE;
    return nudge == HOST_NUDGE_ALWAYS || (nudge == HOST_NUDGE && !has_hand);
}

static void put_moves(const struct session *session, int seat, struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    view.is_aloud = session_is_aloud(session, seat);
    table_sight(view.rules, &session->playing->table, SEAT_PUBLIC, &sight);
    view_due_moves(&view, &sight, 1u << seat, out);
}

void nudge_turn(struct session *session, int seat, bool has_hand)
{
    const struct seat *s = &session->seats[seat];
    struct prose word;
    if (s->heard_at + SILENT_MS > session->host->now || presence_is_out_of_reach(session, s) ||
        !wants(s, has_hand))
        return;
    prose_clear(&word);
    if (session_showing_on(session, s->port))
        view_string(&word, STRING_NUDGE, "room", tell_place(session, s->port), "game",
                    session->game->name, (char *)0);
    else
        view_string(&word, STRING_NUDGE_APART, "game", session->game->name, (char *)0);
    prose_put(&word, " ");
    put_moves(session, seat, &word);
    session->clocks.nudges[seat]++;
    tell_seat(session, seat, WHISPER_ANSWER, &word);
}
