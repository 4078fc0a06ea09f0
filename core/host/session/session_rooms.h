/* The rooms where a session is shown, its home first (session.c). */
#ifndef SESSION_ROOMS_H
#define SESSION_ROOMS_H

#include "port.h"
#include "session.h"

enum { SESSION_ROOMS = 31 }; /* that one table is shown in, at once or one after the other */

/* A table is in the room, or a change that moves one there is being saved. */
bool room_is_taken(const struct host *host, const char *network, const char *name);
/* The table's home is the private conversation with the person of this seat, and moves with that
   person. */
bool session_is_home_of(const struct session *session, const struct seat *seat);
/* It would move to the private conversation with this key, where another table is, or is about
   to be. */
bool session_has_private_twin(const struct session *session, const struct seat *seat,
                              const char *key);

/* The table that this code invites to. NULL if absent. */
struct session *session_of_code(const struct host *host, const char *code);
void session_set_code(struct session *session, const char *code); /* "": the invitation ends */

static inline int session_showing_count(const struct session *session)
{
    return 1 + session->guest_count;
}

static inline struct showing *session_showing(const struct session *session, int i)
{
    return i == 0 ? (struct showing *)&session->home : &session->guests[i - 1];
}

/* The first room of this network. NULL if it is shown in none. */
static inline struct showing *session_showing_on(const struct session *session,
                                                 const struct host_port *port)
{
    for (int i = 0; i < session_showing_count(session); i++)
        if (session_showing(session, i)->port == port)
            return session_showing(session, i);
    return NULL;
}

/* What is told next follows from what was heard at `since`: host_sent() says how long that took. */
static inline void session_await_sent(struct session *session, int64_t since)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        struct showing *showing = session_showing(session, i);
        if (showing->port->reports_sent && showing->unsent_since == 0)
            showing->unsent_since = since;
    }
}

#endif
