/* Whether a room and the people were told what the latest table's record says, no more and no less: the record is taken out of
   the product's database, and the product retells it. Next: bot.h, docs/record-format.md. */
#ifndef RETOLD_H
#define RETOLD_H

#include <stdbool.h>

struct bot;
struct client;

/* Every tale of the record, in order, and the result, among what this person read in the room, which is all of the
   transcript. Returns how many there are; fails the test if one is missing. */
int retold_expect_room(const struct bot *bot, const struct client *client);

/* Whether somebody read these words in the room. */
bool retold_is_in_room(const struct client *client, const char *words);

/* The only one of the first `seats` seats to which the record retells every hand that this person was told in private; 0: none.
   *hands is how many they are. */
int retold_find_seat(const struct bot *bot, const struct client *client, int seats, int *hands);

#endif
