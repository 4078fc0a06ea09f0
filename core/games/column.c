/* What a game's form reads in a column of a file of faces. Knows no game, so that games can call it. */
#include <stdlib.h>
#include <string.h>

#include "game.h"

/* `most` is at most that. */
enum { NUMBER_MOST = 1000000 };

bool face_number(const char *column, int most, int *out)
{
    char *end;
    if (strcmp(column, "-") == 0) {
        *out = 0;
        return true;
    }
    long number = strtol(column, &end, 10);
    *out = number < NUMBER_MOST ? (int)number : NUMBER_MOST;
    return *end == '\0' && column[strspn(column, "0123456789")] == '\0' && *out <= most;
}
