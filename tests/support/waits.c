#include "waits.h"

#include <stdint.h>
#include <stdlib.h>

#include "check.h"

void waits_add(struct waits *waits, int wait)
{
    if (waits->count == waits->room) {
        waits->room = waits->room ? 2 * waits->room : 1024;
        waits->list = realloc(waits->list, (size_t)waits->room * sizeof *waits->list);
        check(waits->list);
    }
    waits->list[waits->count++] = wait;
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int waits_share(struct waits *waits, int per_cent)
{
    if (waits->count == 0)
        return 0;
    qsort(waits->list, (size_t)waits->count, sizeof *waits->list, compare);
    return waits->list[(int64_t)(waits->count - 1) * per_cent / 100];
}
