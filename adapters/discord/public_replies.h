/* Answers to one person that hold no secret, said where they were asked: as a reply to the message, which calls nobody. What
   waits in a room goes out as one message, the same text once for all who asked for it. Bounded: one message of them in
   SPACE_MS in a room, WAITING_OF_PERSON of one person and WAITING_MOST in all wait there; what comes then is not said. */
#ifndef PUBLIC_REPLIES_H
#define PUBLIC_REPLIES_H

#include "people.h"

/* An answer that others may see, as a reply where it was asked; false: that cannot be. */
bool public_replies_take(struct discord *discord, struct person *person, const struct whisper *whisper);

#endif
