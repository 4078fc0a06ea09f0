/* What somebody has read of a board on one line, and what is new on it since. */
#ifndef VIEW_ROWS_H
#define VIEW_ROWS_H

#include <stdbool.h>
#include <stdint.h>

struct prose;

/* The rows of a board on one line that somebody has read, by their hashes. */
enum { VIEW_ROWS = 16 };
struct view_rows {
    int count;
    uint64_t rows[VIEW_ROWS];
};
void view_board_read(const struct prose *board, struct view_rows *out);
/* What somebody who has read `before` has to read again: what stands before the people, and the
   rows that are new or of people whom `next` calls; without people none of theirs. Nothing if
   nothing is new. `next` may be NULL. */
void view_board_news(const struct view_rows *before, const struct prose *board,
                     const struct prose *next, bool has_people, struct prose *out);

#endif
