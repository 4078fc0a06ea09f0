/* See store_threads.h. */
#include "store_threads.h"

#include <string.h>
#include <sys/eventfd.h>

#include "check.h"
#include "store_asked.h"
#include "text.h"

enum { BATCH_MAX = 256 }; /* writes in one transaction: the first of them waits for the last */

/* False if nothing has to be written. */
static bool write_batch(struct store_threads *threads)
{
    struct store_work_list batch = store_queue_take(&threads->writes, BATCH_MAX);
    if (!batch.first)
        return false;
    threads->ops->commit(threads->arg, &batch);
    store_finished_add(&threads->finished, &batch);
    if (threads->ops->committed)
        threads->ops->committed(threads->arg);
    return true;
}

static bool read_portion(struct store_threads *threads)
{
    struct store_work_list batch = store_queue_take(&threads->readings, 1);
    if (!batch.first)
        return false;
    if (batch.first->portion)
        threads->ops->read(threads->arg, batch.first->portion);
    else
        threads->ops->answer(threads->arg, batch.first->asked);
    store_finished_add(&threads->finished, &batch);
    return true;
}

/* To end blocks, too: SQLite copies its log into the database. */
static void *write_all(void *arg)
{
    struct store_threads *threads = arg;
    while (write_batch(threads))
        ;
    threads->ops->end(threads->arg);
    return NULL;
}

static void *read_all(void *arg)
{
    while (read_portion(arg))
        ;
    return NULL;
}

static void work_inline(struct store_threads *threads)
{
    if (!threads->is_inline)
        return;
    while (write_batch(threads))
        ;
    read_all(threads);
}

void store_threads_take(struct store_threads *threads, struct store_work *work)
{
    store_queue_add(work->portion || work->asked ? &threads->readings : &threads->writes, work);
    if (threads->is_prompt)
        work_inline(threads);
    else if (threads->is_inline)
        check(eventfd_write(threads->finished.fd, 1) == 0); /* store_dispatch has work */
}

void store_threads_dispatch(struct store_threads *threads)
{
    work_inline(threads);
    store_finished_dispatch(&threads->finished);
}

bool store_threads_flush(struct store_threads *threads, int ms)
{
    work_inline(threads);
    return store_queue_wait(&threads->writes, ms) && store_queue_wait(&threads->readings, ms);
}

bool store_threads_close(struct store_threads *threads, int ms)
{
    work_inline(threads);
    if (threads->is_inline)
        threads->ops->end(threads->arg);
    if (!store_queue_fini(&threads->writes, ms) || !store_queue_fini(&threads->readings, ms))
        return false;
    store_finished_fini(&threads->finished);
    return true;
}

bool store_threads_start(struct store_threads *threads, const struct store_threads_ops *ops,
                         void *arg, bool is_inline, struct text *why)
{
    *threads = (struct store_threads){.ops = ops, .arg = arg, .is_inline = is_inline};
    store_finished_init(&threads->finished);
    int no_writer = store_queue_init(&threads->writes, is_inline ? NULL : write_all, threads);
    int no_reader = store_queue_init(&threads->readings, is_inline ? NULL : read_all, threads);
    if (!no_writer && !no_reader)
        return true;
    text_putf(
        why,
        "The threads that read and write the database cannot be started: %s. Give tabletalk more memory, or let its "
        "user have more processes (ulimit -u; for a service TasksMax).",
        strerror(no_writer ? no_writer : no_reader));
    threads->is_inline = no_writer != 0; /* closing then does the writer's work */
    check(store_threads_close(threads, -1));
    return false;
}
