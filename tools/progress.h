/* How far a long run is, in one line that is written over and over. Only on a terminal, and not
   before a second is over; only progress_now() has a clock. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct text;

struct progress {
    FILE *err;           /* NULL: nobody watches */
    int64_t begun, told; /* milliseconds */
    bool is_told;
};

int64_t progress_now(void);
void progress_begin(struct progress *progress, FILE *err, int64_t now);
/* True when it is time to write the line: at most five times a second. */
bool progress_is_due(const struct progress *progress, int64_t now);
void progress_write(struct progress *progress, const char *line, int64_t now);
/* Both, with the line of progress_format(). */
void progress_put(struct progress *progress, long done, long all, int64_t now);
/* Takes the line away. */
void progress_end(struct progress *progress);

/* "[#####...............]  100 of 400, about 2 min left". `done` is at least 1. */
void progress_format(long done, long all, int64_t ms, struct text *out);

#endif
