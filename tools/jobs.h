/* Numbered pieces of work on several threads. What each brings is handed over in the order of
   the numbers, one at a time, so that the outcome is the same on one thread and on many. Knows
   nothing of the work. */
#ifndef JOBS_H
#define JOBS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JOBS_THREADS_MOST = 256, JOBS_AHEAD = 4 * JOBS_THREADS_MOST };

/* With what its thread has for itself. Returns what the piece brings; never NULL. */
typedef void *job_work(void *own, long number);
/* Takes what piece `number` brought. False: no further piece is begun; those that were are still
   handed over. */
typedef bool job_take(void *arg, long number, void *brought_take);

/* Pieces 0 to count - 1; thread i works with owns[i]. The calling thread is the first; there are
   fewer if the system has no more. Blocks until all is handed over. */
void jobs_run(long count, int threads, void *const *owns, job_work *work, job_take *take,
              void *arg);

/* ---- progress ---- */

/* How far a long run is, in one line that is written over and over. Only on a terminal, and not
   before a second is over; only progress_now() has a clock. */

struct text;

struct progress {
    FILE *err;           /* NULL: nobody watches */
    int64_t begun, told; /* milliseconds */
    bool is_told;
};

int64_t progress_now(void);
void progress_begin(struct progress *progress, FILE *err, int64_t now);
/* At most five times a second. */
bool progress_is_due(const struct progress *progress, int64_t now);
void progress_write(struct progress *progress, const char *line, int64_t now);
/* Both, with the line of progress_format(). */
void progress_put(struct progress *progress, long done, long all, int64_t now);
void progress_end(struct progress *progress);

/* "[#####...............]  100 of 400, about 2 min left". `done` is at least 1. */
void progress_format(long done, long all, int64_t ms, struct text *out);

#endif
