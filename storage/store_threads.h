/* What every store with a database shares: one thread writes, another thread reads, and each
   takes work from a queue that the loop's thread fills. The writer gets all that is in its queue
   together, so that on a slow disk all callers wait for one flush, not for one each. Does not
   know which database that is. */
#ifndef STORE_THREADS_H
#define STORE_THREADS_H

#include "store_finished.h"
#include "store_work.h"

/* What a database does. All of them may block; `arg` is that of the threads. */
struct store_threads_ops {
    /* carries out the writes and sets their results */
    void (*commit)(void *arg, const struct store_work_list *batch);
    void (*committed)(void *arg); /* after their callers were told; NULL for nothing */
    void (*read)(void *arg, struct store_portion *portion);
    void (*answer)(void *arg, struct store_asked *asked);
    void (*end)(void *arg); /* on the writer's thread, when nothing more will be written */
};

struct store_threads {
    const struct store_threads_ops *ops;
    void *arg;
    struct store_finished finished;
    struct store_queue writes, readings;
    bool is_inline; /* there are no threads: dispatch and flush do the work */
    bool is_prompt; /* nor waits anything: the work is done at once */
};

/* Returns false, with a sentence for the admin in `why`, if the threads cannot be started. Then
   nothing is left to close, and `end` was called. */
bool store_threads_start(struct store_threads *threads, const struct store_threads_ops *ops,
                         void *arg, bool is_inline, struct text *why);

/* The functions of struct store_ops. After close() returned true nothing is left; `end` was
   called. */
void store_threads_take(struct store_threads *threads, struct store_work *work_take);
void store_threads_dispatch(struct store_threads *threads);
bool store_threads_flush(struct store_threads *threads, int ms);
bool store_threads_close(struct store_threads *threads, int ms);

#endif
