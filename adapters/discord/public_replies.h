/* Answers to one person that hold no secret, said where they were asked. */
#ifndef PUBLIC_REPLIES_H
#define PUBLIC_REPLIES_H

#include <stdbool.h>

#include "application.h"
#include "people.h"

/* An answer that others may see, as a reply where it was asked; false: that cannot be. */
bool public_replies_take(struct discord *discord, struct person *person, const struct whisper *whisper);

/* Says what waits in a room; the timer of a board. */
void public_replies_next(void *board);

#endif
