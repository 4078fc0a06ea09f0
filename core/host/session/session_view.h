/* A session as people see it: who is called what, how wide a board may be, what may be played. */
#ifndef SESSION_VIEW_H
#define SESSION_VIEW_H

#include "session.h"
#include "view.h"

enum {
    ROBOT_MOVES_ALONE = 2000, /* without a word of anybody who sits there; then the table pauses */
    MOVES_IN_MESSAGE = 8      /* separated by ';' */
};

bool session_is_paused(const struct session *session); /* robots have played alone for too long */
void session_naming(const struct session *session, struct naming *out);
/* From here on all of a session that nobody sits at is told in this language (a record that is told
   again). */
void session_read_as(struct session *session, enum language language);
struct view session_view(const struct session *session, struct naming *naming);
/* Who came by a code, or lost the only room of their network, reads in private what the rooms
   read. */
bool session_seat_is_apart(const struct session *session, int seat);
/* For this seat, or for the room (SEAT_PUBLIC): see struct host_port. And whether it is for a
   screen reader. */
int session_columns(const struct session *session, int viewer);
bool session_is_aloud(const struct session *session, int viewer);
enum language session_language(const struct session *session, int viewer);
/* Both in one number: view_look(). */
int session_look(const struct session *session, int viewer);
/* Asked once, and kept until session_forget_looks(): while one input is dealt with and what it
   brought about is saved and told. */
void session_ask_looks(struct session *session);
void session_forget_looks(struct session *session);
unsigned session_due(const struct session *session);
bool session_legal(const struct session *session, int seat, struct sight *sight,
                   struct moves *moves);

/* What is told next follows from what was heard then: host_sent() says how long that took. */
static inline void session_await_sent(struct session *session, int64_t since)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        struct showing *showing = session_showing(session, i);
        if (showing->port->reports_sent && showing->unsent_since == 0)
            showing->unsent_since = since;
    }
}

/* ---- messages that were applied: none is applied twice ---- */

/* Neither this table nor the next one applies it again; records keep ids, too. */
void session_note_id(struct session *session, const char *network, const char *id);
void session_note_ended_id(struct host *host, const char *network, const char *id);
bool session_knows(const struct host *host, const struct session *session,
                   const struct input *input);

#endif
