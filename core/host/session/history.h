/* The table after each of the latest starts and moves, while a record is read: an undo goes back
   to one of them. At most UNDO_STEPS copies of a table. */
#ifndef HISTORY_H
#define HISTORY_H

#include "playing.h"

enum { UNDO_STEPS = 64 };

struct history;
struct history *history_new(void);
void history_free(struct history *history); /* NULL is fine */
/* Keeps the table as it is after this line. NULL is fine. */
void history_note(struct history *history, int64_t line, const struct playing *playing);
/* The table after this line of the same game. NULL if that step is not kept. */
const struct playing *history_after(const struct history *history, int64_t line);

#endif
