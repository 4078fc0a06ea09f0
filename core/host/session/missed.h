/* What went on at a table while a robot played for somebody: the public sentences, a line from
   each move of that robot to its next one. Kept for the MISSED_ROUNDS latest lines, in memory
   alone: after a restart it begins anew. */
#ifndef MISSED_H
#define MISSED_H

#include <stdbool.h>

struct prose;

enum { MISSED_ROUNDS = 6, MISSED_LINE = 320 /* bytes; a longer line is cut, and says so */ };

struct missed {
    struct missed *next; /* of another seat */
    int seat, rounds;
    char lines[MISSED_ROUNDS][MISSED_LINE]; /* a ring */
};

/* Adds to the list what everybody was told; `begins` if the robot of this seat moved. */
void missed_note(struct missed **list, int seat, const char *text, bool begins);
/* Puts the lines of the seat, the oldest first, and takes them from the list. Returns how many
   rounds there were. */
int missed_take(struct missed **list, int seat, struct prose *out);
void missed_free(struct missed *list);

#endif
