/* The words of a room's message: what was posted there, merged (board.c). */
#ifndef ROOM_TEXT_H
#define ROOM_TEXT_H

#include "application.h"

struct room_text *room_text_new(void);
void room_text_free(struct room_text *text); /* NULL is fine */
void room_text_clear(struct room_text *text);

/* Adds a post: its tale follows the earlier tales, its board and call replace the earlier ones.
   A result stands behind the board, in place of the call. */
void room_text_put(struct room_text *text, const struct post *post);

/* Adds `more` to what the message shows. */
void room_text_merge(struct room_text *text, const struct room_text *more);

/* Copies the board and the call, not the tales. */
void room_text_copy_state(struct room_text *text, const struct room_text *from);

/* Moves the tales out, into a new text. */
struct room_text *room_text_take_tale(struct room_text *text);

/* Whether `more` calls somebody whom `text` has not called. */
bool room_text_calls_more(const struct room_text *text, const struct room_text *more);

/* Whether both are too much for one message: while a game is on, one with ROOM_RECENT steps is
   left as it is. */
bool room_text_is_full(const struct room_text *text, const struct room_text *more);

/* Writes the ids of the people it calls; returns how many. They live as long as the text. */
int room_text_called(const struct room_text *text, const char *users[], int most);

#endif
