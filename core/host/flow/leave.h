/* Getting up, and the end of a table. */
#ifndef LEAVE_H
#define LEAVE_H

#include "change.h"

struct input;

/* Gets up from a seat by a line of this kind; the last person ends the table. `heard` NULL: it comes by the clock. */
void leave_get_up(struct session *session, const struct heard *heard, int seat, const char *line_kind,
                  change_done *told);
void leave_tell_heir(struct change *change); /* who has the table now that its opener got up */
void leave_end(struct session *session, const struct input *input);

#endif
