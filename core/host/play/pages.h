/* Text of any length: where one prose is full, the next one goes on, so that nothing of a
   result, or of hundreds of robots' moves, is ever cut. Knows nothing of tables; tell.c sends a
   page as a post or a whisper. */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>

#include "prose.h"

struct page {
    struct page *next;
    struct prose prose;
};

/* All zero is empty. The pages are on the heap until pages_fini(). */
struct pages {
    struct page *first, *last;
};

/* Adds a piece behind the rest, after `glue`; or, if it does not fit, on a new page without the
   glue. */
void pages_put(struct pages *pages, const char *glue, const struct prose *piece);
/* on the last page */
bool pages_fits(const struct pages *pages, const char *glue, const struct prose *piece);
bool pages_is_empty(const struct pages *pages);
void pages_fini(struct pages *pages);

#endif
