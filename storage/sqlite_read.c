/* Reading the database: see sqlite_read.h. Must not write: only the connection of sqlite_write.c
   writes. */
#include "sqlite_read.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "sql_portion.h"
#include "sqlite_file.h"
#include "sqlite_sql.h"
#include "store_asked.h"
#include "store_portion.h"

/* Where a row goes: one of the two visitors, or the number. */
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

/* The same: ends with disconnect(). */
static sqlite3 *connect_to(struct sqlite_reader *reader, int *code)
{
    *code = SQLITE_OK;
    if (reader->kept)
        return reader->kept;
    sqlite3 *db = open_to_read(reader->path, code);
    if (*code == SQLITE_OK && sqlite_file_is_memory(reader->path))
        reader->kept = db;
    return db;
}

static void disconnect(const struct sqlite_reader *reader, sqlite3 *db)
{
    if (db != reader->kept)
        sqlite3_close(db);
}

void sqlite_reader_fini(struct sqlite_reader *reader)
{
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
    sqlite3 *db = connect_to(reader, &code);
    if (code == SQLITE_OK)
        code = visit_rows(db, sql, table, rows);
    enum store_result result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (result != STORE_OK)
        log_unreadable(reader->path,
                       db ? sqlite_file_reason(db, code) : sqlite3_errstr(SQLITE_NOMEM));
    disconnect(reader, db);
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

static void fill(sqlite3 *db, struct store_portion *portion)
{
    struct sqlite_sql sql = sqlite_sql_over(db);
    sql_portion_fill(&sql.sql, portion);
}

void sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion)
{
    int code;
    sqlite3 *db = connect_to(reader, &code);
    if (code == SQLITE_OK)
        fill(db, portion);
    else
        portion->end.result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (portion->end.result != STORE_OK)
        log_unreadable(reader->path, store_result_text(portion->end.result));
    disconnect(reader, db);
}

void sqlite_read_answer(struct sqlite_reader *reader, struct store_asked *asked)
{
    int code;
    sqlite3 *db = connect_to(reader, &code);
    struct sqlite_sql sql = sqlite_sql_over(db);
    code = code ? code : sql_answer(&sql.sql, asked);
    asked->answer.result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (asked->answer.result != STORE_OK)
        log_unreadable(reader->path, store_result_text(asked->answer.result));
    disconnect(reader, db);
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
