/* Readers for the columns of a file of faces, which a game's face_form calls. Knows no game. */
#include <stdlib.h>
#include <string.h>

#include "game.h"

/* The largest `most` of a number. */
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
