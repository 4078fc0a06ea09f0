/* How the first saying of a room's queue becomes a request, and what follows from the answer. */
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
