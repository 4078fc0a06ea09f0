/* The queue between the loop's thread, which hands work over, and one thread that carries it out. Knows nothing of what the
   work is. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store_work.h"

struct store_queue {
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t has_work, is_idle;
    struct store_work_list list;
    bool is_busy, is_closing, has_thread;
};

/* Starts the thread, which gets no signals; `run` takes batches until one is empty. NULL: no thread; the one who adds
   also takes. 0, or the errno why there is no thread; store_queue_fini either way. */
int store_queue_init(struct store_queue *queue, void *(*run)(void *arg), void *arg);
/* Waits until all work is done and the thread has ended, but not longer than `ms` (negative: for ever); false: it has not,
   and the queue must stay for good. */
bool store_queue_fini(struct store_queue *queue, int ms);

void store_queue_add(struct store_queue *queue, struct store_work *work);

/* Waits for work and takes at most `most` of it; an empty batch means that the queue closes. For the thread;
   without one it does not wait. */
struct store_work_list store_queue_take(struct store_queue *queue, int most);

/* Waits until all work is done, but not longer than `ms` (negative: for ever); false: there is more. */
bool store_queue_wait(struct store_queue *queue, int ms);

#endif
