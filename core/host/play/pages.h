/* Text of any length: prose that goes on in a further one where it is full, so that nothing of a result or of what hundreds
   of robots' moves did is ever cut. Knows nothing of tables; tell.c sends a page as a post or a whisper. */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>

#include "prose.h"

struct page {
    struct page *next;
    struct prose prose;
};

/* All zero: empty. Its pages are on the heap until pages_fini(). */
struct pages {
    struct page *first, *last;
};

/* Puts a piece behind the rest, after `glue`; on a new page, without the glue, if it does not fit any more. */
void pages_put(struct pages *pages, const char *glue, const struct prose *piece);
bool pages_is_empty(const struct pages *pages);
void pages_fini(struct pages *pages);

#endif
