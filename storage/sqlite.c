/* The store in SQLite, over the threads of store_work.h. Only the writer uses the writing
   connection. The store in memory is the same without threads and without a file. Next:
   sqlite_rows.c, the transaction; sql.c, the readings; sqlite_file.c, the opening. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "data_folder.h"
#include "machine.h"
#include "sqlite_file.h"
#include "sqlite_guard.h"
#include "store_ops.h"
#include "store_read.h"
#include "store_work.h"
#include "text.h"

struct sqlite_store {
    struct store store;
    struct sqlite_reader reader;
    int lock_fd;
    struct sqlite_writer *writer;
    struct store_threads threads;
};

static void sqlite_commit(void *arg, const struct store_work_list *batch)
{
    sqlite_writer_commit(((struct sqlite_store *)arg)->writer, batch);
}

static void sqlite_committed(void *arg)
{
    sqlite_writer_tidy(((struct sqlite_store *)arg)->writer);
}

static void sqlite_read(void *arg, struct store_portion *portion)
{
    sqlite_read_portion(&((struct sqlite_store *)arg)->reader, portion);
}

static void sqlite_answer(void *arg, struct store_asked *asked)
{
    sqlite_read_answer(&((struct sqlite_store *)arg)->reader, asked);
}

static void sqlite_end(void *arg)
{
    sqlite_writer_free(((struct sqlite_store *)arg)->writer);
}

static void sqlite_take(struct store *store, struct store_work *work)
{
    store_threads_take(&((struct sqlite_store *)store)->threads, work);
}

static int sqlite_fd(struct store *store)
{
    return ((struct sqlite_store *)store)->threads.finished.fd;
}

static void sqlite_dispatch(struct store *store)
{
    store_threads_dispatch(&((struct sqlite_store *)store)->threads);
}

static bool sqlite_flush(struct store *store, int ms)
{
    return store_threads_flush(&((struct sqlite_store *)store)->threads, ms);
}

static void sqlite_free(struct sqlite_store *sqlite)
{
    if (sqlite->lock_fd >= 0)
        close(sqlite->lock_fd); /* last: another process may now lock the folder */
    sqlite_reader_fini(&sqlite->reader);
    free(sqlite);
}

static bool sqlite_close_store(struct store *store, int ms)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    if (!store_threads_close(&sqlite->threads, ms))
        return false;
    sqlite_free(sqlite);
    return true;
}

static enum store_result sqlite_load(struct store *store, store_setting_visitor *setting,
                                     store_line_visitor *line, void *arg)
{
    struct sqlite_reader *reader = &((struct sqlite_store *)store)->reader;
    enum store_result result = setting ? sqlite_read_settings(reader, setting, arg) : STORE_OK;
    return result == STORE_OK && line ? sqlite_read_tables_in_play(reader, line, arg) : result;
}

static enum store_result sqlite_read_one(struct store *store, int64_t table,
                                         store_line_visitor *line, void *arg)
{
    return sqlite_read_table(&((struct sqlite_store *)store)->reader, table, line, arg);
}

static int64_t sqlite_next_table(struct store *store)
{
    return sqlite_read_next_table(&((struct sqlite_store *)store)->reader);
}

static enum store_result sqlite_with_rows(struct store *store, bool writes, store_rows *run,
                                          void *arg)
{
    return sqlite_rows(&((struct sqlite_store *)store)->reader, writes, run, arg);
}

static struct store *start(char *path_take, int lock_fd, struct sqlite_writer *writer,
                           bool is_inline, struct text *why)
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
        .with_rows = sqlite_with_rows,
    };
    static const struct store_threads_ops threads = {.commit = sqlite_commit,
                                                     .committed = sqlite_committed,
                                                     .read = sqlite_read,
                                                     .answer = sqlite_answer,
                                                     .end = sqlite_end};
    struct sqlite_store *sqlite = calloc(1, sizeof *sqlite);
    check(sqlite);
    sqlite->store.ops = &ops;
    sqlite->reader.path = path_take;
    sqlite->lock_fd = lock_fd;
    sqlite->writer = writer;
    if (store_threads_start(&sqlite->threads, &threads, sqlite, is_inline, why))
        return &sqlite->store;
    sqlite_free(sqlite);
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
    ((struct sqlite_store *)store)->threads.is_prompt = true;
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
        machine_user_name(about.st_uid, owner);
        text_putf(
            why,
            "The data folder %s is closed to you: it belongs to the user %s. Ask as that user, for example by runuser -u.",
            folder, owner);
    } else if (!sqlite_guard_may_open(path, why)) {
        reason = ENOENT;
    } else if (reason == ENOENT || reason == ENOTDIR) {
        text_putf(
            why,
            "There are no tables in %s; give the folder of your tabletalk by --config FILE or --data FOLDER.",
            folder);
    } else if (reason) {
        text_putf(why, "The database %s cannot be looked at: %s.", path, strerror(reason));
    }
    free(path);
    return reason == 0;
}

bool store_sqlite_backup(const char *folder, const char *file, store_copy_watch *watch, void *arg,
                         struct text *why)
{
    char *path = path_of(folder);
    bool done =
        store_sqlite_is_there(folder, why) && sqlite_read_all_into(path, file, watch, arg, why);
    free(path);
    return done;
}
