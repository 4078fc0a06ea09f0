/* The store in a SQLite file: the queue between the loop's thread, which hands writes over, and the writer thread,
   which alone touches the writing connection. What the writer finds in the queue it commits together, so that a slow
   disk costs everybody one flush and not one each. Next: sqlite_write.c, the transaction; sqlite_file.c, the opening.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "check.h"
#include "data_folder.h"
#include "sqlite_file.h"
#include "sqlite_read.h"
#include "sqlite_write.h"
#include "store_ops.h"
#include "store_work.h"

enum { BATCH_MAX = 256 }; /* writes in one transaction: bounds how long the first of them waits for the last */

struct sqlite_store {
    struct store store;
    char *path;
    int lock_fd;
    struct sqlite_writer *writer;
    struct store_finished finished;
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t has_work, is_idle;
    struct store_work_list queue;
    bool is_writing, is_closing;
    bool is_inline; /* there is no thread */
};

static struct store_work_list next_batch(struct sqlite_store *sqlite)
{
    struct store_work_list batch = {0};
    for (int i = 0; i < BATCH_MAX && sqlite->queue.first; i++)
        store_work_list_add(&batch, store_work_list_pop(&sqlite->queue));
    return batch;
}

/* Waits for work; an empty batch means that the store closes. */
static struct store_work_list take_batch(struct sqlite_store *sqlite)
{
    pthread_mutex_lock(&sqlite->lock);
    sqlite->is_writing = false;
    if (!sqlite->queue.first)
        pthread_cond_signal(&sqlite->is_idle);
    while (!sqlite->queue.first && !sqlite->is_closing)
        pthread_cond_wait(&sqlite->has_work, &sqlite->lock);
    struct store_work_list batch = next_batch(sqlite);
    sqlite->is_writing = batch.first != NULL;
    pthread_mutex_unlock(&sqlite->lock);
    return batch;
}

static void write_batch(struct sqlite_store *sqlite, struct store_work_list *batch)
{
    sqlite_writer_commit(sqlite->writer, batch);
    store_finished_add(&sqlite->finished, batch);
    sqlite_writer_tidy(sqlite->writer);
}

static void *write_batches(void *arg)
{
    struct sqlite_store *sqlite = arg;
    for (;;) {
        struct store_work_list batch = take_batch(sqlite);
        if (!batch.first)
            return NULL;
        write_batch(sqlite, &batch);
    }
}

/* Everything that waits, where no thread does it. */
static void write_inline(struct sqlite_store *sqlite)
{
    while (sqlite->queue.first) {
        struct store_work_list batch = next_batch(sqlite);
        write_batch(sqlite, &batch);
    }
}

static void hand_over(struct sqlite_store *sqlite, struct store_work *work)
{
    pthread_mutex_lock(&sqlite->lock);
    store_work_list_add(&sqlite->queue, work);
    pthread_cond_signal(&sqlite->has_work);
    pthread_mutex_unlock(&sqlite->lock);
    if (sqlite->is_inline)
        check(eventfd_write(sqlite->finished.fd, 1) == 0); /* store_dispatch has work */
}

static void sqlite_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines, int count,
                          bool ends, store_done *done, void *arg)
{
    hand_over((struct sqlite_store *)store, store_work_append(table, first_seq, lines, count, ends, done, arg));
}

static void sqlite_put(struct store *store, const char *key, const char *value, store_done *done, void *arg)
{
    hand_over((struct sqlite_store *)store, store_work_put(key, value, done, arg));
}

static int sqlite_fd(struct store *store)
{
    return ((struct sqlite_store *)store)->finished.fd;
}

static void sqlite_dispatch(struct store *store)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    if (sqlite->is_inline)
        write_inline(sqlite);
    store_finished_dispatch(&sqlite->finished);
}

static void sqlite_flush(struct store *store)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    if (sqlite->is_inline)
        write_inline(sqlite);
    pthread_mutex_lock(&sqlite->lock);
    while (sqlite->queue.first || sqlite->is_writing)
        pthread_cond_wait(&sqlite->is_idle, &sqlite->lock);
    pthread_mutex_unlock(&sqlite->lock);
}

/* The thread ends when the queue is empty. */
static void stop_thread(struct sqlite_store *sqlite)
{
    pthread_mutex_lock(&sqlite->lock);
    sqlite->is_closing = true;
    pthread_cond_signal(&sqlite->has_work);
    pthread_mutex_unlock(&sqlite->lock);
    check(pthread_join(sqlite->thread, NULL) == 0);
}

static void sqlite_close_store(struct store *store)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    if (sqlite->is_inline)
        write_inline(sqlite);
    else
        stop_thread(sqlite);
    sqlite_writer_free(sqlite->writer);
    store_finished_fini(&sqlite->finished);
    pthread_cond_destroy(&sqlite->has_work);
    pthread_cond_destroy(&sqlite->is_idle);
    pthread_mutex_destroy(&sqlite->lock);
    close(sqlite->lock_fd); /* last: from here on the folder is another process's */
    free(sqlite->path);
    free(sqlite);
}

static enum store_result sqlite_load(struct store *store, store_setting_visitor *setting, store_line_visitor *line,
                                     void *arg)
{
    const char *path = ((struct sqlite_store *)store)->path;
    enum store_result result = setting ? sqlite_read_settings(path, setting, arg) : STORE_OK;
    return result == STORE_OK && line ? sqlite_read_tables_in_play(path, line, arg) : result;
}

static enum store_result sqlite_read_one(struct store *store, int64_t table, store_line_visitor *line, void *arg)
{
    return sqlite_read_table(((struct sqlite_store *)store)->path, table, line, arg);
}

static int64_t sqlite_next_table(struct store *store)
{
    return sqlite_read_next_table(((struct sqlite_store *)store)->path);
}

/* Signals are the main thread's business. */
static void start_thread(struct sqlite_store *sqlite)
{
    sigset_t all, before;
    sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
    check(pthread_create(&sqlite->thread, NULL, write_batches, sqlite) == 0);
    check(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
}

static struct store *start(char *path_take, int lock_fd, struct sqlite_writer *writer, bool is_inline)
{
    static const struct store_ops ops = {
        .append = sqlite_append,
        .put = sqlite_put,
        .fd = sqlite_fd,
        .dispatch = sqlite_dispatch,
        .flush = sqlite_flush,
        .close = sqlite_close_store,
        .load = sqlite_load,
        .read_table = sqlite_read_one,
        .next_table = sqlite_next_table,
    };
    struct sqlite_store *sqlite = calloc(1, sizeof *sqlite);
    check(sqlite);
    sqlite->store.ops = &ops;
    sqlite->path = path_take;
    sqlite->lock_fd = lock_fd;
    sqlite->writer = writer;
    store_finished_init(&sqlite->finished);
    check(pthread_mutex_init(&sqlite->lock, NULL) == 0);
    check(pthread_cond_init(&sqlite->has_work, NULL) == 0);
    check(pthread_cond_init(&sqlite->is_idle, NULL) == 0);
    sqlite->is_inline = is_inline;
    if (!is_inline)
        start_thread(sqlite);
    return &sqlite->store;
}

/* In a folder that is locked for us. */
static struct sqlite_writer *open_writer(const char *folder, const char *path, struct text *why)
{
    struct sqlite3 *db = sqlite_file_open(path, why);
    struct sqlite_writer *writer = db ? sqlite_writer_new_take(db, why) : NULL;
    if (writer && !data_folder_sync(folder, why)) {
        sqlite_writer_free(writer);
        return NULL;
    }
    return writer;
}

static struct store *open_folder(const char *folder, bool is_inline, struct text *why)
{
    char *absolute = data_folder_make(folder, why), *path = NULL;
    int lock_fd = absolute ? data_folder_lock(absolute, why) : -1;
    struct sqlite_writer *writer = NULL;
    if (lock_fd >= 0) {
        check(asprintf(&path, "%s/tabletalk.db", absolute) > 0);
        writer = open_writer(absolute, path, why);
    }
    free(absolute);
    if (writer)
        return start(path, lock_fd, writer, is_inline);
    free(path);
    if (lock_fd >= 0)
        close(lock_fd);
    return NULL;
}

struct store *store_sqlite_open(const char *folder, struct text *why)
{
    return open_folder(folder, false, why);
}

struct store *store_sqlite_open_inline(const char *folder, struct text *why)
{
    return open_folder(folder, true, why);
}
