/* Cuts within other commands, and the small print about luck. */
#ifndef CUT_H
#define CUT_H

#include "fair.h"

/* What follows "cut=" in the words, to their end, and how many bytes stand before it. NULL if absent. */
const char *cut_find(const char *words, int *before);
bool cut_is_empty(const char *words);
/* Adds the line of a person's cut, behind the one that seats them. */
void cut_add(struct change *change, int seat, const char *words);
/* Tells the room that somebody cut, if that seat did. */
void cut_tell(struct session *session, int seat);
/* Put small print behind the opening, and behind the last words about a table whose cards were dealt. */
void cut_put_seal(const struct session *session, struct prose *out);
void cut_put_secret(const struct lot *lot, struct prose *out);

#endif
