/* The rows of SQLite: readings over connections that cannot write, and group commit over one that
   can. When a batch fails, its writes are tried again one by one: on a nearly full disk a short
   line may fit where a long one does not. */
#include "sqlite_file.h"

#include <limits.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "sql.h"
#include "sql_write.h"
#include "sqlite_guard.h"
#include "store_ops.h"
#include "text.h"

struct rows {
    store_setting_visitor *setting;
    store_line_visitor *line;
    void *arg;
    int64_t number;
    char last[STORE_KEY_MAX + 1]; /* key of a setting that was visited */
    /* reads from the last key back, up to the keys that were read before */
    bool is_backwards;
};

static void take_setting(struct rows *rows, const char *key, const char *text)
{
    if (rows->is_backwards && strcmp(key, rows->last) <= 0)
        return; /* it was visited before */
    rows->setting(rows->arg, key, text);
    if (!rows->is_backwards)
        snprintf(rows->last, sizeof rows->last, "%s", key);
}

static bool take_row(sqlite3_stmt *row, struct rows *rows)
{
    const char *key = rows->setting ? (const char *)sqlite3_column_text(row, 0) : NULL;
    const char *text = (const char *)sqlite3_column_text(row, rows->setting ? 1 : 2);
    if (rows->setting && key && text)
        take_setting(rows, key, text);
    else if (rows->line && text)
        rows->line(rows->arg, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), text);
    else if (!rows->setting && !rows->line)
        rows->number = sqlite3_column_int64(row, 0);
    else
        return false;
    return true;
}

/* The code of SQLite at the end of the rows. */
static int visit_rows(sqlite3 *db, const char *sql, int64_t table, struct rows *rows)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    if (sqlite3_bind_parameter_count(statement) == 1)
        sqlite3_bind_int64(statement, 1, table);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && take_row(statement, rows))
        ;
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_NOMEM : code; /* no memory for a text */
}

/* NULL without enough memory. Close the connection even if `code` is not SQLITE_OK. */
static sqlite3 *open_to_read(const char *path, int *code)
{
    sqlite3 *db = NULL;
    *code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                            NULL);
    if (db) {
        sqlite3_extended_result_codes(db, 1);
        sqlite3_busy_timeout(db, SQLITE_BUSY_WAIT_MS);
    }
    return db;
}

/* The same: ends with end_reading(). */
static sqlite3 *begin_reading(struct sqlite_reader *reader, int *code)
{
    *code = SQLITE_OK;
    if (reader->kept)
        return reader->kept;
    sqlite3 *db = open_to_read(reader->path, code);
    if (*code == SQLITE_OK && sqlite_file_is_memory(reader->path))
        reader->kept = db;
    return db;
}

static void end_reading(const struct sqlite_reader *reader, sqlite3 *db)
{
    if (db != reader->kept)
        sqlite3_close(db);
}

void sqlite_reader_fini(struct sqlite_reader *reader)
{
    sqlite_idle_fini(&reader->idle);
    sqlite3_close(reader->kept);
    free(reader->path);
}

static void log_unreadable(const char *path, const char *reason)
{
    log_event(LOG_ERROR, "store-unreadable", "file", path, "reason", reason, (char *)0);
}

static enum store_result read_rows(struct sqlite_reader *reader, const char *sql, int64_t table,
                                   struct rows *rows)
{
    int code;
    sqlite3 *db = begin_reading(reader, &code);
    if (code == SQLITE_OK)
        code = visit_rows(db, sql, table, rows);
    enum store_result result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (result != STORE_OK)
        log_unreadable(reader->path,
                       db ? sqlite_file_reason(db, code) : sqlite3_errstr(SQLITE_NOMEM));
    end_reading(reader, db);
    return result;
}

bool sqlite_read_all_into(const char *path, const char *file, store_copy_watch *watch, void *arg,
                          struct text *why)
{
    int code;
    sqlite3 *db = open_to_read(path, &code);
    bool done = code == SQLITE_OK ? sqlite_file_is_whole(db, path, why) &&
                                        sqlite_copy_checked(db, file, watch, arg, why)
                                  : sqlite_file_say_failed(db, code, path, why);
    if (db)
        /* a reader does not tidy the log */
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(db);
    return done;
}

static struct sqlite_sql sql_over(struct sqlite_reader *reader, sqlite3 *db)
{
    struct sqlite_sql sql = sqlite_sql_over(db);
    sql.idle = db == reader->kept ? &reader->idle : NULL;
    return sql;
}

static void fill(struct sqlite_reader *reader, sqlite3 *db, struct store_portion *portion)
{
    struct sqlite_sql sql = sql_over(reader, db);
    sql_portion_fill(&sql.sql, portion);
}

void sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion)
{
    int code;
    sqlite3 *db = begin_reading(reader, &code);
    if (code == SQLITE_OK)
        fill(reader, db, portion);
    else
        portion->end.result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (portion->end.result != STORE_OK)
        log_unreadable(reader->path, store_result_text(portion->end.result));
    end_reading(reader, db);
}

void sqlite_read_answer(struct sqlite_reader *reader, struct store_asked *asked)
{
    int code;
    sqlite3 *db = begin_reading(reader, &code);
    struct sqlite_sql sql = sql_over(reader, db);
    code = code ? code : sql_answer(&sql.sql, asked);
    asked->answer.result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (asked->answer.result != STORE_OK)
        log_unreadable(reader->path, store_result_text(asked->answer.result));
    end_reading(reader, db);
}

static sqlite3 *open_to_write(const char *path, int *code)
{
    sqlite3 *db = NULL;
    *code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, SQLITE_BUSY_WAIT_MS);
    *code = *code ? *code : sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    return db;
}

enum store_result sqlite_rows(struct sqlite_reader *reader, bool writes, store_rows *run, void *arg)
{
    int code;
    sqlite3 *db = writes ? open_to_write(reader->path, &code) : open_to_read(reader->path, &code);
    struct sqlite_sql sql = sqlite_sql_over(db);
    code = code ? code : sql_do(&sql.sql, writes ? "BEGIN IMMEDIATE" : "BEGIN");
    code = code ? code : run(arg, &sql.sql);
    code = code ? code : sql_do(&sql.sql, "COMMIT");
    enum store_result result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    sqlite3_close(db); /* which rolls back what was not committed */
    return result;
}

/* Reads from the first key up to a damaged page, then from the last key back to it. */
enum store_result sqlite_read_settings(struct sqlite_reader *reader, store_setting_visitor *setting,
                                       void *arg)
{
    struct rows rows = {.setting = setting, .arg = arg};
    enum store_result result =
        read_rows(reader, "SELECT key, value FROM setting ORDER BY key", 0, &rows);
    if (result != STORE_DAMAGED)
        return result;
    rows.is_backwards = true;
    result = read_rows(reader, "SELECT key, value FROM setting ORDER BY key DESC", 0, &rows);
    return result == STORE_DAMAGED ? STORE_OK : result;
}

enum store_result sqlite_read_tables_in_play(struct sqlite_reader *reader, store_line_visitor *line,
                                             void *arg)
{
    static const char sql[] =
        "SELECT line.record, line.seq, line.text FROM record JOIN line ON line.record = record.id "
        "WHERE record.ended = 0 ORDER BY record.id, line.seq";
    struct rows rows = {.line = line, .arg = arg};
    return read_rows(reader, sql, 0, &rows);
}

enum store_result sqlite_read_table(struct sqlite_reader *reader, int64_t table,
                                    store_line_visitor *line, void *arg)
{
    struct rows rows = {.line = line, .arg = arg};
    return read_rows(reader, "SELECT record, seq, text FROM line WHERE record = ? ORDER BY seq",
                     table, &rows);
}

/* Also looks at the lines: the page of the newest records may be damaged. */
int64_t sqlite_read_next_table(struct sqlite_reader *reader)
{
    struct rows records = {.number = 0}, lines = {.number = 0};
    enum store_result of_records =
        read_rows(reader, "SELECT coalesce(max(id), 0) FROM record", 0, &records);
    enum store_result of_lines =
        of_records == STORE_DAMAGED
            ? read_rows(reader, "SELECT coalesce(max(record), 0) FROM line", 0, &lines)
            : STORE_OK;
    if ((of_records != STORE_OK && of_records != STORE_DAMAGED) || of_lines != STORE_OK)
        return -1;
    return (records.number > lines.number ? records.number : lines.number) + 1;
}

/* ---- writing: group commit ---- */

enum { TIDY_PAGES = 1000 }; /* pages the log grows by between two attempts to fold it in: 4 MB */

struct sqlite_writer {
    char *path;
    sqlite3 *db; /* NULL if it could not be opened again after a rescue; that will be tried again */
    struct sqlite_guard guard;
    struct sqlite_sql sql; /* over `db` */
    struct sql_writer rows;
    bool has_erased;    /* the write-ahead log may hold what was erased */
    int wal_pages;      /* in the write-ahead log after the last commit */
    int tidy_at;        /* try to copy the log into the database from so many pages on */
    bool is_in_trouble; /* the last transaction failed; logged */
};

/* ---- the connection ---- */

static int on_commit(void *arg, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_writer *writer = arg;
    (void)db;
    (void)name;
    if (pages < writer->wal_pages) /* the log was copied into the database and begins anew */
        writer->tidy_at = TIDY_PAGES;
    writer->wal_pages = pages;
    return SQLITE_OK;
}

static void disconnect(struct sqlite_writer *writer)
{
    sql_writer_close(&writer->rows);
    /* SQLite copies the log, unless somebody else still reads */
    sqlite_guard_note_mark(&writer->guard, 0);
    sqlite3_close(writer->db);
    writer->db = NULL;
    sqlite_guard_fini(&writer->guard);
}

/* Copies the log into the database, which has another mark afterwards: a transaction that
   changes nothing else counts a number in its head. */
static bool copy_log(struct sqlite_writer *writer, int mode)
{
    sqlite_guard_note_mark(&writer->guard, 0);
    sqlite_file_touch(writer->db);
    int code = sqlite3_wal_checkpoint_v2(writer->db, "main", mode, NULL, NULL);
    sqlite_guard_note_mark(&writer->guard, sqlite_file_mark(writer->db));
    return code == SQLITE_OK;
}

/* False while somebody still reads what stands there. */
static bool empty_log(struct sqlite_writer *writer)
{
    return copy_log(writer, SQLITE_CHECKPOINT_TRUNCATE);
}

static bool connect_to(struct sqlite_writer *writer, struct text *why)
{
    writer->db = sqlite_file_open(writer->path, why);
    if (!writer->db)
        return false;
    writer->wal_pages = 0;
    writer->tidy_at = TIDY_PAGES;
    sqlite3_wal_hook(writer->db, on_commit,
                     /* instead of SQLite's own hook, which copies the log while players wait */
                     writer);
    writer->sql = sqlite_sql_over(writer->db);
    int code = sql_writer_open(&writer->rows, &writer->sql.sql);
    bool is_whole = sqlite_guard_init(&writer->guard, writer->path);
    if (code != SQLITE_OK)
        sqlite_file_say_failed(writer->db, code, writer->path, why);
    else if (!is_whole)
        text_putf(why, "The database %s has lost its log while it was opened. Start again.",
                  writer->path);
    if (code == SQLITE_OK && is_whole) {
        writer->has_erased = !empty_log(writer); /* perhaps a process was killed before it could */
        return true;
    }
    disconnect(writer);
    return false;
}

/* ---- files that are not where they were ---- */

/* Somebody deleted the log, but this connection can still read it: a whole copy takes the place of
   the database, and no line is lost that was said to be durable. */
static bool rescue(struct sqlite_writer *writer)
{
    char bytes[512] = "", copy[PATH_MAX], part[PATH_MAX];
    struct text why = text_over(bytes, sizeof bytes);
    snprintf(copy, sizeof copy, "%s-rescue", writer->path);
    snprintf(part, sizeof part, "%s-rescue-part", writer->path);
    unlink(part);
    bool is_copied = sqlite_copy(writer->db, part, false, &why) && rename(part, copy) == 0;
    if (is_copied) {
        sqlite3_db_config(writer->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        disconnect(writer);
    }
    bool is_done = is_copied && connect_to(writer, &why);
    if (!is_done)
        log_event(LOG_ERROR, "rescue-failed", "why", bytes, (char *)0);
    return is_done;
}

/* SQLITE_OK, or why nothing can be written. */
static int be_in_place(struct sqlite_writer *writer)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    if (!writer->db && !connect_to(writer, &why))
        return SQLITE_CANTOPEN;
    switch (sqlite_guard_look(&writer->guard)) {
    case FILES_IN_PLACE:
        return SQLITE_OK;
    case LOG_GONE:
        log_event(LOG_ERROR, "log-gone", "file", writer->path, "note",
                  "its -wal or -shm was moved or deleted while tabletalk runs; never do that",
                  (char *)0);
        return rescue(writer) ? SQLITE_OK : SQLITE_READONLY_DBMOVED;
    case DATABASE_GONE:
        return SQLITE_READONLY_DBMOVED;
    }
    return SQLITE_OK;
}

/* ---- transactions ---- */

static int begin(struct sqlite_writer *writer)
{
    int code = be_in_place(writer);
    if (code == SQLITE_OK &&
        !sqlite3_get_autocommit(writer->db)) /* no memory for a rollback, either */
        code = sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
    return code ? code : sql_do(&writer->sql.sql, "BEGIN IMMEDIATE");
}

static int write_one(struct sqlite_writer *writer, struct store_work *work)
{
    writer->rows.dropped = 0;
    writer->has_erased |= work->erases;
    int code = sql_writer_apply(&writer->rows, work);
    if (writer->rows.dropped)
        sqlite_guard_forget_line(&writer->guard, writer->rows.dropped);
    if (work->pruned && !work->is_more)
        sqlite3_db_release_memory(writer->db); /* once an hour: the cached pages */
    return code;
}

static int write_together(struct sqlite_writer *writer, struct store_work *first,
                          const struct store_work *end)
{
    int code = SQLITE_OK;
    for (struct store_work *work = first; code == SQLITE_OK && work != end; work = work->next)
        code = write_one(writer, work);
    return code ? code : sql_do(&writer->sql.sql, "COMMIT");
}

static void note_outcome(struct sqlite_writer *writer, int code)
{
    if (!code && writer->is_in_trouble)
        log_event(LOG_INFO, "store-recovered", (char *)0);
    if (code && !writer->is_in_trouble) {
        char number[16];
        snprintf(number, sizeof number, "%d", code);
        log_event(LOG_ERROR, "store-failed", "code", number, "reason",
                  sqlite_file_reason(writer->db, code), (char *)0);
    }
    writer->is_in_trouble = code != SQLITE_OK;
}

static enum store_result fail(struct sqlite_writer *writer, int code)
{
    enum store_result result = sqlite_file_result(writer->db, code);
    note_outcome(writer, code);
    if (writer->db && !sqlite3_get_autocommit(writer->db))
        sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
    /* If the flush failed, the refused transaction lies whole at the end of the log, and a
       restart would accept it. So write a transaction over it that changes nothing, whether it
       can be flushed or not. */
    if (code == SQLITE_IOERR_FSYNC)
        sqlite_file_touch(writer->db);
    return result;
}

static void note_newest_line(const struct sqlite_writer *writer, const struct store_work *first,
                             const struct store_work *end)
{
    const struct store_work *newest = NULL;
    for (const struct store_work *work = first; work != end; work = work->next)
        if (work->table && work->result == STORE_OK)
            newest = work;
    if (newest)
        sqlite_guard_note_line(&writer->guard, newest->table,
                               newest->first_seq + newest->count - 1);
}

/* How a transaction ended. If it could not begin, its writes are not tried one by one. */
enum outcome { COMMITTED, REFUSED, NOT_BEGUN };

static enum outcome try_writes(struct sqlite_writer *writer, struct store_work *first,
                               const struct store_work *end)
{
    int code = begin(writer);
    enum outcome failure = code ? NOT_BEGUN : REFUSED;
    code = code ? code : write_together(writer, first, end);
    /* Look again: the files may have gone during the commit. If the rescue fails, too, or the
       database itself has just gone, a refused line may be on the disk. Then the next append to
       its table is a conflict. */
    code = code ? code : be_in_place(writer);
    if (code == SQLITE_OK) {
        note_newest_line(writer, first, end);
        note_outcome(writer, SQLITE_OK);
        return COMMITTED;
    }
    enum store_result result = fail(writer, code);
    for (struct store_work *work = first; work != end; work = work->next)
        work->result = result;
    return failure;
}

void sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch)
{
    enum outcome outcome = try_writes(writer, batch->first, NULL);
    if (outcome == REFUSED && batch->first != batch->last)
        for (struct store_work *work = batch->first; work; work = work->next)
            try_writes(writer, work, work->next);
    if (writer->has_erased && writer->db)
        writer->has_erased = !empty_log(writer);
}

void sqlite_writer_tidy(struct sqlite_writer *writer)
{
    if (!writer->db || writer->wal_pages < writer->tidy_at)
        return;
    /* Passive: does not wait for readers or backups. Pages that they still need stay in the log
       until the next time. */
    copy_log(writer, SQLITE_CHECKPOINT_PASSIVE);
    writer->tidy_at = writer->wal_pages + TIDY_PAGES;
}

void sqlite_writer_free(struct sqlite_writer *writer)
{
    disconnect(writer);
    free(writer->path);
    free(writer);
}

struct sqlite_writer *sqlite_writer_new(const char *path, struct text *why)
{
    struct sqlite_writer *writer = calloc(1, sizeof *writer);
    check(writer);
    writer->path = strdup(path);
    check(writer->path);
    if (connect_to(writer, why))
        return writer;
    sqlite_writer_free(writer);
    return NULL;
}
