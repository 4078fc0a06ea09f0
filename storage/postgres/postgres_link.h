/* One connection to the server, and every wait for it. No wait is without an end: a server that
   does not answer for LINK_WAIT_MS is given up, however it died. Knows no table. Used by one
   thread. Next: postgres_sql.c, statements over it. */
#ifndef POSTGRES_LINK_H
#define POSTGRES_LINK_H

#include "postgres_late.h"

#include "postgres_address.h"
#include "sql.h"
#include "store.h"

struct text;

enum { LINK_WAIT_MS = 10000, LINK_CONNECT_MS = 12000 };

struct link_statement {
    char *text;
    bool is_prepared;
};

/* Codes of sql.h: a failure is LINK_FAILED and what it means for callers of the store. */
enum { LINK_FAILED = 1000 };

struct postgres_link {
    struct sql sql; /* first */
    const struct postgres_address *address;
    PGconn *conn; /* NULL if there is no connection */
    /* those that ran on this connection; the server knows number 3 as "s3" */
    struct link_statement *statements;
    int count, space;
    unsigned opened;  /* how often: numbers of statements hold for one connection */
    bool has_append;  /* postgres_append.c has prepared its statement */
    bool has_begin;   /* postgres_house.c likewise */
    bool is_greeted;  /* a reader's settings are made */
    bool is_warned;   /* the server has warned since somebody set this to false */
    char reason[256]; /* of the last failure, for the log */
    char sqlstate[6]; /* likewise; "" if the server did not say */
};

void postgres_link_init(struct postgres_link *link, const struct postgres_address *address);
/* Closes the connection; the link may be opened again. */
void postgres_link_close(struct postgres_link *link);

/* Connects. SQL_OK, or the failure with link->reason. */
int postgres_link_open(struct postgres_link *link);

/* Writes what was sent and waits for one result. NULL after the last one of a statement; also
   NULL when the connection is lost, which postgres_link_is_lost() tells. */
PGresult *postgres_link_wait(struct postgres_link *link);
bool postgres_link_is_lost(const struct postgres_link *link);

/* Looks, without waiting, whether the server has closed a connection that is idle. */
void postgres_link_look(struct postgres_link *link);

/* SQL_OK for a result without an error, else the failure. */
int postgres_link_code(struct postgres_link *link, const PGresult *result);
/* The failure of a connection that is lost, which closes it. */
int postgres_link_lose(struct postgres_link *link);

/* Runs statements without parameters, all in one message. `first` gets the first column of the
   last row found, or 0. */
int postgres_link_do(struct postgres_link *link, const char *text, int64_t *first);

/* ---- many statements in one message (libpq's pipeline mode): begin, PQsend...() for each,
   send, take for each, end ---- */

int postgres_link_prepare(struct postgres_link *link, const char *name, const char *text, int count,
                          const Oid *types);
int postgres_link_pipeline_begin(struct postgres_link *link);
int postgres_link_pipeline_send(struct postgres_link *link);
/* How the next of the statements ended. If a statement fails, those behind it fail with it.
   `changed` gets the rows that it changed, and may be NULL. */
int postgres_link_pipeline_take(struct postgres_link *link, int *changed);
/* `code`: how the statements ended. Returns it, or that the connection was lost. */
int postgres_link_pipeline_end(struct postgres_link *link, int code);

/* Over the same link (postgres_sql.c). */
extern const struct sql_ops postgres_sql_ops;

#endif
