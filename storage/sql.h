/* Statements, as both databases run them: what the store does with rows is written once, over this,
   and runs in SQLite (sqlite_file.c) and in PostgreSQL (postgres_link.c). Statements are SQL that
   both understand, with parameters ?1, ?2; where they differ, sql_either() chooses. */
#ifndef SQL_H
#define SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store.h"

struct sql;
struct sql_statement;

/* What functions here return: one of these, or another code of that database. The numbers are
   SQLite's. */
enum { SQL_OK = 0, SQL_NOMEM = 7, SQL_CORRUPT = 11, SQL_ROW = 100, SQL_DONE = 101 };

struct sql_ops {
    int (*prepare)(struct sql_statement *statement, const char *text);
    void (*bind_number)(struct sql_statement *statement, int parameter, int64_t number);
    void (*bind_real)(struct sql_statement *statement, int parameter, double real);
    void (*bind_text)(struct sql_statement *statement, int parameter, const char *text);
    int (*step)(struct sql_statement *statement);
    void (*reset)(struct sql_statement *statement);
    void (*finish)(struct sql_statement *statement);
    int64_t (*number)(struct sql_statement *statement, int column);
    double (*real)(struct sql_statement *statement, int column);
    const char *(*text)(struct sql_statement *statement, int column);
    /* of a text, also behind a NUL in it */
    size_t (*bytes)(struct sql_statement *statement, int column);
    /* for callers of the store */
    enum store_result (*result)(struct sql *db, int code);
};

/* Each of them bears the name of its member. */
#define SQL_OPS                                                                                    \
    {                                                                                              \
        .prepare = prepare, .bind_number = bind_number, .bind_real = bind_real,                    \
        .bind_text = bind_text, .step = step, .reset = reset, .finish = finish, .number = number,  \
        .real = real, .text = text, .bytes = bytes, .result = result                               \
    }

/* The first member of a connection. */
struct sql {
    const struct sql_ops *ops;
    bool is_sqlite;
    int64_t changed; /* rows that the last statement changed */
};

/* A prepared statement; all zero before it is prepared. */
struct sql_statement {
    struct sql *db;
    void *own; /* of the database; NULL if not prepared */
};

static inline const char *sql_either(const struct sql *db, const char *sqlite, const char *postgres)
{
    return db->is_sqlite ? sqlite : postgres;
}

/* SQL_OK, or why not. `text` lasts as long as the statement. */
static inline int sql_prepare(struct sql *db, const char *text, struct sql_statement *statement)
{
    *statement = (struct sql_statement){.db = db};
    return db->ops->prepare(statement, text);
}

/* Parameters are numbered from 1; one that is not bound is NULL. Texts last until the statement
   is reset. */
static inline void sql_bind_number(struct sql_statement *statement, int parameter, int64_t number)
{
    statement->db->ops->bind_number(statement, parameter, number);
}

static inline void sql_bind_real(struct sql_statement *statement, int parameter, double real)
{
    statement->db->ops->bind_real(statement, parameter, real);
}

static inline void sql_bind_text(struct sql_statement *statement, int parameter, const char *text)
{
    statement->db->ops->bind_text(statement, parameter, text);
}

/* SQL_ROW if there is a row; SQL_DONE behind the last one; else why not. */
static inline int sql_step(struct sql_statement *statement)
{
    return statement->db->ops->step(statement);
}

/* Ends the rows and forgets the parameters. */
static inline void sql_reset(struct sql_statement *statement)
{
    if (statement->own)
        statement->db->ops->reset(statement);
}

void sql_finish(struct sql_statement *statement);

/* Columns are numbered from 0. A text lasts until the next step; NULL if absent. */
static inline int64_t sql_number(struct sql_statement *statement, int column)
{
    return statement->db->ops->number(statement, column);
}

static inline double sql_real(struct sql_statement *statement, int column)
{
    return statement->db->ops->real(statement, column);
}

static inline const char *sql_text(struct sql_statement *statement, int column)
{
    return statement->db->ops->text(statement, column);
}

/* Runs a statement that gives no rows, and resets it. */
int sql_run(struct sql_statement *statement);

int sql_do(struct sql *db, const char *text);

/* ---- rows: each function returns the code of the database, if any ---- */

struct store_portion;

int sql_rows_settings(struct sql *db, store_setting_visitor *setting, void *arg);
int sql_rows_in_play(struct sql *db, store_line_visitor *line, void *arg);
int sql_rows_of_table(struct sql *db, int64_t table, store_line_visitor *line, void *arg);

/* Of a reading, from a connection that only reads. Sets portion->end.result. Names a damaged record
   in the portion and goes on with the next. */
void sql_portion_fill(struct sql *db, struct store_portion *portion);

#endif
