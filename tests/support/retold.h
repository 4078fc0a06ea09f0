/* Whether a room and the people were told what the latest table's record says, no more and no
   less: the record is taken out of the product's database, and the product retells it. Next:
   bot.h, docs/record-format.md. */
#ifndef RETOLD_H
#define RETOLD_H

#include <stdbool.h>

struct bot;
struct client;

/* The product's own words for that record; `how`: "--public", "--seat 2". To free. */
char *retold_read(const struct bot *bot, const char *how);

/* The first tale or line of the result, of those retold in public, that this person did not read
   in the room, in order, since the table was opened; NULL: all were told. *tales is how many
   were. The answer lives until the next call. */
const char *retold_missing(const char *retold, const struct client *client, int *tales);

/* Only the last tale of it, and the result, if there is one. */
const char *retold_latest(const char *retold);

/* Whether this person read the board behind the last tale in the room, since the table was
   opened, its parts in any order. */
bool retold_is_shown(const char *retold, const struct client *client);

/* Whether somebody read these words in the room. */
bool retold_is_in_room(const struct client *client, const char *words);

/* The only one of the first `seats` seats to which the record retells every hand that this
   person was told in private; 0: none. *hands is how many they are. */
int retold_find_seat(const struct bot *bot, const struct client *client, int seats, int *hands);

#endif
