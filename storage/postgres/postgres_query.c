/* See postgres_query.h. */
#include "postgres_query.h"

#include <string.h>

#include "check.h"

void query_begin(struct postgres_query *query)
{
    *query = (struct postgres_query){.bytes = NULL};
    query->out = open_memstream(&query->bytes, &query->size);
    check(query->out);
}

const char *query_finish(struct postgres_query *query)
{
    fclose(query->out);
    check(query->bytes);
    return query->bytes;
}

void query_quote(struct postgres_query *query, PGconn *conn, const char *text)
{
    char *quoted = PQescapeLiteral(conn, text, strlen(text));
    fputs(quoted ? quoted : "NULL", query->out);
    PQfreemem(quoted);
}
