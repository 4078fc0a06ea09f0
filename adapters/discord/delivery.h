/* How the first saying of a room's queue becomes a request, and what follows from the answer. A state edits the table's message
   while that is the last one in the room; it becomes a new message where chat has pushed the old one up, after an hour, or when
   somebody must be called, for edits call nobody. */
#ifndef DELIVERY_H
#define DELIVERY_H

#include "application.h"

struct board;
struct rest_answer;

/* Says what is next, if nothing is under way; or at the end of this turn of the loop: what is said together is one message. */
void delivery_next(struct board *board);
void delivery_soon(struct board *board);
/* The same state once more, in a new message or over the old one. */
void delivery_repeat(struct board *board);
/* The first saying is there, as the message `id`. */
void delivery_arrived(struct board *board, const char *id);
/* Nothing can be said there any more, for this reason. */
void delivery_lose(struct board *board, const struct rest_answer *answer);
/* The timer of a board. */
void delivery_again(void *board);

#endif
