/* See sqlite_sql.h: each function is one of SQLite's. */
#include "sqlite_sql.h"

#include <sqlite3.h>

#include "sqlite_file.h"

_Static_assert(SQL_OK == SQLITE_OK && SQL_NOMEM == SQLITE_NOMEM && SQL_CORRUPT == SQLITE_CORRUPT &&
                   SQL_ROW == SQLITE_ROW && SQL_DONE == SQLITE_DONE,
               "the codes of sql.h are SQLite's");

static int prepare(struct sql_statement *statement, const char *text)
{
    sqlite3_stmt *own = NULL;
    int code = sqlite3_prepare_v2(((struct sqlite_sql *)statement->db)->db, text, -1, &own, NULL);
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
    sqlite3_finalize(statement->own);
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
    static const struct sql_ops ops = {.prepare = prepare,
                                       .bind_number = bind_number,
                                       .bind_real = bind_real,
                                       .bind_text = bind_text,
                                       .step = step,
                                       .reset = reset,
                                       .finish = finish,
                                       .number = number,
                                       .real = real,
                                       .text = text,
                                       .bytes = bytes,
                                       .result = result};
    return (struct sqlite_sql){.sql = {.ops = &ops, .is_sqlite = true}, .db = db};
}
