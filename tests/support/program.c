/* See program.h. */
#include "program.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A test is build/NAME/tests/test_x, and the program build/NAME/tabletalk. */
static void find_beside(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof "/tabletalk");
    path[length > 0 ? length : 0] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = '\0';
    }
    strcat(path, "/tabletalk");
}

const char *program_path(void)
{
    static char beside[PATH_MAX];
    const char *named = getenv("TABLETALK_BINARY");
    if (named)
        return named;
    find_beside(beside);
    if (access(beside, X_OK) != 0) {
        fprintf(
            stderr,
            "%s is not built. Build it, or say which one is tested: TABLETALK_BINARY=$PWD/build/gcc/tabletalk\n",
            beside);
        exit(EXIT_FAILURE);
    }
    return beside;
}
