/* See sql.h. */
#include "sql.h"

int sql_do(struct sql *db, const char *text)
{
    struct sql_statement statement;
    int code = sql_prepare(db, text, &statement);
    code = code ? code : sql_run(&statement);
    sql_finish(&statement);
    return code;
}
