/* See postgres_append.h. sql_write.c does the same in two statements, of which the second one
   waits for the first. */
#include "postgres_append.h"
#include "postgres_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "postgres_house.h"
#include "postgres_text.h"
#include "store_work.h"

enum { PARAMETERS = 7, OID_NUMBER = 20, OID_TEXT = 25, OID_TEXTS = 1009 };

/* $1 table, $2 first line, $3 count, $4 bytes, $5 now, $6 lines, $7 message. Nothing changes
   unless the record is open and its next line has that number. */
static const char name[] = "append";
static const char statement[] =
    "WITH own AS (UPDATE record SET lines = lines + $3, bytes = bytes + $4, last = $5 "
    "WHERE id = $1 AND lines + 1 = $2 AND ended = 0 RETURNING id) "
    "INSERT INTO line (record, seq, text, message) SELECT own.id, $2 + given.n - 1, given.line, "
    "CASE WHEN given.n = 1 THEN $7 END FROM own, unnest($6) WITH ORDINALITY AS given (line, n)";
static const Oid types[PARAMETERS] = {OID_NUMBER, OID_NUMBER, OID_NUMBER, OID_NUMBER,
                                      OID_NUMBER, OID_TEXTS,  OID_TEXT};

bool postgres_append_is_plain(const struct store_work *work)
{
    bool is_append = work->table && !work->pruned && !work->deed && !work->erases;
    bool is_bare = !work->person_count && !work->outcome_count && !work->secret &&
                   !work->place.network && !work->guest.network && !work->freed.network;
    return is_append && is_bare && !work->ends && !work->leaves && work->first_seq > 1 &&
           work->count > 0;
}

/* The lines as an array of the server's: {"one","two"}. */
static char *array_of(const struct store_work *work, int64_t *bytes)
{
    char *array = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&array, &size);
    check(out);
    *bytes = 0;
    for (int i = 0; i < work->count; i++) {
        char *encoded = postgres_text_encode(work->lines[i]);
        *bytes += (int64_t)strlen(work->lines[i]);
        fputs(i ? ",\"" : "{\"", out);
        for (const char *byte = encoded ? encoded : work->lines[i]; *byte; byte++) {
            if (*byte == '"' || *byte == '\\')
                putc('\\', out);
            putc(*byte, out);
        }
        putc('"', out);
        free(encoded);
    }
    putc('}', out);
    fclose(out);
    check(array);
    return array;
}

static bool send(struct postgres_link *link, const struct store_work *work)
{
    char numbers[5][24];
    int64_t bytes;
    char *lines = array_of(work, &bytes),
         *message = work->message ? postgres_text_encode(work->message) : NULL;
    const int64_t given[] = {work->table, work->first_seq, work->count, bytes, work->now};
    const char *values[PARAMETERS];
    for (int i = 0; i < 5; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%" PRId64, given[i]);
        values[i] = numbers[i];
    }
    values[5] = lines;
    values[6] = message ? message : work->message;
    bool is_sent = PQsendQueryPrepared(link->conn, name, PARAMETERS, values, NULL, NULL, 0);
    free(lines);
    free(message);
    return is_sent;
}

static int take(struct postgres_link *link, struct store_work *work)
{
    int changed;
    int code = postgres_link_pipeline_take(link, &changed);
    if (code == SQL_OK)
        work->result = changed == work->count ? STORE_OK : STORE_CONFLICT;
    return code;
}

static int prepare(struct postgres_link *link)
{
    int code =
        link->has_append ? SQL_OK : postgres_link_prepare(link, name, statement, PARAMETERS, types);
    link->has_append = code == SQL_OK;
    return code;
}

static int send_all(struct postgres_link *link, struct store_work *first,
                    const struct store_work *end)
{
    bool is_sent = true;
    for (struct store_work *work = first; is_sent && work != end; work = work->next)
        is_sent = send(link, work);
    return is_sent ? SQL_OK : postgres_link_lose(link);
}

static int take_all(struct postgres_link *link, struct store_work *first,
                    const struct store_work *end)
{
    int code = SQL_OK;
    for (struct store_work *work = first; work != end; work = work->next) {
        int failed = take(link, work);
        code = code ? code : failed;
    }
    return code;
}

int postgres_append_all(struct postgres_link *link, struct store_work *first,
                        const struct store_work *end)
{
    int code = prepare(link);
    code = code ? code : postgres_link_pipeline_begin(link);
    code = code ? code : send_all(link, first, end);
    code = code ? code : postgres_link_pipeline_send(link);
    code = code ? code : take_all(link, first, end);
    return postgres_link_pipeline_end(link, code);
}

/* ---- the whole transaction ---- */

static int send_transaction(struct postgres_link *link, int64_t before, struct store_work *first,
                            const struct store_work *end)
{
    int code = postgres_link_pipeline_begin(link);
    code = code ? code : postgres_house_send_begin(link, before, before + HOUSE_STEP);
    code = code ? code : send_all(link, first, end);
    code = code ? code : postgres_house_send_commit(link);
    return code ? code : postgres_link_pipeline_send(link);
}

/* All answers are taken, also behind one that failed. A connection that is lost without a word
   of the server's may have been lost behind the COMMIT. */
static int take_transaction(struct postgres_link *link, struct store_work *first,
                            const struct store_work *end, enum postgres_stage *failed)
{
    int begun = postgres_house_take_begin(link);
    int written = take_all(link, first, end);
    int committed = postgres_link_pipeline_take(link, NULL);
    bool is_said = link->conn || *link->sqlstate;
    *failed = is_said && begun ? STAGE_BEGIN : is_said && written ? STAGE_WRITES : STAGE_COMMIT;
    return begun ? begun : written ? written : committed;
}

int postgres_append_commit(struct postgres_link *link, const struct postgres_hold *hold,
                           int64_t before, struct store_work *first, const struct store_work *end,
                           enum postgres_stage *failed)
{
    *failed = STAGE_BEGIN;
    int code = prepare(link);
    code = code ? code : postgres_house_prepare(link, hold);
    if (code != SQL_OK)
        return code;
    *failed = STAGE_COMMIT;
    code = send_transaction(link, before, first, end);
    code = code ? code : take_transaction(link, first, end, failed);
    return postgres_link_pipeline_end(link, code);
}
