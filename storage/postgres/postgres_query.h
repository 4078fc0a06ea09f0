/* A text of SQL that is written piece by piece, and then asked. Knows no table. */
#ifndef POSTGRES_QUERY_H
#define POSTGRES_QUERY_H

#include "postgres_late.h"
#include <stdio.h>

struct postgres_query {
    char *bytes; /* the caller frees it, behind query_finish() */
    size_t size;
    FILE *out;
};

void query_begin(struct postgres_query *query);
const char *query_finish(struct postgres_query *query); /* its text */
void query_quote(struct postgres_query *query, PGconn *conn, const char *text);

#endif
