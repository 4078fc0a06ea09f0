/* sql.h over a link. A statement is sent whole the first time on a connection; when its text
   runs again, the server prepares and keeps it. All rows of a question are here before the first
   one is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "postgres_link.h"
#include "postgres_text.h"

enum { PARAMETERS = 16, NUMBER_BYTES = 32, OID_NUMBER = 20, OID_TEXT = 25, OID_REAL = 701 };

struct prepared {
    char *text; /* with $1 for ?1 */
    int count;  /* of its parameters */
    Oid types[PARAMETERS];
    const char *values[PARAMETERS];
    char numbers[PARAMETERS][NUMBER_BYTES];
    char *encoded[PARAMETERS];
    int number;       /* among the link's */
    unsigned opened;  /* the connection for which that holds; 0 for none */
    PGresult *result; /* NULL before it runs */
    int row;
    unsigned decoded; /* columns of this row, a bit each */
};

/* Parameters that are not bound are texts; every type is said, because the server would guess. */
static void forget_parameters(struct prepared *own)
{
    for (int i = 0; i < PARAMETERS; i++) {
        free(own->encoded[i]);
        own->encoded[i] = NULL;
        own->values[i] = NULL;
    }
}

static int prepare(struct sql_statement *statement, const char *text)
{
    struct prepared *own = calloc(1, sizeof *own);
    check(own);
    own->text = strdup(text);
    check(own->text);
    for (char *mark = own->text; (mark = strchr(mark, '?')); mark++) {
        int number = atoi(mark + 1);
        check(number >= 1 && number <= PARAMETERS);
        *mark = '$';
        own->count = number > own->count ? number : own->count;
    }
    for (int i = 0; i < PARAMETERS; i++)
        own->types[i] = OID_TEXT;
    statement->own = own;
    return SQL_OK;
}

static void bind(struct sql_statement *statement, int parameter, Oid type, const char *value)
{
    struct prepared *own = statement->own;
    check(parameter >= 1 && parameter <= PARAMETERS);
    own->types[parameter - 1] = type;
    own->values[parameter - 1] = value;
    own->count = parameter > own->count ? parameter : own->count;
}

static void bind_number(struct sql_statement *statement, int parameter, int64_t number)
{
    char *digits = ((struct prepared *)statement->own)->numbers[parameter - 1];
    snprintf(digits, NUMBER_BYTES, "%lld", (long long)number);
    bind(statement, parameter, OID_NUMBER, digits);
}

static void bind_real(struct sql_statement *statement, int parameter, double real)
{
    char *digits = ((struct prepared *)statement->own)->numbers[parameter - 1];
    snprintf(digits, NUMBER_BYTES, "%.17g", real);
    bind(statement, parameter, OID_REAL, digits);
}

static void bind_text(struct sql_statement *statement, int parameter, const char *text)
{
    char **encoded = &((struct prepared *)statement->own)->encoded[parameter - 1];
    free(*encoded);
    *encoded = text ? postgres_text_encode(text) : NULL;
    bind(statement, parameter, OID_TEXT, *encoded ? *encoded : text);
}

/* Waits for the result of what was sent, and for its end. */
static int take_result(struct postgres_link *link, PGresult **kept)
{
    PGresult *result = postgres_link_wait(link);
    int code = postgres_link_code(link, result);
    for (PGresult *more; link->conn && (more = postgres_link_wait(link));)
        PQclear(more);
    if (code != SQL_OK || !kept)
        PQclear(result);
    else
        *kept = result;
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

/* True if its text has run on this connection; else it is noted. */
static bool is_known(struct postgres_link *link, struct prepared *own)
{
    own->opened = link->opened;
    for (own->number = 0; own->number < link->count; own->number++)
        if (strcmp(link->statements[own->number].text, own->text) == 0)
            return true;
    link->statements =
        list_grow(link->statements, link->count, &link->space, sizeof *link->statements);
    link->statements[link->count++] = (struct link_statement){.text = strdup(own->text)};
    check(link->statements[own->number].text);
    return false;
}

static int prepare_on_server(struct postgres_link *link, const struct prepared *own,
                             const char *name)
{
    if (!PQsendPrepare(link->conn, name, own->text, own->count, own->types))
        return postgres_link_lose(link);
    int code = take_result(link, NULL);
    if (code == SQL_OK)
        link->statements[own->number].is_prepared = true;
    return code;
}

static int send_prepared(struct postgres_link *link, const struct prepared *own)
{
    char name[16];
    snprintf(name, sizeof name, "s%d", own->number);
    int code =
        link->statements[own->number].is_prepared ? SQL_OK : prepare_on_server(link, own, name);
    bool is_sent = code == SQL_OK &&
                   PQsendQueryPrepared(link->conn, name, own->count, own->values, NULL, NULL, 0);
    return code || is_sent ? code : postgres_link_lose(link);
}

static int send_whole(struct postgres_link *link, const struct prepared *own)
{
    bool is_sent = PQsendQueryParams(link->conn, own->text, own->count, own->types, own->values,
                                     NULL, NULL, 0);
    return is_sent ? SQL_OK : postgres_link_lose(link);
}

static int run(struct postgres_link *link, struct prepared *own)
{
    if (postgres_link_is_lost(link))
        return postgres_link_lose(link);
    bool is_again = own->opened == link->opened || is_known(link, own);
    int code = is_again ? send_prepared(link, own) : send_whole(link, own);
    code = code ? code : take_result(link, &own->result);
    if (code == SQL_OK)
        link->sql.changed = strtoll(PQcmdTuples(own->result), NULL, 10);
    own->row = -1;
    return code;
}

static int step(struct sql_statement *statement)
{
    struct prepared *own = statement->own;
    int code = own->result ? SQL_OK : run((struct postgres_link *)statement->db, own);
    if (code != SQL_OK)
        return code;
    own->decoded = 0;
    return ++own->row < PQntuples(own->result) ? SQL_ROW : SQL_DONE;
}

static void reset(struct sql_statement *statement)
{
    struct prepared *own = statement->own;
    PQclear(own->result);
    own->result = NULL;
    forget_parameters(own);
}

static void finish(struct sql_statement *statement)
{
    struct prepared *own = statement->own;
    reset(statement);
    free(own->text);
    free(own);
}

static const char *text(struct sql_statement *statement, int column)
{
    struct prepared *own = statement->own;
    if (PQgetisnull(own->result, own->row, column))
        return NULL;
    char *value = PQgetvalue(own->result, own->row, column);
    if (!(own->decoded & 1U << column))
        postgres_text_decode(value);
    own->decoded |= 1U << column;
    return value;
}

static int64_t number(struct sql_statement *statement, int column)
{
    const char *value = text(statement, column);
    return !value ? 0 : *value == 't' ? 1 : strtoll(value, NULL, 10);
}

static double real(struct sql_statement *statement, int column)
{
    const char *value = text(statement, column);
    return value ? strtod(value, NULL) : 0;
}

static size_t bytes(struct sql_statement *statement, int column)
{
    return strlen(text(statement, column));
}

static enum store_result result(struct sql *db, int code)
{
    (void)db;
    bool is_ours = code > LINK_FAILED && code < LINK_FAILED + STORE_RESULT_COUNT;
    return is_ours ? (enum store_result)(code - LINK_FAILED)
           : code == SQL_OK || code == SQL_ROW || code == SQL_DONE ? STORE_OK
           : code == SQL_CORRUPT                                   ? STORE_DAMAGED
                                                                   : STORE_MEMORY;
}

const struct sql_ops postgres_sql_ops = {.prepare = prepare,
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
