/* How often a bench repeats what it measures: as often as it takes for a figure, or once, so
   that ./check sees each bench work. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool bench_once(void)
{
    return getenv("TABLETALK_BENCH_ONCE") != NULL;
}

static inline int bench_times(int usual)
{
    return bench_once() ? 1 : usual;
}

#endif
