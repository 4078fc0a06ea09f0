/* Leaving a seat, and the end of a table. */
#ifndef LEAVE_H
#define LEAVE_H

#include "change.h"
#include "tell.h"

struct input;

/* The person in the seat of a game leaves it to a robot. */
void leave_seat(struct session *session, int seat);
/* Frees a seat by a line of this kind; the last person ends the table. `heard` is NULL if the
   clock does it. */
void leave_get_up(struct session *session, const struct heard *heard, int seat,
                  const char *line_kind, change_done *told);
/* Tells all rooms of a seat that is free now, and that a lot decides who begins, if that person
   was to. The string may have {who} and {by}. */
void leave_tell(struct change *change, enum string id);
/* What follows from a seat that is free now: who has the table, that it is closed, or that it
   goes on. */
void leave_tell_rest(struct change *change);
/* Ends a table, for a reason that its record names; by: whom people are told, "" if nobody said
   it. */
void leave_close(struct session *session, const struct heard *heard, const char *by,
                 const char *reason);
void leave_end(struct session *session, const struct input *input);

#endif
