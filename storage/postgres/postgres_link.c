/* See postgres_link.h. libpq never blocks here: it only takes what poll() has announced. */
#include "postgres_link.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "text.h"

enum { LOOKS = 3 };

void postgres_link_init(struct postgres_link *link, const struct postgres_address *address)
{
    *link = (struct postgres_link){.sql = {.ops = &postgres_sql_ops}, .address = address};
}

void postgres_link_close(struct postgres_link *link)
{
    PQfinish(link->conn);
    link->conn = NULL;
    for (int i = 0; i < link->count; i++)
        free(link->statements[i].text);
    free(link->statements);
    link->statements = NULL;
    link->count = link->space = 0;
    link->has_append = link->has_begin = link->is_greeted = false;
}

/* ---- failures ---- */

/* The first line, without the data that a DETAIL has. */
static void keep_reason(struct postgres_link *link, const char *message, const char *sqlstate)
{
    size_t length = strcspn(message, "\n");
    snprintf(link->reason, sizeof link->reason, "%.*s", (int)(length < 250 ? length : 250),
             message);
    snprintf(link->sqlstate, sizeof link->sqlstate, "%s", sqlstate ? sqlstate : "");
}

/* What the server's codes mean for us; the first that fits. */
static enum store_result meaning(const char *sqlstate)
{
    static const struct {
        const char *begins;
        enum store_result result;
    } meanings[] = {
        {"53100", STORE_FULL},      {"53200", STORE_MEMORY},    {"53", STORE_BUSY},
        {"25006", STORE_READ_ONLY}, {"42501", STORE_READ_ONLY}, {"57P", STORE_AWAY},
        {"08", STORE_AWAY},         {"57014", STORE_BUSY},      {"55", STORE_BUSY},
        {"40", STORE_BUSY},         {"25P03", STORE_AWAY},      {"XX", STORE_DAMAGED},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strncmp(sqlstate, meanings[i].begins, strlen(meanings[i].begins)) == 0)
            return meanings[i].result;
    return STORE_IO;
}

bool postgres_link_is_lost(const struct postgres_link *link)
{
    return !link->conn || PQstatus(link->conn) != CONNECTION_OK;
}

int postgres_link_lose(struct postgres_link *link)
{
    if (link->conn) {
        const char *message = PQerrorMessage(link->conn);
        keep_reason(link, *message ? message : "the server does not answer", "");
    }
    postgres_link_close(link);
    return LINK_FAILED + STORE_AWAY;
}

int postgres_link_code(struct postgres_link *link, const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (!result)
        return postgres_link_lose(link);
    if (status != PGRES_FATAL_ERROR && status != PGRES_BAD_RESPONSE &&
        status != PGRES_PIPELINE_ABORTED)
        return SQL_OK;
    if (status == PGRES_PIPELINE_ABORTED) /* follows the failure, and says nothing */
        return LINK_FAILED + STORE_IO;
    const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    keep_reason(link, message ? message : PQresultErrorMessage(result), sqlstate);
    enum store_result means = sqlstate ? meaning(sqlstate) : STORE_AWAY;
    if (means == STORE_AWAY)
        postgres_link_close(link);
    return LINK_FAILED + (int)means;
}

/* ---- waiting ---- */

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* False if nothing happened until then. */
static bool wait_until(const struct postgres_link *link, short events, long until)
{
    struct pollfd wait = {.fd = PQsocket(link->conn), .events = events};
    long left = until - now_ms();
    int count = 0;
    while (left > 0 && (count = poll(&wait, 1, (int)left)) < 0 && errno == EINTR)
        left = until - now_ms();
    return count > 0;
}

/* Breaks the connection, as if the server had. */
static PGresult *give_up(struct postgres_link *link, const char *why)
{
    keep_reason(link, why, "");
    postgres_link_close(link);
    return NULL;
}

PGresult *postgres_link_wait(struct postgres_link *link)
{
    long until = now_ms() + LINK_WAIT_MS;
    int unsent = 1;
    while (link->conn) {
        unsent = unsent > 0 ? PQflush(link->conn) : unsent;
        if (unsent == 0 && !PQisBusy(link->conn))
            return PQgetResult(link->conn);
        if (unsent < 0 || !wait_until(link, unsent ? POLLIN | POLLOUT : POLLIN, until))
            return give_up(link,
                           unsent < 0 ? PQerrorMessage(link->conn) : "the server does not answer");
        if (!PQconsumeInput(link->conn))
            return give_up(link, PQerrorMessage(link->conn));
    }
    return NULL;
}

void postgres_link_look(struct postgres_link *link)
{
    struct pollfd wait = {.events = POLLIN};
    /* its last words, then its end */
    for (int i = 0; i < LOOKS && !postgres_link_is_lost(link); i++) {
        wait.fd = PQsocket(link->conn);
        if (poll(&wait, 1, 0) != 1)
            return;
        if (!PQconsumeInput(link->conn))
            give_up(link, PQerrorMessage(link->conn));
    }
}

static void take_notice(void *arg, const PGresult *notice)
{
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0)
        ((struct postgres_link *)arg)->is_warned = true;
}

int postgres_link_open(struct postgres_link *link)
{
    long until = now_ms() + LINK_CONNECT_MS;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    postgres_link_close(link);
    link->opened++;
    link->conn = PQconnectStartParams(link->address->names, link->address->values, 1);
    check(link->conn);
    bool is_waiting = PQstatus(link->conn) != CONNECTION_BAD;
    while (is_waiting && status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
        is_waiting = wait_until(link, status == PGRES_POLLING_READING ? POLLIN : POLLOUT, until);
        status = PQconnectPoll(link->conn);
    }
    if (status == PGRES_POLLING_OK && PQsetnonblocking(link->conn, 1) == 0) {
        PQsetNoticeReceiver(link->conn, take_notice, link);
        return SQL_OK;
    }
    keep_reason(link, PQerrorMessage(link->conn), "");
    return LINK_FAILED + STORE_AWAY; /* the caller may ask libpq why, and closes it */
}

/* ---- statements without parameters ---- */

static int take(struct postgres_link *link, const PGresult *result, int64_t *first)
{
    if (first && PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0)
        *first = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    return postgres_link_code(link, result);
}

int postgres_link_do(struct postgres_link *link, const char *text, int64_t *first)
{
    int code = SQL_OK;
    if (first)
        *first = 0;
    if (postgres_link_is_lost(link) || !PQsendQuery(link->conn, text))
        return postgres_link_lose(link);
    for (PGresult *result; (result = postgres_link_wait(link)); PQclear(result)) {
        int failed = take(link, result, first);
        code = code ? code : failed;
    }
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

/* ---- many statements in one message ---- */

int postgres_link_prepare(struct postgres_link *link, const char *name, const char *text, int count,
                          const Oid *types)
{
    int code = SQL_OK;
    if (postgres_link_is_lost(link) || !PQsendPrepare(link->conn, name, text, count, types))
        return postgres_link_lose(link);
    for (PGresult *result; (result = postgres_link_wait(link)); PQclear(result))
        code = code ? code : postgres_link_code(link, result);
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

int postgres_link_pipeline_begin(struct postgres_link *link)
{
    bool is_begun = !postgres_link_is_lost(link) && PQenterPipelineMode(link->conn);
    return is_begun ? SQL_OK : postgres_link_lose(link);
}

int postgres_link_pipeline_send(struct postgres_link *link)
{
    return PQpipelineSync(link->conn) ? SQL_OK : postgres_link_lose(link);
}

int postgres_link_pipeline_take(struct postgres_link *link, int *changed)
{
    if (!link->conn)
        return LINK_FAILED + STORE_AWAY;
    PGresult *result = postgres_link_wait(link);
    int code = postgres_link_code(link, result);
    if (changed)
        *changed = code == SQL_OK ? atoi(PQcmdTuples(result)) : 0;
    PQclear(result);
    if (link->conn)
        PQclear(postgres_link_wait(link)); /* NULL, behind each statement */
    return code;
}

int postgres_link_pipeline_end(struct postgres_link *link, int code)
{
    if (link->conn) {
        PQclear(postgres_link_wait(link)); /* of the sync */
        if (!link->conn || !PQexitPipelineMode(link->conn))
            return postgres_link_lose(link);
    }
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}
