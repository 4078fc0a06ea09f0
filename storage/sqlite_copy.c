/* Copies: see sqlite_file.h. The source stays in one reading transaction, so that writes of other connections do not
   make the copy begin anew. The copy is made in steps; between two steps SQLite lets others in. */
#include "sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

enum { PAGES_A_STEP = 256 };

static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    int code = sqlite3_exec(from, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    sqlite3_backup *backup = code ? NULL : sqlite3_backup_init(to, "main", from, "main");
    if (backup) {
        while (sqlite3_backup_step(backup, PAGES_A_STEP) == SQLITE_OK)
            ;
        sqlite3_backup_finish(backup);
        code = sqlite3_errcode(to);
    } else {
        code = code ? code : sqlite3_errcode(to);
    }
    if (!sqlite3_get_autocommit(from))
        sqlite3_exec(from, "COMMIT", NULL, NULL, NULL);
    return code;
}

/* Makes the copy one file, without a log beside it. */
static int finish_copy(sqlite3 *copy, bool checked)
{
    bool has_trouble = false;
    int code = sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    if (code == SQLITE_OK && checked)
        code = sqlite_file_check(copy, &has_trouble);
    return has_trouble ? SQLITE_CORRUPT : code;
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
        text_putf(why, "%s is there already and was left as it is. Name a file that does not exist yet.", path);
    else
        text_putf(why, "%s cannot be made: %s. Name a file in a folder that you may write to.", path, strerror(errno));
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
        text_putf(why, "The database is damaged, so there is no good copy of it in %s. Keep the backups you have.",
                  path);
    else
        text_putf(why, "The copy %s failed: %s. Nothing was changed.", path, sqlite_file_reason(copy, code));
    return false;
}

/* The copy has another name until it is whole: an interrupted copy must not look like a whole one. */
static bool copy_to_part(sqlite3 *db, const char *part, const char *path, bool checked, struct text *why)
{
    sqlite3 *copy = NULL;
    if ((unlink(part) != 0 && errno != ENOENT) || !make_file(part))
        return say_not_made(path, why);
    int code = sqlite3_open_v2(part, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK)
        sqlite3_extended_result_codes(copy, 1);
    code = code ? code : sqlite3_exec(copy, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    code = code ? code : copy_pages(db, copy);
    code = code ? code : finish_copy(copy, checked);
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

bool sqlite_copy(sqlite3 *db, const char *path, bool checked, struct text *why)
{
    char part[PATH_MAX];
    struct stat about;
    if (lstat(path, &about) == 0) {
        errno = EEXIST;
        return say_not_made(path, why);
    }
    snprintf(part, sizeof part, "%s.part", path);
    if (copy_to_part(db, part, path, checked, why) && take_name(part, path, why))
        return true;
    unlink(part);
    return false;
}
