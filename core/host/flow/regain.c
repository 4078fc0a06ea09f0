/* See regain.h. */
#include "regain.h"

#include "absent.h"
#include "aside.h"
#include "change.h"
#include "host_state.h"
#include "log.h"
#include "offers.h"
#include "seats.h"
#include "session_rooms.h"
#include "store_append.h"
#include "tables.h"

/* After a repair, for the record had no places until then. */
static void put_back(struct session *session)
{
    session_link(session);
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        struct store_append append = {.table = session->id, .first_seq = session->next_line};
        *(i == 0 ? &append.place : &append.guest) =
            (struct store_place){showing->port->network, showing->name};
        store_write(session->host->store, &append, NULL,
                    NULL); /* if this fails, the next start finds the record repaired */
    }
}

static bool is_taken(struct session *session, int room)
{
    const struct showing *showing = session_showing(session, room);
    return host_find(session->host, showing->port->network, showing->name) != NULL;
}

/* Nothing kept the guest rooms of a damaged record free. */
static bool has_space(struct session *session)
{
    bool has_space = !is_taken(session, 0);
    for (int i = 1; i < session_showing_count(session) && session->is_repaired; i++)
        has_space &= !is_taken(session, i);
    return has_space;
}

void regain_rooms(struct session *session, bool has_place)
{
    session_set_untold(session, NULL);
    /* where keys do not last, nobody is surely the same person after a restart */
    session_detach(session, NULL);
    const struct session *other =
        host_find(session->host, session->home.port->network, session->home.name);
    bool is_free = has_space(session);
    if (other && other->id == session->id) {
        session_remove(session); /* a table was opened in its room meanwhile */
    } else if (session->is_aside) {
        aside_keep(session, false);
    } else if (session->is_repaired && is_free) {
        put_back(session);
    } else if (!has_place || !is_free) {
        log_event(LOG_WARN, "room-taken", "network", session->home.port->network, "room",
                  session->home.name, "do", "another table has the room; this one is set aside",
                  (char *)0);
        aside_keep(session, true);
    } else {
        session_link(session);
        offers_forget_in(session->host, session);
        absent_begin_untold(session);
    }
}
