/* What opening a table and sitting down have in common. */
#ifndef LOBBY_H
#define LOBBY_H

#include "change.h"

/* Tells the seat word, if any, to the person who sat down. */
void lobby_tell_word(struct session *session, const struct heard *heard, const char *word);

/* Begins a full table: at once when everybody is ready or only one person sits there, else 10 s after the last seat was
   taken. Tells the room if its options do not fit so many seats. */
void lobby_start_if_full(struct session *session, const struct heard *heard); /* heard: who filled it; may be NULL */
/* Likewise; also begins a table that waited for somebody who can now be reached. */
void lobby_play_on(struct session *session);
/* After a restart: says what one can do at a table that has not begun. */
void lobby_put_back(const struct session *session, struct prose *tale);

#endif
