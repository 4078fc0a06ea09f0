/* What a line of a record does to a session. */
#ifndef APPLY_H
#define APPLY_H

#include "session.h"

struct draft;
struct text;

/* Applies one line. False with a sentence if the line does not fit, or its link is not the next
   one of the chain. */
bool session_apply_line(struct session *session, const char *line, struct text *why);
/* The hash of what is played, as the chain takes it. */
void session_table_hash(const struct session *session, unsigned char hash[SESSION_HASH]);
/* The lines of the draft can be applied, one after the other. Only for lines without faces.
   Changes nothing. */
bool session_would_apply(const struct session *session, const struct draft *draft,
                         struct text *why);

#endif
