/* Leaving a seat, and the end of a table. */
#ifndef LEAVE_H
#define LEAVE_H

#include "change.h"

struct input;

/* Frees a seat by a line of this kind; the last person ends the table. `heard` is NULL if the clock does it. */
void leave_get_up(struct session *session, const struct heard *heard, int seat, const char *line_kind,
                  change_done *told);
void leave_tell_heir(struct change *change); /* who has the table after its opener left */
void leave_end(struct session *session, const struct input *input);

#endif
