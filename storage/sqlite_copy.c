/* Copies. The source stays in one reading transaction, so that writes of others do not make the
   copy begin anew. Between two steps SQLite lets others in, and who waits for the copy is told how
   far it is. */
#include "sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "log.h"
#include "text.h"

enum { PAGES_A_STEP = 256, CHECK_STEPS = 100000 /* of SQLite's machine: about a millisecond */ };
enum { LOG_FIRST_MS = 1000, LOG_AGAIN_MS = 10000 };

struct copier {
    bool is_checked;
    store_copy_watch *watch;
    void *arg;
    struct store_copying copying;
    int64_t page_bytes;
    int reads; /* before the check */
};

static void tell(struct copier *copier, int64_t done)
{
    copier->copying.done = done < copier->copying.all ? done : copier->copying.all;
    if (copier->watch)
        copier->watch(copier->arg, &copier->copying);
}

static int64_t page_bytes(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    bool has_row = sqlite3_prepare_v2(db, "PRAGMA page_size", -1, &row, NULL) == SQLITE_OK &&
                   sqlite3_step(row) == SQLITE_ROW;
    int64_t bytes = has_row ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_finalize(row);
    return bytes;
}

static int copy_pages(sqlite3 *from, sqlite3 *to, struct copier *copier)
{
    copier->page_bytes = page_bytes(from);
    int code = sqlite3_exec(from, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    sqlite3_backup *backup = code ? NULL : sqlite3_backup_init(to, "main", from, "main");
    if (backup) {
        while (sqlite3_backup_step(backup, PAGES_A_STEP) == SQLITE_OK) {
            int pages = sqlite3_backup_pagecount(backup), left = sqlite3_backup_remaining(backup);
            copier->copying.all = pages * copier->page_bytes;
            tell(copier, (pages - left) * copier->page_bytes);
        }
        sqlite3_backup_finish(backup);
        code = sqlite3_errcode(to);
    } else {
        code = code ? code : sqlite3_errcode(to);
    }
    if (!sqlite3_get_autocommit(from))
        sqlite3_exec(from, "COMMIT", NULL, NULL, NULL);
    return code;
}

static int count_reads(sqlite3 *db)
{
    int reads = 0, most;
    sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_MISS, &reads, &most, 0);
    return reads;
}

struct check {
    sqlite3 *db;
    struct copier *copier;
};

/* The check reads each page twice: for the tree that it is part of, and for its rows. */
static int on_check(void *arg)
{
    const struct check *check = arg;
    tell(check->copier,
         (count_reads(check->db) - check->copier->reads) * check->copier->page_bytes / 2);
    return 0;
}

static int check_copy(sqlite3 *copy, struct copier *copier)
{
    bool has_trouble = false;
    struct check check = {copy, copier};
    copier->copying.is_check = true;
    copier->reads = count_reads(copy);
    tell(copier, 0);
    sqlite3_progress_handler(copy, CHECK_STEPS, on_check, &check);
    int code = sqlite_file_check(copy, &has_trouble);
    sqlite3_progress_handler(copy, 0, NULL, NULL);
    return has_trouble ? SQLITE_CORRUPT : code;
}

/* Makes the copy one file, without a log beside it. */
static int finish_copy(sqlite3 *copy, struct copier *copier)
{
    int code = sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    return code == SQLITE_OK && copier->is_checked ? check_copy(copy, copier) : code;
}

static bool flush_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return done;
}

static bool say_not_made(const char *path, struct text *why)
{
    if (errno == EEXIST)
        text_putf(why,
                  "%s is there already and was left as it is. Name a file that does not exist yet.",
                  path);
    else
        text_putf(why, "%s cannot be made: %s. Name a file in a folder that you may write to.",
                  path, strerror(errno));
    return false;
}

static bool make_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool say_failed(sqlite3 *copy, int code, const char *path, struct text *why)
{
    if ((code & 0xff) == SQLITE_CORRUPT)
        text_putf(
            why,
            "The database is damaged, so there is no good copy of it in %s. Keep the backups you have.",
            path);
    else
        text_putf(why, "The copy %s failed: %s. Nothing was changed.", path,
                  sqlite_file_reason(copy, code));
    return false;
}

/* The copy has another name until it is whole: an interrupted copy must not look like a whole
   one. */
static bool copy_to_part(sqlite3 *db, const char *part, const char *path, struct copier *copier,
                         struct text *why)
{
    sqlite3 *copy = NULL;
    if ((unlink(part) != 0 && errno != ENOENT) || !make_file(part))
        return say_not_made(path, why);
    int code = sqlite3_open_v2(part, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK)
        sqlite3_extended_result_codes(copy, 1);
    code = code ? code : sqlite3_exec(copy, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    code = code ? code : copy_pages(db, copy, copier);
    code = code ? code : finish_copy(copy, copier);
    bool done = code == SQLITE_OK || say_failed(copy, code, path, why);
    sqlite3_close(copy);
    if (done && !flush_file(part)) {
        text_putf(why, "The copy %s cannot be flushed to the disk: %s.", path, strerror(errno));
        done = false;
    }
    return done;
}

/* link(2) never overwrites; some file systems do not know it. */
static bool take_name(const char *part, const char *path, struct text *why)
{
    bool done = link(part, path) == 0;
    if (done)
        unlink(part);
    else if (errno == EPERM || errno == ENOTSUP)
        done = access(path, F_OK) != 0 && rename(part, path) == 0;
    if (!done)
        say_not_made(path, why);
    return done;
}

static bool copy_whole(sqlite3 *db, const char *path, struct copier *copier, struct text *why)
{
    char part[PATH_MAX];
    struct stat about;
    if (lstat(path, &about) == 0) {
        errno = EEXIST;
        return say_not_made(path, why);
    }
    snprintf(part, sizeof part, "%s.part", path);
    if (copy_to_part(db, part, path, copier, why) && take_name(part, path, why))
        return true;
    unlink(part);
    return false;
}

bool sqlite_copy_checked(sqlite3 *db, const char *path, store_copy_watch *watch, void *arg,
                         struct text *why)
{
    struct copier copier = {.is_checked = true, .watch = watch, .arg = arg};
    return copy_whole(db, path, &copier, why);
}

/* ---- in the log ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void log_copy(const struct sqlite_copy_log *log, const char *event,
                     const struct store_copying *copying)
{
    char done[24], all[24];
    snprintf(done, sizeof done, "%" PRId64, copying->done);
    snprintf(all, sizeof all, "%" PRId64, copying->all);
    log_event(LOG_INFO, event, "file", log->path, copying->is_check ? "checked" : "copied", done,
              "bytes", all, (char *)0);
}

void sqlite_copy_log_put(struct sqlite_copy_log *log, const struct store_copying *copying,
                         int64_t now)
{
    bool is_first = log->told == 0;
    if (now - (is_first ? log->begun : log->told) < (is_first ? LOG_FIRST_MS : LOG_AGAIN_MS))
        return;
    log_copy(log, is_first ? "copy-begun" : "copy-goes-on", copying);
    log->told = now;
}

static void watch_for_log(void *arg, const struct store_copying *copying)
{
    sqlite_copy_log_put(arg, copying, now_ms());
}

bool sqlite_copy(sqlite3 *db, const char *path, bool checked, struct text *why)
{
    struct sqlite_copy_log log = {.path = path, .begun = now_ms()};
    struct copier copier = {.is_checked = checked, .watch = watch_for_log, .arg = &log};
    bool is_done = copy_whole(db, path, &copier, why);
    if (is_done && log.told) {
        copier.copying.done = copier.copying.all;
        log_copy(&log, "copy-made", &copier.copying);
    }
    return is_done;
}
