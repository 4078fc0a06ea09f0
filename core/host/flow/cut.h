/* Inside the host: cuts where they are said with another command, and the small print about luck. */
#ifndef CUT_H
#define CUT_H

#include "fair.h"

/* What follows "cut=" in the words, to their end, and how many bytes stand before it; NULL: nobody cuts. */
const char *cut_find(const char *words, int *before);
bool cut_is_empty(const char *words);
/* The line of a person's cut, behind the one that seats them. */
void cut_add(struct change *change, int seat, const char *words);
/* The room hears that somebody cut; nothing if that seat did not. */
void cut_tell(struct session *session, int seat);
/* Small print behind the opening, and behind the last words about a table whose cards were dealt. */
void cut_put_seal(const struct session *session, struct prose *out);
void cut_put_secret(const struct lot *lot, struct prose *out);

#endif
