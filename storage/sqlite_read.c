/* Reading the database: see sqlite_read.h. Must not write: only the connection of sqlite_write.c writes. */
#include "sqlite_read.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "sqlite_file.h"
#include "store_portion.h"

/* Where a row goes: one of the two visitors, or the number. */
struct reader {
    store_setting_visitor *setting;
    store_line_visitor *line;
    void *arg;
    int64_t number;
    char last[STORE_KEY_MAX + 1]; /* key of a setting that was visited */
    bool is_backwards;            /* reads from the last key back, up to the keys that were read before */
};

static void take_setting(struct reader *reader, const char *key, const char *text)
{
    if (reader->is_backwards && strcmp(key, reader->last) <= 0)
        return; /* it was visited before */
    reader->setting(reader->arg, key, text);
    if (!reader->is_backwards)
        snprintf(reader->last, sizeof reader->last, "%s", key);
}

static bool take_row(sqlite3_stmt *row, struct reader *reader)
{
    const char *key = reader->setting ? (const char *)sqlite3_column_text(row, 0) : NULL;
    const char *text = (const char *)sqlite3_column_text(row, reader->setting ? 1 : 2);
    if (reader->setting && key && text)
        take_setting(reader, key, text);
    else if (reader->line && text)
        reader->line(reader->arg, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), text);
    else if (!reader->setting && !reader->line)
        reader->number = sqlite3_column_int64(row, 0);
    else
        return false;
    return true;
}

/* The code of SQLite at the end of the rows. */
static int visit_rows(sqlite3 *db, const char *sql, int64_t table, struct reader *reader)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    if (sqlite3_bind_parameter_count(statement) == 1)
        sqlite3_bind_int64(statement, 1, table);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && take_row(statement, reader))
        ;
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_NOMEM : code; /* no memory for a text */
}

/* NULL without enough memory. Close the connection even if `code` is not SQLITE_OK. */
static sqlite3 *connect_to(const char *path, int *code)
{
    sqlite3 *db = NULL;
    *code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    if (db) {
        sqlite3_extended_result_codes(db, 1);
        sqlite3_busy_timeout(db, SQLITE_BUSY_WAIT_MS);
    }
    return db;
}

static void log_unreadable(const char *path, const char *reason)
{
    log_event(LOG_ERROR, "store-unreadable", "file", path, "reason", reason, (char *)0);
}

static enum store_result read_rows(const char *path, const char *sql, int64_t table, struct reader *reader)
{
    int code;
    sqlite3 *db = connect_to(path, &code);
    if (code == SQLITE_OK)
        code = visit_rows(db, sql, table, reader);
    enum store_result result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (result != STORE_OK)
        log_unreadable(path, db ? sqlite_file_reason(db, code) : sqlite3_errstr(SQLITE_NOMEM));
    sqlite3_close(db);
    return result;
}

bool sqlite_read_all_into(const char *path, const char *file, struct text *why)
{
    int code;
    sqlite3 *db = connect_to(path, &code);
    bool done = code == SQLITE_OK ? sqlite_file_is_whole(db, path, why) && sqlite_copy(db, file, true, why)
                                  : sqlite_file_say_failed(db, code, path, why);
    if (db)
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL); /* a reader does not tidy the log */
    sqlite3_close(db);
    return done;
}

void sqlite_read_portion(const char *path, struct store_portion *portion)
{
    int code;
    sqlite3 *db = connect_to(path, &code);
    if (code == SQLITE_OK)
        sqlite_portion_fill(db, portion);
    else
        portion->end.result = db ? sqlite_file_result(db, code) : STORE_MEMORY;
    if (portion->end.result != STORE_OK)
        log_unreadable(path, store_result_text(portion->end.result));
    sqlite3_close(db);
}

/* Reads from the first key up to a damaged page, then from the last key back to it. */
enum store_result sqlite_read_settings(const char *path, store_setting_visitor *setting, void *arg)
{
    struct reader reader = {.setting = setting, .arg = arg};
    enum store_result result = read_rows(path, "SELECT key, value FROM setting ORDER BY key", 0, &reader);
    if (result != STORE_DAMAGED)
        return result;
    reader.is_backwards = true;
    result = read_rows(path, "SELECT key, value FROM setting ORDER BY key DESC", 0, &reader);
    return result == STORE_DAMAGED ? STORE_OK : result;
}

enum store_result sqlite_read_tables_in_play(const char *path, store_line_visitor *line, void *arg)
{
    static const char sql[] =
        "SELECT line.record, line.seq, line.text FROM record JOIN line ON line.record = record.id "
        "WHERE record.ended = 0 ORDER BY record.id, line.seq";
    struct reader reader = {.line = line, .arg = arg};
    return read_rows(path, sql, 0, &reader);
}

enum store_result sqlite_read_table(const char *path, int64_t table, store_line_visitor *line, void *arg)
{
    struct reader reader = {.line = line, .arg = arg};
    return read_rows(path, "SELECT record, seq, text FROM line WHERE record = ? ORDER BY seq", table, &reader);
}

/* Also looks at the lines: the page of the newest records may be damaged. */
int64_t sqlite_read_next_table(const char *path)
{
    struct reader records = {.number = 0}, lines = {.number = 0};
    enum store_result of_records = read_rows(path, "SELECT coalesce(max(id), 0) FROM record", 0, &records);
    enum store_result of_lines = of_records == STORE_DAMAGED
                                     ? read_rows(path, "SELECT coalesce(max(record), 0) FROM line", 0, &lines)
                                     : STORE_OK;
    if ((of_records != STORE_OK && of_records != STORE_DAMAGED) || of_lines != STORE_OK)
        return -1;
    return (records.number > lines.number ? records.number : lines.number) + 1;
}
