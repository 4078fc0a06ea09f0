/* The steps of a game that is over, on a terminal: forwards and backwards. Knows their text, and
   nothing of games. */
#ifndef WATCH_H
#define WATCH_H

#include <stdio.h>

struct watch {
    char **steps;
    int count, space;
    FILE *text; /* of the step that is written */
    char *bytes;
    size_t size;
};

/* Returns where the text of the steps is to be written. watch_end_step() closes one. */
FILE *watch_init(struct watch *watch);
void watch_end_step(struct watch *watch);

/* Shows the steps on a terminal until the person leaves. Where input or `out` is none, prints
   all of them. Returns the exit status. Blocks. */
int watch_run(struct watch *watch, FILE *out);

void watch_fini(struct watch *watch); /* also of one that is all zero */

#endif
