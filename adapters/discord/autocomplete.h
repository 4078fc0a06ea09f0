/* What can follow while somebody types a slash command: moves, options, names, house rules; at
   most 25 at a time. */
#ifndef AUTOCOMPLETE_H
#define AUTOCOMPLETE_H

#include "act.h"
#include "people.h"

struct host_board;

/* The table that a person's moves are about: that of the room if they sit there, otherwise their
   only table. False if they have none or several. */
bool autocomplete_table(struct discord *discord, const struct person *person, const char *room,
                        struct host_board *out);
/* Offers it to the person. */
void autocomplete_answer(const struct act *act);

#endif
