#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { PAGE_RESERVE = 8 }; /* prose.c keeps these for its own end */

/* Spans count, too: without them a name could highlight somebody. */
static bool has_room(const struct prose *page, const char *glue, const struct prose *piece)
{
    int length = page->length + (int)strlen(glue) + piece->length;
    return length <= PROSE_BYTES - PAGE_RESERVE &&
           page->span_count + piece->span_count <= PROSE_SPANS;
}

static void add_page(struct pages *pages)
{
    struct page *page = malloc(sizeof *page);
    check(page);
    page->next = NULL;
    prose_clear(&page->prose);
    if (pages->last)
        pages->last->next = page;
    else
        pages->first = page;
    pages->last = page;
}

bool pages_fits(const struct pages *pages, const char *glue, const struct prose *piece)
{
    return pages->last && has_room(&pages->last->prose, glue, piece);
}

void pages_put(struct pages *pages, const char *glue, const struct prose *piece)
{
    if (!pages_fits(pages, glue, piece))
        add_page(pages);
    else
        prose_put(&pages->last->prose, glue);
    prose_append(&pages->last->prose, piece);
}

bool pages_is_empty(const struct pages *pages)
{
    return !pages->first;
}

void pages_fini(struct pages *pages)
{
    while (pages->first) {
        struct page *page = pages->first;
        pages->first = page->next;
        free(page);
    }
    pages->last = NULL;
}
