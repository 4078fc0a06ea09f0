/* The file of the database, its formats, and statements over SQLite. Nothing is written before the
   file is known to be ours and of a format we know, and a file that is not ours does not even get
   its write-ahead log copied in. Only here the place of a format 1 record is read out of its lines
   (docs/record-format.md, version 1). */
#include "sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "migrations/sqlite.h"
#include "sqlite_guard.h"
#include "store.h"
#include "text.h"

_Static_assert(SQL_OK == SQLITE_OK && SQL_NOMEM == SQLITE_NOMEM && SQL_CORRUPT == SQLITE_CORRUPT &&
                   SQL_ROW == SQLITE_ROW && SQL_DONE == SQLITE_DONE,
               "the codes of sql.h are SQLite's");

/* One with that text that is idle, which it then is no more; NULL: none. */
static sqlite3_stmt *take_idle(struct sqlite_idle *idle, const char *text)
{
    for (int i = 0; idle && i < idle->count; i++) {
        sqlite3_stmt *own = idle->list[i];
        if (strcmp(sqlite3_sql(own), text) != 0)
            continue;
        idle->list[i] = idle->list[--idle->count];
        return own;
    }
    return NULL;
}

void sqlite_idle_fini(struct sqlite_idle *idle)
{
    while (idle->count > 0)
        sqlite3_finalize(idle->list[--idle->count]);
}

static int prepare(struct sql_statement *statement, const char *text)
{
    struct sqlite_sql *db = (struct sqlite_sql *)statement->db;
    sqlite3_stmt *own = take_idle(db->idle, text);
    int code = own ? SQLITE_OK : sqlite3_prepare_v2(db->db, text, -1, &own, NULL);
    statement->own = own;
    return code;
}

static void bind_number(struct sql_statement *statement, int parameter, int64_t number)
{
    sqlite3_bind_int64(statement->own, parameter, number);
}

static void bind_real(struct sql_statement *statement, int parameter, double real)
{
    sqlite3_bind_double(statement->own, parameter, real);
}

static void bind_text(struct sql_statement *statement, int parameter, const char *text)
{
    sqlite3_bind_text(statement->own, parameter, text, -1, SQLITE_STATIC);
}

static int step(struct sql_statement *statement)
{
    struct sqlite_sql *db = (struct sqlite_sql *)statement->db;
    int code = sqlite3_step(statement->own);
    db->sql.changed = code == SQLITE_DONE ? sqlite3_changes64(db->db) : 0;
    return code;
}

static void reset(struct sql_statement *statement)
{
    sqlite3_reset(statement->own);
    sqlite3_clear_bindings(statement->own);
}

static void finish(struct sql_statement *statement)
{
    struct sqlite_idle *idle = ((struct sqlite_sql *)statement->db)->idle;
    if (!idle || idle->count == (int)(sizeof idle->list / sizeof *idle->list)) {
        sqlite3_finalize(statement->own);
        return;
    }
    reset(statement);
    idle->list[idle->count++] = statement->own;
}

static int64_t number(struct sql_statement *statement, int column)
{
    return sqlite3_column_int64(statement->own, column);
}

static double real(struct sql_statement *statement, int column)
{
    return sqlite3_column_double(statement->own, column);
}

static const char *text(struct sql_statement *statement, int column)
{
    return (const char *)sqlite3_column_text(statement->own, column);
}

static size_t bytes(struct sql_statement *statement, int column)
{
    return (size_t)sqlite3_column_bytes(statement->own, column);
}

static enum store_result result(struct sql *db, int code)
{
    return sqlite_file_result(((struct sqlite_sql *)db)->db, code);
}

struct sqlite_sql sqlite_sql_over(sqlite3 *db)
{
    static const struct sql_ops ops = SQL_OPS;
    return (struct sqlite_sql){.sql = {.ops = &ops, .is_sqlite = true}, .db = db};
}

/* ---- formats ---- */

/* ---- format 2: the places of records of format 1 ---- */

enum { PLACE_BYTES = STORE_KEY_MAX + 1 };

/* Copies the value of `key` out of a line. False if absent or too long. */
static bool get_value(const char *line, const char *key, char value[PLACE_BYTES])
{
    char wanted[24];
    snprintf(wanted, sizeof wanted, " %s=", key);
    const char *from = strstr(line, wanted);
    size_t length = 0;
    for (const char *p = from ? from + strlen(wanted) : ""; *p && *p != ' '; p++) {
        unsigned byte = (unsigned char)*p;
        if (byte == '%' && sscanf(p + 1, "%2x", &byte) == 1)
            p += 2;
        if (length == PLACE_BYTES - 1 || !byte)
            return false;
        value[length++] = (char)byte;
    }
    value[length] = '\0';
    return length > 0;
}

/* If a seat changed hands, its private conversation goes on with the new person. */
static void follow_line(const char *line, char network[PLACE_BYTES], char room[PLACE_BYTES])
{
    char key[PLACE_BYTES];
    bool moves = strncmp(line, "claim ", 6) == 0 || strncmp(line, "bind ", 5) == 0;
    if (strncmp(line, "record ", 7) == 0 &&
        !(get_value(line, "network", network) && get_value(line, "room", room)))
        network[0] = '\0';
    if (moves && room[0] == '@' && get_value(line, "key", key) && strlen(key) + 1 < PLACE_BYTES)
        snprintf(room, PLACE_BYTES, "@%.*s", PLACE_BYTES - 2, key);
}

struct measured {
    int64_t bytes;
    char network[PLACE_BYTES], room[PLACE_BYTES];
};

static int measure(sqlite3_stmt *lines, int64_t record, struct measured *measured)
{
    int code;
    *measured = (struct measured){0};
    sqlite3_bind_int64(lines, 1, record);
    while ((code = sqlite3_step(lines)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(lines, 0);
        if (!line)
            break;
        measured->bytes += sqlite3_column_bytes(lines, 0);
        follow_line(line, measured->network, measured->room);
    }
    sqlite3_reset(lines);
    return code == SQLITE_ROW ? SQLITE_NOMEM : code;
}

static int run_with(sqlite3 *db, const char *sql, int64_t record, const struct measured *measured)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, record);
        sqlite3_bind_text(statement, 2, measured->network, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, measured->room, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 4, measured->bytes);
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Of two open records in one room, the newer record was played last. So it comes first and gets
   the place. */
static int fill_record(sqlite3 *db, sqlite3_stmt *lines, int64_t record, bool is_open)
{
    static const char update[] = "UPDATE record SET network = ?2, room = ?3, bytes = ?4, "
                                 "last = CAST(strftime('%s', 'now') AS INTEGER) WHERE id = ?1";
    static const char place[] = "INSERT INTO place (record, network, room) SELECT ?1, ?2, ?3 "
                                "WHERE ?2 <> '' ON CONFLICT DO NOTHING";
    struct measured measured;
    int code = measure(lines, record, &measured);
    if (code == SQLITE_DONE)
        code = run_with(db, update, record, &measured);
    if (code == SQLITE_OK && is_open)
        code = run_with(db, place, record, &measured);
    return code;
}

static void log_damaged(int64_t record)
{
    log_event(LOG_ERROR, "record-damaged", "table", text_number(record), "do",
              "tabletalk tables list shows it", (char *)0);
}

static int next_record(sqlite3_stmt *records, int64_t *record, bool *is_open)
{
    sqlite3_bind_int64(records, 1, *record);
    int code = sqlite3_step(records);
    if (code == SQLITE_ROW) {
        *record = sqlite3_column_int64(records, 0);
        *is_open = sqlite3_column_int(records, 1) == 0;
    }
    sqlite3_reset(records);
    return code;
}

static int fill_records(sqlite3 *db, sqlite3_stmt *records, sqlite3_stmt *lines)
{
    int64_t record = INT64_MAX;
    bool is_open;
    int code;
    while ((code = next_record(records, &record, &is_open)) == SQLITE_ROW) {
        code = fill_record(db, lines, record, is_open);
        if ((code & 0xff) == SQLITE_CORRUPT)
            log_damaged(record);
        else if (code != SQLITE_OK)
            return code;
    }
    if ((code & 0xff) == SQLITE_CORRUPT)
        log_damaged(record - 1);
    return code == SQLITE_DONE || (code & 0xff) == SQLITE_CORRUPT ? SQLITE_OK : code;
}

/* Reads through another connection: a transaction that met a damaged page cannot be committed
   any more. */
static int fill_places(sqlite3 *db)
{
    static const char *const sql[] = {
        "SELECT id, ended FROM record WHERE id < ? ORDER BY id DESC LIMIT 1",
        "SELECT text FROM line WHERE record = ? ORDER BY seq"};
    sqlite3 *before = NULL;
    sqlite3_stmt *records = NULL, *lines = NULL;
    int code = sqlite3_open_v2(sqlite3_db_filename(db, "main"), &before,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    code = code ? code : sqlite3_prepare_v2(before, sql[0], -1, &records, NULL);
    code = code ? code : sqlite3_prepare_v2(before, sql[1], -1, &lines, NULL);
    code = code ? code : fill_records(db, records, lines);
    sqlite3_finalize(records);
    sqlite3_finalize(lines);
    sqlite3_close(before);
    return code;
}

/* ---- all formats ---- */

static const struct migration {
    const char *sql;
    int (*fill)(sqlite3 *db);
} migrations[] = {{migration_0001_records, NULL},  {migration_0002_places, fill_places},
                  {migration_0003_beside, NULL},   {migration_0004_guests, NULL},
                  {migration_0005_outcomes, NULL}, {migration_0006_ahead, NULL},
                  {migration_0007_gains, NULL}};

enum { NEWEST = sizeof migrations / sizeof migrations[0] };

static int sqlite_upgrade_newest(void)
{
    return NEWEST;
}

/* Each step is one transaction, so that a kill leaves the format before or after it. Returns the
   code of SQLite. */
static int upgrade(sqlite3 *db, int format)
{
    int code = SQLITE_OK;
    bool has_records = format > 0;
    for (; code == SQLITE_OK && format < NEWEST; format++) {
        const struct migration *migration = &migrations[format];
        char finish[96];
        snprintf(finish, sizeof finish,
                 "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", SQLITE_OURS,
                 format + 1);
        code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        code = code ? code : sqlite3_exec(db, migration->sql, NULL, NULL, NULL);
        code = code || !migration->fill || !has_records ? code : migration->fill(db);
        code = code ? code : sqlite3_exec(db, finish, NULL, NULL, NULL);
    }
    return code;
}

/* ---- opening ---- */

struct stamp {
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

static bool is_ours(sqlite3 *db, const char *path, struct text *why, struct stamp *found)
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
    log_event(
        LOG_WARN, "database-laid-over", "file", path, "taken", "newest-state", "table",
        text_number(has_note ? note.table : 0), "line", text_number(has_note ? note.seq : 0),
        "note",
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
    struct stamp found = {0};
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
    code = code ? code : upgrade(db, found.format);
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
    code = code ? code : upgrade(db, 0);
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

/* As all formats in turn make it. They run once: a copy takes a twentieth of the time. */
static int fill_memory(sqlite3 *db)
{
    static sqlite3 *made; /* as long as the process */
    if (!made)
        check(sqlite3_open(":memory:", &made) == SQLITE_OK && upgrade(made, 0) == SQLITE_OK);
    sqlite3_backup *copy = sqlite3_backup_init(db, "main", made, "main");
    check(copy);
    sqlite3_backup_step(copy, -1);
    int code = sqlite3_backup_finish(copy);
    return code ? code
                : sqlite3_exec(db, "UPDATE house SET id = lower(hex(randomblob(16)))", NULL, NULL,
                               NULL);
}

static sqlite3 *open_memory(const char *path)
{
    enum {
        FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    };
    sqlite3 *db = NULL;
    check(sqlite3_open_v2(path, &db, FLAGS, NULL) == SQLITE_OK && fill_memory(db) == SQLITE_OK);
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
