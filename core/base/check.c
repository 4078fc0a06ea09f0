#include "check.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void check_failed(const char *file, int line, const char *expression)
{
    fprintf(
        stderr,
        "tabletalk: bug at %s:%d: %s does not hold; the tables come back from the journal at the next start\n",
        file, line, expression);
    abort();
}

void check_need_failed(const char *what)
{
    bool is_of_files = errno == EMFILE || errno == ENFILE;
    fprintf(stderr, "tabletalk: It cannot go on without %s: %s.%s\n", what, strerror(errno),
            is_of_files ? " Let it open more files (ulimit -n; for a service LimitNOFILE)." : "");
    _exit(EXIT_FAILURE);
}
