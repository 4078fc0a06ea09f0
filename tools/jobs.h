/* Numbered pieces of work on several threads. What each brings is handed over in the order of
   the numbers, one at a time, so that the outcome is the same on one thread and on many. Knows
   nothing of the work. */
#ifndef JOBS_H
#define JOBS_H

#include <stdbool.h>

enum { JOBS_THREADS_MOST = 256, JOBS_AHEAD = 4 * JOBS_THREADS_MOST };

/* Does piece `number` with what its thread has for itself. Returns what the piece brings; never
   NULL. */
typedef void *job_work(void *own, long number);
/* Takes what piece `number` brought. False: no further piece is begun; those that were are still
   handed over. */
typedef bool job_take(void *arg, long number, void *brought_take);

/* Does pieces 0 to count - 1; thread i works with owns[i]. The calling thread is the first of
   the threads; there are fewer if the system has no more. Blocks until all is handed over. */
void jobs_run(long count, int threads, void *const *owns, job_work *work, job_take *take,
              void *arg);

#endif
