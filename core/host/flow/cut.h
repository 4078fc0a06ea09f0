/* Cuts within other commands. */
#ifndef CUT_H
#define CUT_H

#include "change.h"

enum { CUTS_MOST = 10 }; /* of one person at a table */

/* What follows "cut=" in the words, to their end, and how many bytes stand before it. NULL if absent. */
const char *cut_find(const char *words, int *before);
bool cut_is_empty(const char *words);
/* Adds the line of a person's cut, behind the one that seats them. */
void cut_add(struct change *change, int seat, const char *words);
/* Tells the room that somebody cut, if that seat did. */
void cut_tell(struct session *session, int seat);
#endif
