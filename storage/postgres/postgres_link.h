/* One connection to the server, and every wait for it. No wait is without an end: a server that
   does not answer for LINK_WAIT_MS is given up, however it died. Used by one thread. libpq is
   opened where the configuration wants PostgreSQL (machine.h). */
#ifndef POSTGRES_LINK_H
#define POSTGRES_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "machine.h"
#include "sql.h"
#include "store.h"

extern struct postgres_late {
#define LATE(name) __typeof__(name) *name;
#include "postgres_late.def"
#undef LATE
} postgres_late;

#define PQclear                   postgres_late.PQclear
#define PQcmdTuples               postgres_late.PQcmdTuples
#define PQconnectPoll             postgres_late.PQconnectPoll
#define PQconnectStartParams      postgres_late.PQconnectStartParams
#define PQconnectionNeedsPassword postgres_late.PQconnectionNeedsPassword
#define PQconnectionUsedPassword  postgres_late.PQconnectionUsedPassword
#define PQconninfoFree            postgres_late.PQconninfoFree
#define PQconninfoParse           postgres_late.PQconninfoParse
#define PQconsumeInput            postgres_late.PQconsumeInput
#define PQenterPipelineMode       postgres_late.PQenterPipelineMode
#define PQerrorMessage            postgres_late.PQerrorMessage
#define PQescapeIdentifier        postgres_late.PQescapeIdentifier
#define PQescapeLiteral           postgres_late.PQescapeLiteral
#define PQexitPipelineMode        postgres_late.PQexitPipelineMode
#define PQfinish                  postgres_late.PQfinish
#define PQflush                   postgres_late.PQflush
#define PQfreemem                 postgres_late.PQfreemem
#define PQgetResult               postgres_late.PQgetResult
#define PQgetisnull               postgres_late.PQgetisnull
#define PQgetvalue                postgres_late.PQgetvalue
#define PQisBusy                  postgres_late.PQisBusy
#define PQnotifies                postgres_late.PQnotifies
#define PQntuples                 postgres_late.PQntuples
#define PQpipelineSync            postgres_late.PQpipelineSync
#define PQresultErrorField        postgres_late.PQresultErrorField
#define PQresultErrorMessage      postgres_late.PQresultErrorMessage
#define PQresultStatus            postgres_late.PQresultStatus
#define PQsendPrepare             postgres_late.PQsendPrepare
#define PQsendQuery               postgres_late.PQsendQuery
#define PQsendQueryParams         postgres_late.PQsendQueryParams
#define PQsendQueryPrepared       postgres_late.PQsendQueryPrepared
#define PQserverVersion           postgres_late.PQserverVersion
#define PQsetNoticeReceiver       postgres_late.PQsetNoticeReceiver
#define PQsetnonblocking          postgres_late.PQsetnonblocking
#define PQsocket                  postgres_late.PQsocket
#define PQstatus                  postgres_late.PQstatus

/* Where the server is and how it is spoken to, as libpq takes it: checks, and what is added to
   what the admin wrote. */

struct store_postgres;
struct text;

enum { ADDRESS_PARAMETERS = 16 };

/* Parameters of PQconnectStartParams, ended by NULL. Owns copies of the texts. */
struct postgres_address {
    const char *names[ADDRESS_PARAMETERS + 1], *values[ADDRESS_PARAMETERS + 1];
    char *server, *password;
    int count;
    bool is_unverified; /* another machine, and the admin allowed that nobody verifies its name */
};

/* False, with a sentence for the admin in `why`, if the address cannot be understood or has a
   password in it. Call fini in either case. */
bool postgres_address_init(struct postgres_address *address, const struct store_postgres *where,
                           struct text *why);
void postgres_address_fini(struct postgres_address *address);

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
    bool has_append;  /* postgres.c has prepared its statement */
    bool has_begin;   /* postgres_house.c likewise */
    bool is_greeted;  /* a reader's settings are made */
    bool is_warned;   /* the server has warned since somebody set this to false */
    char reason[256]; /* of the last failure, for the log */
    char sqlstate[6]; /* likewise; "" if the server did not say */
};

void postgres_link_init(struct postgres_link *link, const struct postgres_address *address);
/* Closes the connection; the link may be opened again. */
void postgres_link_close(struct postgres_link *link);

/* SQL_OK, or the failure with link->reason. */
int postgres_link_open(struct postgres_link *link);

/* Writes what was sent and waits for one result. NULL after the last one of a statement; also
   NULL when the connection is lost, which postgres_link_is_lost() tells. */
PGresult *postgres_link_wait(struct postgres_link *link);
bool postgres_link_is_lost(const struct postgres_link *link);

/* Looks, without waiting, whether the server has closed a connection that is idle. */
void postgres_link_look(struct postgres_link *link);

/* SQL_OK for a result without an error, else the failure. */
int postgres_link_code(struct postgres_link *link, const PGresult *result);
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

/* Over the same link (postgres_link.c). */
extern const struct sql_ops postgres_sql_ops;

/* Texts of any bytes in a database that takes UTF-8 alone. A byte that is not part of a well-formed
   sequence becomes a character, U+F700 and the byte; so does each byte of such a character that
   stood in the text. Most texts stay as they are. */

/* What the database takes, on the heap; NULL if that is the text itself. */
char *postgres_text_encode(const char *text);

void postgres_text_decode(char *text);

#endif
