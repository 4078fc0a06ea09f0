/* Whether tests take their time: ./check --long says so. What is repeated is repeated less often
   otherwise. */
#ifndef LONG_H
#define LONG_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool is_long(void)
{
    return getenv("TABLETALK_LONG") != NULL;
}

#endif
