/* What statements of both databases share. */
#include "sql.h"

void sql_finish(struct sql_statement *statement)
{
    if (statement->own)
        statement->db->ops->finish(statement);
    statement->own = NULL;
}

int sql_run(struct sql_statement *statement)
{
    int code = sql_step(statement);
    sql_reset(statement);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_do(struct sql *db, const char *text)
{
    struct sql_statement statement;
    int code = sql_prepare(db, text, &statement);
    code = code ? code : sql_run(&statement);
    sql_finish(&statement);
    return code;
}
