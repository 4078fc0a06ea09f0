/* Leaving a seat, and the end of a table. */
#ifndef LEAVE_H
#define LEAVE_H

#include <stdbool.h>

#include "change.h"
#include "tell.h"

struct input;

/* Tells all rooms of a seat that is free now, and that a lot decides who begins, if that person
   was to. The string may have {who} and {by}. */
void leave_tell(struct change *change, int id);
/* What follows from a seat that is free now: who has the table, that it is closed, or that it
   goes on. */
void leave_tell_rest(struct change *change);
void leave_end(struct session *session, const struct input *input);

/* ---- who is absent ---- */

/* In a lobby they lose their seats, and an empty table closes; in play anybody seated may give
   such a seat to a robot. aside.c sets tables aside where nobody is left. */

struct heard;
struct session;

/* Runs INPUT_WATCH: people may have been away too long. */
void leave_watch(struct session *session);
/* One of these, for a command that needs the room: it is heard again when the room is free. */
void leave_make_room(struct session *session, const struct heard *heard);
/* Gives the person back the seat where a robot plays. `heard` is NULL if nobody asked for it. */
void leave_return(struct session *session, const struct heard *heard, int seat);
/* The first word of a person whose seat others gave away: takes the seat back, and lets the word
   wait. */
bool leave_takes_back(struct session *session, const struct input *input);

/* ---- the question whether a game between people is stopped ---- */

/* The person in the seat has been asked and has not answered. */
bool leave_stop_waits_for(const struct session *session, int seat);
/* Nobody has agreed in time: who asked leaves. True if that is being saved. */
bool leave_stop_runs_out(struct session *session);
/* The session looks again when the time is over, unless it does so earlier. */
void leave_stop_wait(struct session *session);

struct input;
/* The banned person of the input loses the seat; likewise who is being forgotten, or was. */
void leave_banned(struct session *session, const struct input *input);
void leave_forgotten(struct session *session, const struct input *input);

#endif
