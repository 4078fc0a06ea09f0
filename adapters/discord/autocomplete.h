/* What Discord offers while an option is being typed: the caller's own legal moves, who sits at the table, and what a game
   can be played with. Asks the host as the person who types, so nobody is offered what another holds. */
#ifndef AUTOCOMPLETE_H
#define AUTOCOMPLETE_H

#include "people.h"

/* The table that somebody's moves are about: that of the place, if they sit there, else their only one; NULL: none. */
struct session *autocomplete_table(struct discord *discord, const struct person *person, struct session *session);
/* What can follow what is being typed: at most 25, an array. New reference. `room` is the table of the place, or NULL. */
json_t *autocomplete_choices(struct discord *discord, const struct person *person, struct session *session,
                             const json_t *data);

#endif
