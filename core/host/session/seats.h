/* Who sits where at a table. A seat is found by its key, never by a name. */
#ifndef SEATS_H
#define SEATS_H

#include "session.h"

struct text;

/* The seat of the person, under whichever of the linked identities. -1 if absent; a detached
   seat has no person. */
int session_seat_of(const struct session *session, const struct heard *heard);
/* The same for this identity alone. */
int session_seat_held(const struct session *session, const char *network, const char *key);
/* Indexes who may sit at the table. Call it whenever another key has a seat. */
void people_index(struct session *session);
void people_forget(struct session *session);
/* The seat of an absent person of this name (NULL: any) and network; -1 if there is no such
   seat. */
int session_seat_waiting(const struct session *session, const char *network, const char *name);
/* -1 if the opener does not sit there any more */
int session_opener_seat(const struct session *session);
bool session_obeys(const struct session *session, const struct heard *heard);
/* How many may play with these options: "a junior game is for 2 to 4". */
void session_seats(const struct session *session, int *least, int *most);
bool session_is_alone(const struct session *session); /* at most one person sits there */
/* Who sits there now plays; for one who leaves a robot plays in the same seat. */
bool session_has_fixed_seats(const struct session *session);
/* If it ended now, cards that the host could know already would be thrown away. */
bool session_is_undealt(const struct session *session);
/* The names of the seats in the bits, with line ends between, as view_string() takes several
   people. */
#define session_people(session, seats)                                                             \
    session_put_people(session, seats, (char[TABLE_SEATS * HOST_NAME]){0})
const char *session_put_people(const struct session *session, unsigned seats,
                               char out[TABLE_SEATS * HOST_NAME]);
unsigned session_all_seats(const struct session *session);
/* The button is not of this table and seat, or the seat has decided since. */
bool session_is_old_press(const struct session *session, const struct press *press, int seat);
/* The seat that the person may play for. -1 if none; `session` may be NULL. */
int session_acting_seat(const struct session *session, const struct heard *heard);
/* After a gap of a network, or of all (NULL): seats whose keys do not last wait for their words,
   and the table loses such an opener. */
void session_detach(struct session *session, const struct host_port *port);
void seat_detach(const struct session *session, struct seat *seat);
bool seat_key_lasts(const struct host_port *port, const char *key);
/* It is this person's, also while it waits for its word. */
bool seat_belongs(const struct seat *seat, const char *network, const char *key);
/* The person is a number here from now on, also in the seats. True if one was theirs. */
bool seats_forget(struct session *session, const char *network, const char *key);
bool session_was_opened_by(const struct session *session, const char *network, const char *key);

/* Gives each seat a name that no other has. Call it whenever somebody sits down, gets up or is
   renamed. */
void names_tell_apart(struct session *session);
/* the same for seats that no session has yet */
void names_tell_seats_apart(struct seat *seats, int count);
/* The seats that a typed name can mean. */
unsigned names_find(const struct session *session, const char *typed);
/* Puts a typed move with "bob@libera", who has that name on that network, as "bob-2". */
void names_put_unique(const struct session *session, const char *typed, struct text *out);
/* A name that nobody at the table has (NULL: at one with robots alone). For several robots in a
   row, `number` (0 at first) says which was given last. */
void names_for_robot(const struct session *session, enum robot_level level, int *number,
                     char name[HOST_NAME]);

#endif
