/* One write for each commit: see sqlite_log.h. SQLite writes each page of a commit in two
   pieces: a head, then the page. This file collects the pieces and writes them before anything
   else happens to the log: a flush, a read, a truncation. So nothing is flushed later than
   SQLite says, and nobody reads the log before its pieces are written. This holds where every
   commit ends with a flush: with synchronous = FULL, on a device that promises not to damage
   neighbouring bytes (for other devices SQLite fills up the sector after the flush; then nothing
   is collected). Every other file is left to SQLite's own VFS. Knows nothing of what is in the
   log. */
#include "sqlite_log.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

enum { COLLECTED_MOST = 64 * 1024 }; /* 15 pages; a longer commit takes several writes */

/* The file of SQLite's own VFS lies behind it. */
struct log_file {
    sqlite3_file base;
    sqlite3_int64 at; /* where the collected bytes belong */
    int used;
    bool collects;
    unsigned char *bytes; /* COLLECTED_MOST; NULL before the first use, or if there is no memory */
};

static sqlite3_vfs vfs, *inner;

static sqlite3_file *inner_of(sqlite3_file *file)
{
    return (sqlite3_file *)(void *)((struct log_file *)(void *)file + 1);
}

/* Drops bytes that cannot be written: SQLite then rolls the whole transaction back. */
static int write_out(sqlite3_file *file)
{
    struct log_file *log = (struct log_file *)(void *)file;
    int used = log->used;
    log->used = 0;
    return used ? inner_of(file)->pMethods->xWrite(inner_of(file), log->bytes, used, log->at)
                : SQLITE_OK;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    struct log_file *log = (struct log_file *)(void *)file;
    bool goes_on = log->used && at == log->at + log->used && count <= COLLECTED_MOST - log->used;
    int code = goes_on ? SQLITE_OK : write_out(file);
    if (log->collects && !log->bytes)
        log->bytes = sqlite3_malloc(COLLECTED_MOST);
    if (code != SQLITE_OK)
        return code;
    if (!log->bytes || count > COLLECTED_MOST)
        return inner_of(file)->pMethods->xWrite(inner_of(file), bytes, count, at);
    if (!goes_on)
        log->at = at;
    memcpy(log->bytes + log->used, bytes, (size_t)count);
    log->used += count;
    return SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    int code = write_out(file);
    return code ? code : inner_of(file)->pMethods->xRead(inner_of(file), bytes, count, at);
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = write_out(file);
    return code ? code : inner_of(file)->pMethods->xTruncate(inner_of(file), size);
}

static int log_sync(sqlite3_file *file, int flags)
{
    int code = write_out(file);
    return code ? code : inner_of(file)->pMethods->xSync(inner_of(file), flags);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
    int code = write_out(file);
    return code ? code : inner_of(file)->pMethods->xFileSize(inner_of(file), size);
}

static int log_close(sqlite3_file *file)
{
    int code = write_out(file), closed = inner_of(file)->pMethods->xClose(inner_of(file));
    sqlite3_free(((struct log_file *)(void *)file)->bytes);
    return code ? code : closed;
}

/* A log is never locked: SQLite locks the database and the index of the log. */
static int log_lock(sqlite3_file *file, int level)
{
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int log_is_reserved(sqlite3_file *file, int *is_reserved)
{
    (void)file;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int log_control(sqlite3_file *file, int operation, void *arg)
{
    return inner_of(file)->pMethods->xFileControl(inner_of(file), operation, arg);
}

static int log_sector(sqlite3_file *file)
{
    return inner_of(file)->pMethods->xSectorSize(inner_of(file));
}

static int log_device(sqlite3_file *file)
{
    return inner_of(file)->pMethods->xDeviceCharacteristics(inner_of(file));
}

static int open_file(sqlite3_vfs *ours, sqlite3_filename name, sqlite3_file *file, int flags,
                     int *found)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 1,
        .xClose = log_close,
        .xRead = log_read,
        .xWrite = log_write,
        .xTruncate = log_truncate,
        .xSync = log_sync,
        .xFileSize = log_size,
        .xLock = log_lock,
        .xUnlock = log_lock,
        .xCheckReservedLock = log_is_reserved,
        .xFileControl = log_control,
        .xSectorSize = log_sector,
        .xDeviceCharacteristics = log_device,
    };
    (void)ours;
    if (!(flags & SQLITE_OPEN_WAL))
        return inner->xOpen(inner, name, file, flags, found);
    *(struct log_file *)(void *)file = (struct log_file){.used = 0};
    int code = inner->xOpen(inner, name, inner_of(file), flags, found);
    if (!inner_of(file)->pMethods)
        return code;
    file->pMethods = &methods; /* SQLite closes the file even if it could not be opened */
    if (code == SQLITE_OK)
        ((struct log_file *)(void *)file)->collects =
            log_device(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE;
    return code;
}

static void set_up(void)
{
    inner = sqlite3_vfs_find(NULL);
    if (!inner)
        return;
    vfs = *inner;
    vfs.pNext = NULL;
    vfs.zName = "tabletalk";
    vfs.szOsFile += (int)sizeof(struct log_file);
    vfs.xOpen = open_file;
    if (sqlite3_vfs_register(&vfs, 0) != SQLITE_OK)
        vfs.zName = NULL;
}

const char *sqlite_log_vfs(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_up);
    return vfs.zName;
}
