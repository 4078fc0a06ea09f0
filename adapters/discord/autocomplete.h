/* What can follow while somebody types a slash command: moves, options, names, house rules; at most 25 at a time. */
#ifndef AUTOCOMPLETE_H
#define AUTOCOMPLETE_H

#include "act.h"
#include "people.h"

struct session;

/* The table that a person's moves are about: `session` if they sit there, otherwise their only table; NULL if they have
   none or several. */
struct session *autocomplete_table(struct discord *discord, const struct person *person, struct session *session);
/* Offers it to the person. */
void autocomplete_answer(const struct act *act);

#endif
