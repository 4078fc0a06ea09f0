/* Opening the database: see sqlite_file.h. The order matters: nothing is written before the file
   is known to be ours and of a format we know, and a file that is not ours does not even get its
   write-ahead log copied in. */
#include "sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "sqlite_guard.h"
#include "sqlite_log.h"
#include "text.h"

struct identity {
    int application, format, objects;
};

static int last_errno(sqlite3_file *file)
{
    int reason = 0;
    if (file && file->pMethods)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    return reason;
}

/* The errno behind a failure of the disk, 0 if unknown. After a failed commit SQLite does not
   always know it: then the log or the database file tells. */
static int system_reason(sqlite3 *db, int code)
{
    sqlite3_file *log = NULL, *file = NULL;
    int kind = code & 0xff, reason = 0;
    if (kind == SQLITE_IOERR) {
        sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
        sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
        reason = last_errno(log);
        reason = reason ? reason : last_errno(file);
    }
    return reason || (kind != SQLITE_IOERR && kind != SQLITE_CANTOPEN) ? reason
                                                                       : sqlite3_system_errno(db);
}

static enum store_result result_of_errno(int reason)
{
    bool is_full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
    bool is_closed = reason == EROFS || reason == EACCES || reason == EPERM;
    return is_full ? STORE_FULL : is_closed ? STORE_READ_ONLY : STORE_IO;
}

enum store_result sqlite_file_result(sqlite3 *db, int code)
{
    if (code == SQLITE_IOERR_NOMEM)
        return STORE_MEMORY;
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return STORE_OK;
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_READONLY:
        return code == SQLITE_READONLY_DBMOVED ? STORE_GONE : STORE_READ_ONLY;
    case SQLITE_BUSY:
        return STORE_BUSY;
    case SQLITE_NOMEM:
        return STORE_MEMORY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STORE_DAMAGED;
    default:
        return result_of_errno(system_reason(db, code));
    }
}

const char *sqlite_file_reason(sqlite3 *db, int code)
{
    int reason = system_reason(db, code);
    if (code == SQLITE_READONLY_DBMOVED)
        return "its files were moved or deleted: put them back, or start again with a backup in their place";
    return reason ? strerror(reason) : sqlite3_errstr(code);
}

static int query_int(sqlite3 *db, const char *sql, int *value)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
        *value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

bool sqlite_file_say_failed(sqlite3 *db, int code, const char *path, struct text *why)
{
    text_putf(why, "The database %s cannot be opened: %s.", path, sqlite_file_reason(db, code));
    enum store_result result = sqlite_file_result(db, code);
    if (result == STORE_BUSY)
        text_put(why, " Another program holds it: let it finish, then start again.");
    else if (result == STORE_MEMORY)
        text_put(why,
                 " Nothing is wrong with it: give this machine more memory, then start again.");
    else if (result == STORE_DAMAGED || (code & 0xff) == SQLITE_ERROR)
        text_put(why, " It is damaged: put a backup of it in its place.");
    return false;
}

static bool is_ours(sqlite3 *db, const char *path, struct text *why, struct identity *found)
{
    int code = query_int(db, "PRAGMA application_id", &found->application);
    code = code ? code : query_int(db, "PRAGMA user_version", &found->format);
    code = code ? code : query_int(db, "SELECT count(*) FROM sqlite_schema", &found->objects);
    enum store_result result = sqlite_file_result(db, code);
    if (result != STORE_OK && result != STORE_DAMAGED)
        return sqlite_file_say_failed(db, code, path, why);
    bool is_empty = !found->application && !found->format && !found->objects;
    if (result == STORE_DAMAGED || (found->application != SQLITE_OURS && !is_empty)) {
        text_putf(
            why,
            "%s is %s. Put a backup of the database in its place, or move it away to start with an empty one; it "
            "was left as it is.",
            path,
            result == STORE_DAMAGED ? "not a database, or a damaged one"
                                    : "a database of another program");
        return false;
    }
    if (found->format > sqlite_upgrade_newest()) {
        text_putf(
            why,
            "The database %s was written by a newer version of tabletalk (its format is %d, this version knows "
            "up to %d). Start the newer version, or put the copy that 'tabletalk backup' made before the upgrade in "
            "its place; it was left as it is.",
            path, found->format, sqlite_upgrade_newest());
        return false;
    }
    return true;
}

void sqlite_file_touch(sqlite3 *db)
{
    char touch[64];
    snprintf(touch, sizeof touch, "PRAGMA application_id = %d", SQLITE_OURS);
    sqlite3_exec(db, touch, NULL, NULL, NULL);
}

/* The last line that the note names must be in the database. */
static bool has_newest_line(sqlite3 *db, const char *path, const struct sqlite_note *note,
                            struct text *why)
{
    char sql[96];
    int lines = 0;
    snprintf(sql, sizeof sql, "SELECT lines FROM record WHERE id = %lld", (long long)note->table);
    int code = note->table ? query_int(db, sql, &lines) : SQLITE_OK;
    if (!note->table || lines >= note->seq || (code != SQLITE_OK && code != SQLITE_DONE))
        return true; /* other code deals with a damaged page */
    text_putf(
        why,
        "The database %s is older than it was: line %lld of table %lld was saved and is not there. Put back its "
        "newest state, with the file %s-wal. If that is lost, or you put a backup there on purpose, remove "
        "%s-id and start again.",
        path, (long long)note->seq, (long long)note->table, path, path);
    return false;
}

/* "" if it cannot be read. */
static void read_id(sqlite3 *db, char *id, size_t size)
{
    sqlite3_stmt *row = NULL;
    id[0] = '\0';
    if (sqlite3_prepare_v2(db, "SELECT id FROM house", -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 0))
        snprintf(id, size, "%s", (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
}

/* If `has_note`, `note` was read before the database, into which another process may write
   meanwhile. */
static bool is_same_as_before(sqlite3 *db, const char *path, bool has_note,
                              const struct sqlite_note *note, struct text *why)
{
    char id[sizeof note->id];
    read_id(db, id, sizeof id);
    return !has_note || strcmp(note->id, id) != 0 || has_newest_line(db, path, note, why);
}

static bool is_as_noted(sqlite3 *db, const char *path, struct text *why)
{
    struct sqlite_note note;
    char id[sizeof note.id];
    bool has_note = sqlite_guard_read(path, &note);
    if (!is_same_as_before(db, path, has_note, &note, why))
        return false;
    read_id(db, id, sizeof id);
    if (id[0])
        sqlite_guard_write(path, id);
    return true;
}

bool sqlite_file_is_whole(sqlite3 *db, const char *path, struct text *why)
{
    struct sqlite_note note;
    bool has_note = sqlite_guard_read(path, &note);
    int application = 0, code = query_int(db, "PRAGMA application_id", &application);
    enum store_result result = sqlite_file_result(db, code);
    if (result != STORE_OK && result != STORE_DAMAGED)
        return sqlite_file_say_failed(db, code, path, why);
    if (result == STORE_OK && application == SQLITE_OURS)
        return is_same_as_before(db, path, has_note, &note, why);
    text_putf(why, "%s is %s, so there is nothing to copy. Keep the backups you have.", path,
              result == STORE_OK ? "not a database of tabletalk"
                                 : "not a database, or a damaged one");
    return false;
}

static int note_trouble(void *arg, int columns, char **values, char **names)
{
    (void)names;
    if (columns < 1 || !values[0] || strcmp(values[0], "ok") != 0)
        *(bool *)arg = true;
    return 0;
}

int sqlite_file_check(sqlite3 *db, bool *has_trouble)
{
    return sqlite3_exec(db, "PRAGMA integrity_check(1)", note_trouble, has_trouble, NULL);
}

/* A copy was laid over the database, whose log was still there: SQLite sees what the log holds,
   and only below it the copy. That is the newest state if the log holds all that differs; else
   neither of the two. */
static bool is_newest_state(sqlite3 *db, const char *path, struct text *why)
{
    struct sqlite_note note;
    bool has_trouble = false, has_note = sqlite_guard_read(path, &note);
    int code = sqlite_file_check(db, &has_trouble);
    if (code != SQLITE_OK || has_trouble || !is_same_as_before(db, path, has_note, &note, why)) {
        why->length = 0;
        text_putf(
            why,
            "The database %s is another one than before, and the log %s-wal, which belongs to the one before, does not "
            "fit it. To go on from the file that lies there now, move %s-wal, %s-shm and %s-id away; to go on from "
            "the newest state, put back the file that was there. Nothing was changed.",
            path, path, path, path, path);
        return false;
    }
    char table[24], line[24];
    snprintf(table, sizeof table, "%lld", has_note ? (long long)note.table : 0);
    snprintf(line, sizeof line, "%lld", has_note ? (long long)note.seq : 0);
    log_event(
        LOG_WARN, "database-laid-over", "file", path, "taken", "newest-state", "table", table,
        "line", line, "note",
        "another file lay where the database was, with the log of the one before: the newest state of before was taken, "
        "not that file. To go on from that file, stop, move all tabletalk.db* away and put it there",
        (char *)0);
    return true;
}

uint64_t sqlite_file_mark(sqlite3 *db)
{
    sqlite3_file *file = NULL;
    unsigned char head[DATABASE_HEAD];
    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    bool is_read =
        file && file->pMethods && file->pMethods->xRead(file, head, sizeof head, 0) == SQLITE_OK;
    return is_read ? sqlite_guard_mark(head) : 0;
}

static bool set_up(sqlite3 *db, const char *path, bool is_laid_over, struct text *why)
{
    struct identity found = {0};
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, SQLITE_BUSY_WAIT_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (!is_ours(db, path, why, &found) || (is_laid_over && !is_newest_state(db, path, why)))
        return false;
    if (sqlite3_db_readonly(db, "main") == 1) {
        text_putf(
            why,
            "The database %s may only be read. Give the user that runs tabletalk the right to write to it.",
            path);
        return false;
    }
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    /* A backup or another reader can make the log grow; afterwards it shrinks back to this many
       bytes. */
    static const char pragmas[] =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "PRAGMA journal_size_limit = 8388608;"
        "PRAGMA secure_delete = ON;" /* what is deleted or erased is overwritten */
        /* KB: mostly the latest writes are read */
        "PRAGMA cache_size = -512";
    int code = sqlite3_exec(db, pragmas, NULL, NULL, NULL);
    code = code ? code : sqlite_upgrade(db, found.format);
    return code ? sqlite_file_say_failed(db, code, path, why) : is_as_noted(db, path, why);
}

/* ---- the file itself ---- */

static bool say_closed(const char *path, struct text *why)
{
    text_putf(
        why,
        "The database %s cannot be opened: %s. The user that runs tabletalk must be able to write to it.",
        path, strerror(errno));
    return false;
}

/* SQLite would make the file readable for everybody. Call it only before SQLite opens the file:
   closing any descriptor of a file drops this process's locks on it. */
static bool touch_file(const char *path, int flags)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | flags, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Creates the file under another name, so that an empty file is never an unfinished one of ours. */
static bool make_database(const char *path, struct text *why)
{
    char making[PATH_MAX];
    sqlite3 *db = NULL;
    snprintf(making, sizeof making, "%s-making", path);
    if ((unlink(making) != 0 && errno != ENOENT) || !touch_file(making, O_CREAT | O_EXCL))
        return say_closed(path, why);
    int code = sqlite3_open_v2(making, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    code = code ? code : sqlite3_extended_result_codes(db, 1);
    code = code ? code : sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    code = code ? code : sqlite_upgrade(db, 0);
    if (code != SQLITE_OK)
        sqlite_file_say_failed(db, code, path, why);
    sqlite3_close(db);
    if (code == SQLITE_OK && rename(making, path) != 0)
        return say_closed(path, why);
    if (code == SQLITE_OK)
        log_event(LOG_INFO, "database-new", "file", path, "note",
                  "there was none: no tables, no settings", (char *)0);
    return code == SQLITE_OK;
}

static bool find_file(const char *path, struct text *why)
{
    if (!sqlite_guard_finish_rescue(path))
        return say_closed(path, why);
    if (!sqlite_guard_may_open(path, why))
        return false;
    if (access(path, F_OK) != 0)
        return make_database(path, why);
    return touch_file(path, 0) || say_closed(path, why);
}

static sqlite3 *open_memory(const char *path)
{
    enum {
        FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    };
    sqlite3 *db = NULL;
    check(sqlite3_open_v2(path, &db, FLAGS, NULL) == SQLITE_OK &&
          sqlite_upgrade(db, 0) == SQLITE_OK);
    sqlite3_extended_result_codes(db, 1);
    return db;
}

sqlite3 *sqlite_file_open(const char *path, struct text *why)
{
    sqlite3 *db = NULL;
    if (sqlite_file_is_memory(path))
        return open_memory(path);
    if (!find_file(path, why))
        return NULL;
    bool is_laid_over = sqlite_guard_is_laid_over(path);
    int code =
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, sqlite_log_vfs());
    if (code == SQLITE_OK ? set_up(db, path, is_laid_over, why)
                          : sqlite_file_say_failed(db, code, path, why))
        return db;
    sqlite3_close(db);
    return NULL;
}
