/* A thread that is far ahead of the piece that is handed over next waits, so that
   what waits is bounded. */
#include "jobs.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

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

/* ---- the line that says how far it is ---- */

enum { FIRST_MS = 1000, AGAIN_MS = 200, BAR = 20, SECOND_MS = 1000, MINUTE_S = 60 };

/* Only when the line is written and the estimate of the end hang on it. */
int64_t progress_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_begin(struct progress *progress, FILE *err, int64_t now)
{
    *progress =
        (struct progress){.err = isatty(fileno(err)) ? err : NULL, .begun = now, .told = now};
}

void progress_format(long done, long all, int64_t ms, struct text *out)
{
    int64_t left = (ms * (all - done) / done + SECOND_MS - 1) / SECOND_MS;
    text_put(out, "[");
    for (int i = 0; i < BAR; i++)
        text_put(out, i < done * BAR / all ? "#" : ".");
    text_putf(out, "] %ld of %ld, about ", done, all);
    if (left < 2 * MINUTE_S)
        text_putf(out, "%d s left", (int)left);
    else if (left < 120 * MINUTE_S)
        text_putf(out, "%d min left", (int)((left + MINUTE_S / 2) / MINUTE_S));
    else
        text_putf(out, "%d h left", (int)((left + 30 * MINUTE_S) / (60 * MINUTE_S)));
}

bool progress_is_due(const struct progress *progress, int64_t now)
{
    return progress->err && now - progress->begun >= FIRST_MS && now - progress->told >= AGAIN_MS;
}

void progress_write(struct progress *progress, const char *line, int64_t now)
{
    fprintf(progress->err, "\r%s\033[K", line);
    fflush(progress->err);
    progress->told = now;
    progress->is_told = true;
}

void progress_put(struct progress *progress, long done, long all, int64_t now)
{
    char bytes[100];
    struct text line = text_over(bytes, sizeof bytes);
    if (!progress_is_due(progress, now))
        return;
    progress_format(done, all, now - progress->begun, &line);
    progress_write(progress, bytes, now);
}

void progress_end(struct progress *progress)
{
    if (!progress->is_told)
        return;
    fputs("\r\033[K", progress->err);
    fflush(progress->err);
}
