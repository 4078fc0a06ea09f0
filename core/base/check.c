#include "check.h"

#include <stdio.h>
#include <stdlib.h>

void check_failed(const char *file, int line, const char *expression)
{
    fprintf(stderr,
            "tabletalk: bug at %s:%d: %s does not hold; the tables come back from the journal at the next start\n",
            file, line, expression);
    abort();
}
