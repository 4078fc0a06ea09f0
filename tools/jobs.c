/* See jobs.h. A thread that is far ahead of the piece that is handed over next waits, so that
   what waits is bounded. */
#include "jobs.h"

#include <pthread.h>
#include <stddef.h>

#include "check.h"

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t has_room;
    long count, next, taken; /* pieces: all, begun, handed over */
    bool is_over;            /* no further piece is begun */
    void *brought[JOBS_AHEAD];
    job_work *work;
    job_take *take;
    void *arg;
};

struct worker {
    struct jobs *jobs;
    void *own;
};

/* The number of the next piece; -1 if no piece is left. */
static long begin(struct jobs *jobs)
{
    long number = -1;
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->is_over && jobs->next < jobs->count && jobs->next >= jobs->taken + JOBS_AHEAD)
        pthread_cond_wait(&jobs->has_room, &jobs->lock);
    if (!jobs->is_over && jobs->next < jobs->count)
        number = jobs->next++;
    pthread_mutex_unlock(&jobs->lock);
    return number;
}

/* Hands over everything whose turn it is. */
static void end(struct jobs *jobs, long number, void *brought)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->brought[number % JOBS_AHEAD] = brought;
    for (void **first; *(first = &jobs->brought[jobs->taken % JOBS_AHEAD]); jobs->taken++) {
        void *piece = *first;
        *first = NULL;
        jobs->is_over |= !jobs->take(jobs->arg, jobs->taken, piece);
    }
    pthread_cond_broadcast(&jobs->has_room);
    pthread_mutex_unlock(&jobs->lock);
}

static void *run(void *arg)
{
    struct worker *worker = arg;
    for (long number; (number = begin(worker->jobs)) >= 0;)
        end(worker->jobs, number, worker->jobs->work(worker->own, number));
    return NULL;
}

void jobs_run(long count, int threads, void *const *owns, job_work *work, job_take *take, void *arg)
{
    struct jobs jobs = {.count = count, .work = work, .take = take, .arg = arg};
    struct worker workers[JOBS_THREADS_MOST];
    pthread_t others[JOBS_THREADS_MOST];
    int started = 1;
    check(threads >= 1 && threads <= JOBS_THREADS_MOST);
    pthread_mutex_init(&jobs.lock, NULL);
    pthread_cond_init(&jobs.has_room, NULL);
    for (int i = 0; i < threads; i++)
        workers[i] = (struct worker){&jobs, owns[i]};
    while (started < threads && pthread_create(&others[started], NULL, run, &workers[started]) == 0)
        started++;
    run(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(others[i], NULL);
    pthread_cond_destroy(&jobs.has_room);
    pthread_mutex_destroy(&jobs.lock);
}
