/* See day.h: how long people waited, and what the process takes. */
#include "day.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

void waits_add(struct waits *waits, int ms)
{
    if (waits->count == waits->room) {
        waits->room = waits->room ? 2 * waits->room : 1024;
        waits->ms = realloc(waits->ms, (size_t)waits->room * sizeof *waits->ms);
        check(waits->ms);
    }
    waits->ms[waits->count++] = ms;
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
    qsort(waits->ms, (size_t)waits->count, sizeof *waits->ms, compare);
    return waits->ms[(int64_t)(waits->count - 1) * per_cent / 100];
}

int64_t figures_rss(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    check(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return (int64_t)pages * 4096;
}
