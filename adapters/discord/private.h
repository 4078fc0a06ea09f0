/* Direct messages to one person: hands of tables, each edited while it is the latest, answers, and what waits until the
   channel is open. */
#ifndef PRIVATE_H
#define PRIVATE_H

#include "people.h"

/* A message that could not be given in another way, by direct message, as soon as that is open. Takes `body`. */
void private_send(struct discord *discord, struct person *person, json_t *body);
/* They wrote to us in private, so that is open. */
void private_said(struct discord *discord, struct person *person, const char *channel);
/* Whether a message is the latest with that table's hand, as far as is known. */
bool private_is_latest(struct discord *discord, struct person *person, int64_t table, const char *message);
/* The hand of a table; an answer. */
void private_send_hand(struct discord *discord, struct person *person, const struct whisper *whisper);
void private_send_answer(struct discord *discord, struct person *person, const struct whisper *whisper);
/* The hand of a table was told otherwise. */
void private_told_otherwise(struct discord *discord, struct person *person, int64_t table);
/* The channel is open: what waited for it goes out. */
void private_send_held(struct discord *discord, struct person *person);
/* It is closed: what waited is dropped, and no message there is edited any more. */
void private_closed(struct person *person);

#endif
