/* Taking moves back; host_commands.h has what people type. */
#ifndef UNDO_H
#define UNDO_H

#include <stdbool.h>

struct session;

/* Somebody wants to take a move back, and this seat has not said whether it may be. */
bool undo_waits_for(const struct session *session, int seat);

#endif
