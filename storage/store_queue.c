/* Queues: see store_queue.h. */
#include "store_queue.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#include "check.h"

/* Signals are the main thread's business. */
static int start_thread(struct store_queue *queue, void *(*run)(void *arg), void *arg)
{
    sigset_t all, before;
    sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
    int reason = pthread_create(&queue->thread, NULL, run, arg);
    check(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    return reason;
}

int store_queue_init(struct store_queue *queue, void *(*run)(void *arg), void *arg)
{
    pthread_condattr_t attributes;
    *queue = (struct store_queue){.is_closing = false};
    check(pthread_mutex_init(&queue->lock, NULL) == 0);
    check(pthread_condattr_init(&attributes) == 0);
    check(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    check(pthread_cond_init(&queue->has_work, &attributes) == 0);
    check(pthread_cond_init(&queue->is_idle, &attributes) == 0);
    pthread_condattr_destroy(&attributes);
    queue->has_thread = run != NULL; /* the thread looks at it */
    int reason = run ? start_thread(queue, run, arg) : 0;
    if (reason)
        queue->has_thread = false;
    return reason;
}

static struct timespec time_after(clockid_t clock, int ms)
{
    struct timespec until;
    clock_gettime(clock, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    return until;
}

static bool has_joined(struct store_queue *queue, int ms)
{
    struct timespec until = time_after(CLOCK_MONOTONIC, ms);
    if (!queue->has_thread)
        return true;
    int failed =
        ms < 0 ? pthread_join(queue->thread, NULL) : pthread_clockjoin_np(queue->thread, NULL, CLOCK_MONOTONIC, &until);
    check(failed == 0 || failed == ETIMEDOUT);
    return failed == 0;
}

bool store_queue_fini(struct store_queue *queue, int ms)
{
    pthread_mutex_lock(&queue->lock);
    queue->is_closing = true;
    pthread_cond_signal(&queue->has_work);
    pthread_mutex_unlock(&queue->lock);
    if (!has_joined(queue, ms))
        return false;
    pthread_cond_destroy(&queue->has_work);
    pthread_cond_destroy(&queue->is_idle);
    pthread_mutex_destroy(&queue->lock);
    return true;
}

void store_queue_add(struct store_queue *queue, struct store_work *work)
{
    pthread_mutex_lock(&queue->lock);
    bool was_empty = !queue->list.first;
    store_work_list_add(&queue->list, work);
    pthread_mutex_unlock(&queue->lock);
    if (was_empty) /* after the lock, which the thread needs first; else it is at work and looks again by itself */
        pthread_cond_signal(&queue->has_work);
}

struct store_work_list store_queue_take(struct store_queue *queue, int most)
{
    struct store_work_list batch = {0};
    pthread_mutex_lock(&queue->lock);
    queue->is_busy = false;
    if (!queue->list.first)
        pthread_cond_signal(&queue->is_idle);
    while (!queue->list.first && !queue->is_closing && queue->has_thread)
        pthread_cond_wait(&queue->has_work, &queue->lock);
    for (int i = 0; i < most && queue->list.first; i++)
        store_work_list_add(&batch, store_work_list_pop(&queue->list));
    queue->is_busy = batch.first != NULL;
    pthread_mutex_unlock(&queue->lock);
    return batch;
}

bool store_queue_wait(struct store_queue *queue, int ms)
{
    struct timespec until = time_after(CLOCK_MONOTONIC, ms < 0 ? 0 : ms);
    int failed = 0;
    pthread_mutex_lock(&queue->lock);
    while ((queue->list.first || queue->is_busy) && failed != ETIMEDOUT)
        failed = ms < 0 ? pthread_cond_wait(&queue->is_idle, &queue->lock)
                        : pthread_cond_timedwait(&queue->is_idle, &queue->lock, &until);
    bool is_done = !queue->list.first && !queue->is_busy;
    pthread_mutex_unlock(&queue->lock);
    return is_done;
}
