/* A record line, and what it does to a session. */
#ifndef APPLY_H
#define APPLY_H

#include "session.h"

/* Applies one line; false with a sentence if it does not fit, or its link is not the next one of the chain. */
bool session_apply_line(struct session *session, const char *line, struct text *why);
/* Of what is played there, as the chain takes it. */
void session_table_hash(const struct session *session, unsigned char hash[ROOM_HASH]);
/* Whether the lines of a change would, one after the other; of lines without faces. Nothing changes. */
bool session_would_apply(const struct session *session, const struct change *change, struct text *why);

#endif
