/* See sql_rows.h. */
#include "sql_rows.h"

static int visit_lines(struct sql *db, const char *text, int64_t table, store_line_visitor *line,
                       void *arg)
{
    struct sql_statement rows;
    int code = sql_prepare(db, text, &rows);
    if (code == SQL_OK && table)
        sql_bind_number(&rows, 1, table);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        const char *bytes = sql_text(&rows, 2);
        code = bytes ? SQL_OK : SQL_NOMEM;
        if (bytes)
            line(arg, sql_number(&rows, 0), sql_number(&rows, 1), bytes);
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_rows_in_play(struct sql *db, store_line_visitor *line, void *arg)
{
    return visit_lines(
        db,
        "SELECT line.record, line.seq, line.text FROM record JOIN line ON line.record = record.id "
        "WHERE record.ended = 0 ORDER BY record.id, line.seq",
        0, line, arg);
}

int sql_rows_of_table(struct sql *db, int64_t table, store_line_visitor *line, void *arg)
{
    return visit_lines(db, "SELECT record, seq, text FROM line WHERE record = ?1 ORDER BY seq",
                       table, line, arg);
}

int sql_rows_settings(struct sql *db, store_setting_visitor *setting, void *arg)
{
    struct sql_statement rows;
    int code = sql_prepare(db, "SELECT key, value FROM setting ORDER BY key", &rows);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        const char *key = sql_text(&rows, 0), *value = sql_text(&rows, 1);
        code = key && value ? SQL_OK : SQL_NOMEM;
        if (code == SQL_OK)
            setting(arg, key, value);
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}
