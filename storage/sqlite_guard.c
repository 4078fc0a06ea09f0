/* The files of the database: whether they are in their place, and how the pieces of one commit
   reach the log together. */
#include "sqlite_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "data_folder.h"
#include "log.h"
#include "sqlite_file.h"
#include "text.h"

/* "id table seq mark\n", the numbers at fixed places so that they can be overwritten. */
enum {
    ID_BYTES = 32,
    LINE_BYTES = 2 * (1 + 19),
    MARK_BYTES = 1 + 16 + 1,
    NOTE_BYTES = ID_BYTES + LINE_BYTES + MARK_BYTES
};

static char *path_with(const char *path, const char *suffix)
{
    char *whole = NULL;
    check(asprintf(&whole, "%s%s", path, suffix) > 0);
    return whole;
}

/* ---- while the database is open ---- */

/* Which file lies at a path. False if absent. Asks for no times: where somebody has asked for
   the times of a file since it was written, Linux gives the next write a time of its own, and
   the flush then writes that to the disk, too. */
static bool find_file(const char *path, struct guarded_file *file)
{
    struct statx about;
    if (statx(AT_FDCWD, path, 0, STATX_INO, &about) != 0)
        return false;
    *file = (struct guarded_file){about.stx_dev_major, about.stx_dev_minor, about.stx_ino};
    return true;
}

static bool is_same_file(const struct guarded_file *one, const struct guarded_file *other)
{
    return one->inode == other->inode && one->major == other->major && one->minor == other->minor;
}

/* And by their own names all folders above it: whichever is moved takes the file along. -1 where
   that cannot be: through a symbolic link, or where a folder may not be read. */
static int watch_folders(const char *path)
{
    enum {
        IN_FOLDER = IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE,
        ITSELF = IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR
    };
    char real[PATH_MAX];
    if (!realpath(path, real) || strcmp(real, path) != 0)
        return -1;
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC), watched = watch;
    uint32_t what = IN_FOLDER | ITSELF;
    for (char *end; watched >= 0 && (end = strrchr(real, '/')) != real; what = ITSELF) {
        *end = '\0';
        watched = inotify_add_watch(watch, real, what);
    }
    if (watched >= 0)
        return watch;
    if (watch >= 0)
        close(watch);
    return -1;
}

bool sqlite_guard_init(struct sqlite_guard *guard, const char *path)
{
    static const char *const suffixes[GUARDED_FILES] = {"", "-wal", "-shm"};
    bool are_there = true;
    *guard = (struct sqlite_guard){.note = -1, .watch = -1};
    if (sqlite_file_is_memory(path))
        return true;
    /* before the files are noted: nothing happens unseen in between */
    guard->watch = watch_folders(path);
    for (int i = 0; i < GUARDED_FILES; i++) {
        guard->paths[i] = path_with(path, suffixes[i]);
        are_there &= find_file(guard->paths[i], &guard->files[i]);
    }
    char *note = path_with(path, "-id");
    guard->note = open(note, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    free(note);
    return are_there;
}

void sqlite_guard_fini(struct sqlite_guard *guard)
{
    for (int i = 0; i < GUARDED_FILES; i++)
        free(guard->paths[i]);
    if (guard->paths[0] && guard->note >= 0)
        close(guard->note);
    if (guard->paths[0] && guard->watch >= 0)
        close(guard->watch);
    *guard = (struct sqlite_guard){.note = -1, .watch = -1};
}

/* Since the last call; also where that is not known. */
static bool has_news(const struct sqlite_guard *guard)
{
    char events[4096];
    ssize_t got = read(guard->watch, events, sizeof events);
    bool is_silent = got < 0 && errno == EAGAIN;
    while (got > 0)
        got = read(guard->watch, events, sizeof events);
    return !is_silent;
}

enum sqlite_whereabouts sqlite_guard_look(struct sqlite_guard *guard)
{
    if (!guard->paths[0] || (guard->watch >= 0 && !has_news(guard) && guard->is_in_place))
        return FILES_IN_PLACE;
    guard->is_in_place = false;
    for (int i = 0; i < GUARDED_FILES; i++) {
        struct guarded_file file;
        if (!find_file(guard->paths[i], &file) || !is_same_file(&file, &guard->files[i]))
            return i == 0 ? DATABASE_GONE : LOG_GONE;
    }
    guard->is_in_place = true;
    return FILES_IN_PLACE;
}

/* ---- before the database is open ---- */

/* The size of a file beside the database. -1 if absent. */
static long long size_of(const char *path, const char *suffix)
{
    struct stat about;
    char *whole = path_with(path, suffix);
    long long size = stat(whole, &about) == 0 ? (long long)about.st_size : -1;
    free(whole);
    return size;
}

bool sqlite_guard_may_open(const char *path, struct text *why)
{
    long long database = size_of(path, ""), log = size_of(path, "-wal");
    bool was_here = size_of(path, "-id") >= 0;
    if (database == 0)
        text_putf(
            why,
            "The database %s is empty: something has cut it off. Put a backup in its place or, to start with no "
            "tables at all, move %s* away.",
            path, path);
    else if (database < 0 && (was_here || log > 0))
        text_putf(
            why,
            "The database %s is gone, and what belongs to it is still there. Put it back, or a backup. To start "
            "with no tables at all, move %s* away.",
            path, path);
    else
        return true;
    return false;
}

bool sqlite_guard_read(const char *path, struct sqlite_note *note)
{
    char bytes[NOTE_BYTES + 1], *file = path_with(path, "-id");
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t length = fd >= 0 ? read(fd, bytes, NOTE_BYTES) : -1;
    if (fd >= 0)
        close(fd);
    free(file);
    bytes[length > 0 ? length : 0] = '\0';
    *note = (struct sqlite_note){.table = 0};
    return sscanf(bytes, "%39s %" SCNd64 " %" SCNd64 " %" SCNx64, note->id, &note->table,
                  &note->seq, &note->mark) >= 3;
}

static void put_line(char bytes[LINE_BYTES + 1], int64_t table, int64_t seq)
{
    snprintf(bytes, LINE_BYTES + 1, " %019" PRId64 " %019" PRId64, table, seq);
}

void sqlite_guard_note_line(const struct sqlite_guard *guard, int64_t table, int64_t seq)
{
    char bytes[LINE_BYTES + 1];
    put_line(bytes, table, seq);
    if (guard->note >= 0 && pwrite(guard->note, bytes, LINE_BYTES, ID_BYTES) != LINE_BYTES)
        log_event(LOG_DEBUG, "line-not-noted", "reason", strerror(errno), (char *)0);
}

void sqlite_guard_forget_line(const struct sqlite_guard *guard, int64_t table)
{
    struct sqlite_note note;
    if (guard->paths[0] && sqlite_guard_read(guard->paths[0], &note) && note.table == table)
        sqlite_guard_note_line(guard, 0, 0);
}

static void put_mark(char bytes[MARK_BYTES + 1], uint64_t mark)
{
    snprintf(bytes, MARK_BYTES + 1, " %016" PRIx64 "\n", mark);
}

uint64_t sqlite_guard_mark(const unsigned char head[DATABASE_HEAD])
{
    uint64_t mark = text_hash_bytes(HASH_START, head, DATABASE_HEAD);
    return mark ? mark : 1;
}

void sqlite_guard_note_mark(const struct sqlite_guard *guard, uint64_t mark)
{
    char bytes[MARK_BYTES + 1];
    put_mark(bytes, mark);
    if (guard->paths[0] && guard->note >= 0 &&
        (pwrite(guard->note, bytes, MARK_BYTES, ID_BYTES + LINE_BYTES) != MARK_BYTES ||
         (mark == 0 && fdatasync(guard->note) != 0)))
        log_event(LOG_DEBUG, "mark-not-noted", "reason", strerror(errno), (char *)0);
}

/* A copy that SQLite has made is of a form without a log, which ours is only before it is used. */
bool sqlite_guard_is_laid_over(const char *path)
{
    enum { LOG_HEAD = 32, FORM = 18, WITHOUT_LOG = 1 };
    unsigned char head[DATABASE_HEAD];
    struct sqlite_note note;
    int fd = size_of(path, "-wal") > LOG_HEAD ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    bool is_read = fd >= 0 && pread(fd, head, sizeof head, 0) == DATABASE_HEAD;
    if (fd >= 0)
        close(fd);
    bool is_other =
        sqlite_guard_read(path, &note) && note.mark && note.mark != sqlite_guard_mark(head);
    return is_read && (is_other || head[FORM] == WITHOUT_LOG);
}

static bool sync_folder_of(const char *path)
{
    char bytes[512], *copy = path_with(path, "");
    struct text why = text_over(bytes, sizeof bytes);
    bool done = data_folder_sync(dirname(copy), &why);
    free(copy);
    return done;
}

static bool write_note(const char *path, const char *id)
{
    char line[LINE_BYTES + 1], mark[MARK_BYTES + 1], *new = path_with(path, "-new");
    put_line(line, 0, 0);
    put_mark(mark, 0);
    int fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool done = fd >= 0 && dprintf(fd, "%s%s%s", id, line, mark) == NOTE_BYTES && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    done = done && rename(new, path) == 0 && sync_folder_of(path);
    free(new);
    return done;
}

void sqlite_guard_write(const char *path, const char *id)
{
    struct sqlite_note known;
    char *file = path_with(path, "-id");
    bool is_known = sqlite_guard_read(path, &known),
         is_same = is_known && strcmp(known.id, id) == 0;
    if (is_known && !is_same)
        log_event(LOG_WARN, "another-database", "file", path, "note",
                  "it is not the one that was here before", (char *)0);
    if (!is_same && !write_note(file, id))
        log_event(LOG_WARN, "database-not-noted", "file", file, "reason", strerror(errno),
                  (char *)0);
    free(file);
}

/* ---- a copy takes over ---- */

static bool is_removed(const char *path, const char *suffix)
{
    char *whole = path_with(path, suffix);
    bool done = unlink(whole) == 0 || errno == ENOENT;
    free(whole);
    return done;
}

/* Removes the old log first: SQLite would replay it onto the copy. */
bool sqlite_guard_finish_rescue(const char *path)
{
    char *rescue = path_with(path, "-rescue");
    bool is_needed = access(rescue, F_OK) == 0;
    bool done = !is_needed || (is_removed(path, "-wal") && is_removed(path, "-shm") &&
                               rename(rescue, path) == 0 && sync_folder_of(path));
    if (is_needed && done)
        log_event(LOG_WARN, "database-rescued", "file", path, "note", "nothing is lost", (char *)0);
    free(rescue);
    return done;
}

/* ---- one write for each commit ---- */

/* SQLite writes each page of a commit in two pieces: a head, then the page. This VFS collects them
   and writes before anything else happens to the log: a flush, a read, a truncation. So nothing is
   flushed later than SQLite says, and nobody reads the log before its pieces are written. This
   holds where every commit ends with a flush: with synchronous = FULL, on a device that promises
   not to damage neighbouring bytes (for others SQLite fills up the sector after the flush; then
   nothing is collected). Other files are left to SQLite's own VFS. */

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
