/* What people write: which messages are meant for us, and what the host hears of them. A message is looked at as bytes first;
   nearly all of them are somebody else's talk. */
#ifndef HEAR_H
#define HEAR_H

#include "people.h"

/* Whether a message is worth parsing, by the bytes of its event. */
bool hear_wants(const struct discord *discord, const char *data, size_t length);
/* Not of a program, the system or ourselves. */
bool hear_is_of_person(const struct discord *discord, const json_t *message);
/* In private, or said to us. */
bool hear_is_meant(const struct discord *discord, const json_t *message);
void hear_message(struct discord *discord, const json_t *message);

#endif
