/* The store in SQLite: one thread writes, another thread reads, and each takes work from a queue that the loop's thread
   fills. Only the writer uses the writing connection. The writer commits everything in its queue together, so that on a
   slow disk all callers wait for one flush, not for one each. The store in memory is the same without threads and
   without a file. Next: sqlite_write.c, the transaction; sqlite_portion.c, the readings; sqlite_file.c, the opening. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "data_folder.h"
#include "sqlite_file.h"
#include "sqlite_guard.h"
#include "sqlite_read.h"
#include "sqlite_write.h"
#include "store_finished.h"
#include "text.h"
#include "user.h"

enum { BATCH_MAX = 256 }; /* writes in one transaction: the first of them waits for the last */

struct sqlite_store {
    struct store store;
    struct sqlite_reader reader;
    int lock_fd;
    struct sqlite_writer *writer;
    struct store_finished finished;
    struct store_queue writes, readings;
    bool is_inline; /* there are no threads */
    bool is_memory; /* there is no file: work is done at once */
};

/* False if nothing has to be written. */
static bool write_batch(struct sqlite_store *sqlite)
{
    struct store_work_list batch = store_queue_take(&sqlite->writes, BATCH_MAX);
    if (!batch.first)
        return false;
    sqlite_writer_commit(sqlite->writer, &batch);
    store_finished_add(&sqlite->finished, &batch);
    sqlite_writer_tidy(sqlite->writer);
    return true;
}

static bool read_portion(struct sqlite_store *sqlite)
{
    struct store_work_list batch = store_queue_take(&sqlite->readings, 1);
    if (!batch.first)
        return false;
    if (batch.first->portion)
        sqlite_read_portion(&sqlite->reader, batch.first->portion);
    else
        sqlite_read_answer(&sqlite->reader, batch.first->asked);
    store_finished_add(&sqlite->finished, &batch);
    return true;
}

/* Closing blocks, too: it copies the log into the database. */
static void *write_all(void *arg)
{
    struct sqlite_store *sqlite = arg;
    while (write_batch(sqlite))
        ;
    sqlite_writer_free(sqlite->writer);
    return NULL;
}

static void *read_all(void *arg)
{
    while (read_portion(arg))
        ;
    return NULL;
}

/* For a store without threads. */
static void work_inline(struct sqlite_store *sqlite)
{
    if (!sqlite->is_inline)
        return;
    while (write_batch(sqlite))
        ;
    read_all(sqlite);
}

static void sqlite_take(struct store *store, struct store_work *work)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    store_queue_add(work->portion || work->asked ? &sqlite->readings : &sqlite->writes, work);
    if (sqlite->is_memory)
        work_inline(sqlite);
    else if (sqlite->is_inline)
        check(eventfd_write(sqlite->finished.fd, 1) == 0); /* store_dispatch has work */
}

static int sqlite_fd(struct store *store)
{
    return ((struct sqlite_store *)store)->finished.fd;
}

static void sqlite_dispatch(struct store *store)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    work_inline(sqlite);
    store_finished_dispatch(&sqlite->finished);
}

static bool sqlite_flush(struct store *store, int ms)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    work_inline(sqlite);
    return store_queue_wait(&sqlite->writes, ms) && store_queue_wait(&sqlite->readings, ms);
}

static bool sqlite_close_store(struct store *store, int ms)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    work_inline(sqlite);
    if (sqlite->is_inline)
        sqlite_writer_free(sqlite->writer);
    if (!store_queue_fini(&sqlite->writes, ms) || !store_queue_fini(&sqlite->readings, ms))
        return false;
    store_finished_fini(&sqlite->finished);
    if (!sqlite->is_memory)
        close(sqlite->lock_fd); /* last: another process may now lock the folder */
    sqlite_reader_fini(&sqlite->reader);
    free(sqlite);
    return true;
}

static enum store_result sqlite_load(struct store *store, store_setting_visitor *setting, store_line_visitor *line,
                                     void *arg)
{
    struct sqlite_reader *reader = &((struct sqlite_store *)store)->reader;
    enum store_result result = setting ? sqlite_read_settings(reader, setting, arg) : STORE_OK;
    return result == STORE_OK && line ? sqlite_read_tables_in_play(reader, line, arg) : result;
}

static enum store_result sqlite_read_one(struct store *store, int64_t table, store_line_visitor *line, void *arg)
{
    return sqlite_read_table(&((struct sqlite_store *)store)->reader, table, line, arg);
}

static int64_t sqlite_next_table(struct store *store)
{
    return sqlite_read_next_table(&((struct sqlite_store *)store)->reader);
}

static struct store *start(char *path_take, int lock_fd, struct sqlite_writer *writer, bool is_inline, struct text *why)
{
    static const struct store_ops ops = {
        .take = sqlite_take,
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
    sqlite->reader.path = path_take;
    sqlite->lock_fd = lock_fd;
    sqlite->writer = writer;
    store_finished_init(&sqlite->finished);
    sqlite->is_inline = is_inline;
    int no_writer = store_queue_init(&sqlite->writes, is_inline ? NULL : write_all, sqlite);
    int no_reader = store_queue_init(&sqlite->readings, is_inline ? NULL : read_all, sqlite);
    if (!no_writer && !no_reader)
        return &sqlite->store;
    text_putf(
        why,
        "The threads that read and write the database cannot be started: %s. Give tabletalk more memory, or let its "
        "user have more processes (ulimit -u; for a service TasksMax).",
        strerror(no_writer ? no_writer : no_reader));
    sqlite->is_inline = no_writer != 0; /* store_close then does the writer's work */
    store_close(&sqlite->store);
    return NULL;
}

/* This process has locked the folder. */
static struct sqlite_writer *open_writer(const char *folder, const char *path, struct text *why)
{
    struct sqlite_writer *writer = sqlite_writer_new(path, why);
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
        return start(path, lock_fd, writer, is_inline, why);
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

struct store *store_memory_new(void)
{
    static int count; /* gives each database in memory its own name */
    char bytes[512], *path = NULL;
    struct text why = text_over(bytes, sizeof bytes);
    check(asprintf(&path, SQLITE_MEMORY "/store%d?vfs=memdb", count++) > 0);
    struct sqlite_writer *writer = sqlite_writer_new(path, &why);
    check(writer);
    struct store *store = start(path, -1, writer, true, &why);
    ((struct sqlite_store *)store)->is_memory = true;
    return store;
}

/* ---- functions that also work while another process uses the folder ---- */

static char *path_of(const char *folder)
{
    char *path = NULL;
    check(asprintf(&path, "%s/tabletalk.db", folder) > 0);
    return path;
}

bool store_sqlite_is_there(const char *folder, struct text *why)
{
    char *path = path_of(folder), owner[USER_NAME_BYTES];
    struct stat about;
    int reason = faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) == 0 ? 0 : errno;
    if (reason == EACCES && stat(folder, &about) == 0) {
        user_name(about.st_uid, owner);
        text_putf(
            why,
            "The data folder %s is closed to you: it belongs to the user %s. Ask as that user, for example by runuser -u.",
            folder, owner);
    } else if (!sqlite_guard_may_open(path, why)) {
        reason = ENOENT;
    } else if (reason == ENOENT || reason == ENOTDIR) {
        text_putf(why,
                  "There are no tables in %s; give the folder of your tabletalk by --config FILE or --data FOLDER.",
                  folder);
    } else if (reason) {
        text_putf(why, "The database %s cannot be looked at: %s.", path, strerror(reason));
    }
    free(path);
    return reason == 0;
}

bool store_sqlite_backup(const char *folder, const char *file, struct text *why)
{
    char *path = path_of(folder);
    bool done = store_sqlite_is_there(folder, why) && sqlite_read_all_into(path, file, why);
    free(path);
    return done;
}
