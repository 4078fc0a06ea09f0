/* See postgres_mail.h. */
#include "postgres_mail.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "postgres_kept.h"
#include "postgres_query.h"
#include "postgres_text.h"
#include "store_mail.h"
#include "text.h"

enum { READ_EACH = 32, COLUMNS_MOST = 3 };

/* ---- rows ---- */

void mail_rows_init(struct mail_rows *rows)
{
    *rows = (struct mail_rows){.end = &rows->first};
}

void mail_rows_add(struct mail_rows *rows, struct mail_row *row)
{
    row->next = NULL;
    *rows->end = row;
    rows->end = &row->next;
    rows->count++;
}

struct mail_row *mail_rows_pop(struct mail_rows *rows)
{
    struct mail_row *row = rows->first;
    if (!row)
        return NULL;
    rows->first = row->next;
    rows->count--;
    if (!rows->first)
        rows->end = &rows->first;
    return row;
}

void mail_rows_free(struct mail_rows *rows)
{
    for (struct mail_row *row; (row = mail_rows_pop(rows));)
        free(row);
}

struct mail_row *mail_row_new(const char *unit, int64_t number, const char *body)
{
    size_t size = strlen(body) + 1;
    struct mail_row *row = calloc(1, sizeof *row + size);
    check(row && strlen(unit) < LEASE_NAME);
    snprintf(row->unit, sizeof row->unit, "%s", unit);
    row->number = number;
    memcpy(row->body, body, size);
    return row;
}

int64_t mail_place(const char *place)
{
    return place ? (int64_t)(text_hash(HASH_START, place) >> 1) | 1 : 0;
}

/* ---- statements ---- */

static int take_rows(PGresult *result, int columns, postgres_mail_take *take, void *arg)
{
    for (int row = 0; row < PQntuples(result); row++) {
        char *fields[COLUMNS_MOST];
        for (int i = 0; i < columns; i++)
            fields[i] = PQgetvalue(result, row, i);
        take(arg, fields);
    }
    return SQL_OK;
}

int postgres_mail_rows(struct postgres_mail *mail, const char *sql, int columns,
                       postgres_mail_take *take, void *arg)
{
    struct postgres_link *link = &mail->link;
    int code = SQL_OK;
    check(columns <= COLUMNS_MOST);
    if (postgres_link_is_lost(link) || !PQsendQuery(link->conn, sql))
        return postgres_link_lose(link);
    for (PGresult *result; (result = postgres_link_wait(link)); PQclear(result)) {
        int failed = postgres_link_code(link, result);
        code = code ? code : failed ? failed : take_rows(result, columns, take, arg);
    }
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

/* ---- the connection ---- */

static void take_number(void *arg, char *const fields[])
{
    *(int64_t *)arg = strtoll(fields[0], NULL, 10);
}

/* Waits for a transaction of ours that is still under way, for that one has locked the row. */
static int settle(struct postgres_mail *mail)
{
    struct postgres_query sql;
    int64_t found = -1;
    query_begin(&sql);
    fprintf(sql.out,
            "WITH held AS (SELECT name FROM unit WHERE name = %s AND term = %" PRId64
            " FOR KEY SHARE) "
            "UPDATE mailed SET number = number FROM held WHERE unit = held.name RETURNING number",
            mail->hold.name, mail->hold.term);
    int code = postgres_mail_rows(mail, query_finish(&sql), 1, take_number, &found);
    free(sql.bytes);
    if (code == SQL_OK && found < 0) {
        snprintf(mail->link.reason, sizeof mail->link.reason,
                 "another process serves this network now");
        code = LINK_FAILED + STORE_BUSY;
    }
    mail->committed = code == SQL_OK ? found : mail->committed;
    mail->number = mail->number < mail->committed ? mail->committed : mail->number;
    return code;
}

/* The row that counts our mail, and the term under which the store was opened. */
static int take_unit(struct postgres_mail *mail)
{
    struct postgres_query sql;
    query_begin(&sql);
    fprintf(
        sql.out,
        "INSERT INTO mailed VALUES (%s, 0) ON CONFLICT (unit) DO NOTHING; SELECT term FROM unit WHERE name = %s AND owner = ",
        mail->hold.name, mail->hold.name);
    query_quote(&sql, mail->link.conn, mail->owner);
    int code = postgres_mail_rows(mail, query_finish(&sql), 1, take_number, &mail->hold.term);
    free(sql.bytes);
    return code;
}

static int listen_there(struct postgres_mail *mail)
{
    struct postgres_query sql;
    char name[LEASE_NAME + 16];
    snprintf(name, sizeof name, "mail %.50s", mail->unit);
    char *quoted = PQescapeIdentifier(mail->link.conn, name, strlen(name));
    query_begin(&sql);
    fprintf(sql.out, "LISTEN %s; LISTEN kept", quoted ? quoted : "mail");
    PQfreemem(quoted);
    int code = postgres_link_do(&mail->link, query_finish(&sql), NULL);
    free(sql.bytes);
    return code;
}

static void name_unit(struct postgres_mail *mail)
{
    char *quoted = PQescapeLiteral(mail->link.conn, mail->unit, strlen(mail->unit));
    snprintf(mail->hold.name, sizeof mail->hold.name, "%s", quoted ? quoted : "''");
    PQfreemem(quoted);
}

int postgres_mail_connect(struct postgres_mail *mail)
{
    int code = postgres_link_open(&mail->link);
    code = code ? code : postgres_house_greet(&mail->link);
    code = code ? code : postgres_house_hurry(&mail->link);
    if (code == SQL_OK && !mail->hold.name[0])
        name_unit(mail);
    code = code || mail->hold.term ? code : take_unit(mail);
    code = code ? code : listen_there(mail);
    code = code ? code : settle(mail);
    mail->is_heard = true;
    postgres_kept_note_all(&mail->kept); /* nobody told us meanwhile */
    if (code != SQL_OK)
        postgres_link_close(&mail->link);
    return code;
}

void postgres_mail_close(struct postgres_mail *mail)
{
    postgres_link_close(&mail->link);
}

/* ---- writing ---- */

/* Unless too much waits there already. */
static void put_insert(const struct postgres_mail *mail, struct postgres_query *sql,
                       const struct mail_row *row)
{
    PGconn *conn = mail->link.conn;
    fputs("INSERT INTO mail (unit, sender, number, place, body) SELECT ", sql->out);
    query_quote(sql, conn, row->unit);
    fprintf(sql->out, ", %s, %" PRId64 ", %" PRId64 ", ", mail->hold.name, row->number, row->place);
    query_quote(sql, conn, row->body);
    for (int i = 0; i < 2; i++) {
        int most = i == 0 ? MAIL_UNIT : row->place ? MAIL_PLACE : MAIL_UNIT;
        fprintf(sql->out,
                " %s (SELECT count(*) FROM (SELECT 1 FROM mail WHERE sender = %s AND unit = ",
                i == 0 ? "WHERE" : "AND", mail->hold.name);
        query_quote(sql, conn, row->unit);
        if (i == 1)
            fprintf(sql->out, " AND place = %" PRId64, row->place);
        fprintf(sql->out, " LIMIT %d) AS waiting) < %d", most, most);
    }
    fputs("; ", sql->out);
}

static void put_delete(const struct postgres_mail *mail, struct postgres_query *sql,
                       const struct mail_row *row)
{
    fprintf(sql->out, "DELETE FROM mail WHERE unit = %s AND number = %" PRId64 " AND sender = ",
            mail->hold.name, row->number);
    query_quote(sql, mail->link.conn, row->unit);
    fputs("; ", sql->out);
}

static void put_notice(const struct postgres_mail *mail, struct postgres_query *sql,
                       const char *unit)
{
    char name[LEASE_NAME + 16];
    snprintf(name, sizeof name, "mail %.50s", unit);
    fputs("SELECT pg_notify(", sql->out);
    query_quote(sql, mail->link.conn, name);
    fputs(", ''); ", sql->out);
}

static bool is_named_before(const struct mail_rows *rows, const struct mail_row *row)
{
    for (const struct mail_row *other = rows->first; other != row; other = other->next)
        if (!other->is_done && strcmp(other->unit, row->unit) == 0)
            return true;
    return false;
}

/* The answer to its commit was lost, and it is there. */
static bool is_written(const struct postgres_mail *mail, const struct mail_row *row)
{
    return !row->is_done && row->number <= mail->committed;
}

static int write_rows(struct postgres_mail *mail, const struct mail_rows *rows)
{
    struct postgres_query sql;
    query_begin(&sql);
    for (const struct mail_row *row = rows->first; row; row = row->next) {
        if (row->is_done)
            put_delete(mail, &sql, row);
        else if (!is_written(mail, row))
            put_insert(mail, &sql, row);
        if (!row->is_done && !is_named_before(rows, row))
            put_notice(mail, &sql, row->unit);
    }
    int code = postgres_link_do(&mail->link, query_finish(&sql), NULL);
    free(sql.bytes);
    return code;
}

/* Nobody raises the term while the transaction lasts, and the next one of ours waits for it. */
static int begin_writing(struct postgres_mail *mail)
{
    struct postgres_query sql;
    int64_t found = -1;
    query_begin(&sql);
    fprintf(sql.out,
            "BEGIN; WITH held AS (SELECT name FROM unit WHERE name = %s AND term = %" PRId64
            " FOR KEY SHARE) "
            "UPDATE mailed SET number = %" PRId64
            " FROM held WHERE unit = held.name RETURNING number",
            mail->hold.name, mail->hold.term, mail->number);
    int code = postgres_mail_rows(mail, query_finish(&sql), 1, take_number, &found);
    free(sql.bytes);
    return code == SQL_OK && found < 0 ? LINK_FAILED + STORE_BUSY : code;
}

static void take_written(void *arg, char *const fields[])
{
    struct mail_rows *rows = arg;
    int64_t number = strtoll(fields[0], NULL, 10);
    for (struct mail_row *row = rows->first; row; row = row->next)
        if (!row->is_done && row->number == number)
            row->is_refused = false;
}

/* Those for which there was no place are not there. */
static int find_refused(struct postgres_mail *mail, struct mail_rows *rows)
{
    struct postgres_query sql;
    for (struct mail_row *row = rows->first; row; row = row->next)
        row->is_refused = !row->is_done && !is_written(mail, row);
    query_begin(&sql);
    fprintf(sql.out, "SELECT number FROM mail WHERE sender = %s AND number > %" PRId64,
            mail->hold.name, mail->committed);
    int code = postgres_mail_rows(mail, query_finish(&sql), 1, take_written, rows);
    free(sql.bytes);
    return code;
}

static void number_rows(struct postgres_mail *mail, const struct mail_rows *rows)
{
    for (struct mail_row *row = rows->first; row; row = row->next)
        if (!row->is_done && !row->number)
            row->number = ++mail->number;
}

static int fail(struct postgres_mail *mail, int code)
{
    postgres_link_close(&mail->link); /* whatever was begun there */
    return code;
}

int postgres_mail_write(struct postgres_mail *mail, struct mail_rows *rows)
{
    int code = postgres_link_is_lost(&mail->link) ? postgres_mail_connect(mail) : SQL_OK;
    if (code == SQL_OK)
        number_rows(mail, rows); /* behind what the database knows */
    code = code ? code : begin_writing(mail);
    code = code ? code : write_rows(mail, rows);
    code = code ? code : find_refused(mail, rows);
    code = code ? code : postgres_link_do(&mail->link, "COMMIT", NULL);
    if (code != SQL_OK)
        return fail(mail, code);
    mail->committed = mail->number;
    return SQL_OK;
}

/* ---- reading ---- */

struct reading {
    struct postgres_mail *mail;
    struct mail_rows *rows;
};

static int unit_named(const struct postgres_mail *mail, const char *name)
{
    for (int i = 0; i < mail->unit_count; i++)
        if (strcmp(mail->units[i], name) == 0)
            return i;
    return -1;
}

static void take_mail(void *arg, char *const fields[])
{
    const struct reading *reading = arg;
    int64_t number = strtoll(fields[1], NULL, 10);
    int sender = unit_named(reading->mail, fields[0]);
    mail_rows_add(reading->rows, mail_row_new(fields[0], number, fields[2]));
    if (reading->mail->seen[sender] < number)
        reading->mail->seen[sender] = number;
}

int postgres_mail_read(struct postgres_mail *mail, struct mail_rows *rows)
{
    struct postgres_query sql;
    struct reading reading = {mail, rows};
    int before = rows->count;
    int code = postgres_link_is_lost(&mail->link) ? postgres_mail_connect(mail) : SQL_OK;
    if (code != SQL_OK)
        return code;
    query_begin(&sql);
    fputs("SELECT waiting.* FROM (VALUES ", sql.out);
    for (int i = 0; i < mail->unit_count; i++) {
        fputs(i ? ", (" : "(", sql.out);
        query_quote(&sql, mail->link.conn, mail->units[i]);
        fprintf(sql.out, ", %" PRId64 "::bigint)", mail->seen[i]);
    }
    fprintf(
        sql.out,
        ") AS known (sender, seen) CROSS JOIN LATERAL (SELECT sender, number, body FROM mail WHERE unit = %s AND "
        "mail.sender = known.sender AND number > known.seen ORDER BY number LIMIT %d) AS waiting",
        mail->hold.name, READ_EACH);
    code = postgres_mail_rows(mail, query_finish(&sql), 3, take_mail, &reading);
    free(sql.bytes);
    mail->is_heard = code == SQL_OK && rows->count > before; /* perhaps there is more */
    return code ? fail(mail, code) : SQL_OK;
}

static void take_away(void *arg, char *const fields[])
{
    struct postgres_mail *mail = arg;
    int i = unit_named(mail, fields[0]);
    if (i >= 0)
        mail->is_away[i] = *fields[1] == 't';
}

int postgres_mail_look(struct postgres_mail *mail)
{
    return postgres_mail_rows(mail, "SELECT name, until <= clock_timestamp() FROM unit", 2,
                              take_away, mail);
}

/* ---- waiting ---- */

static void take_notices(struct postgres_mail *mail)
{
    PGnotify *notice;
    while (mail->link.conn && (notice = PQnotifies(mail->link.conn))) {
        mail->is_heard = true;
        postgres_kept_note(&mail->kept, notice->extra);
        PQfreemem(notice);
    }
}

void postgres_mail_wait(struct postgres_mail *mail, int fd, int ms)
{
    struct pollfd wait[] = {{.fd = fd, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    take_notices(mail); /* which came with the answer to a statement */
    if (mail->link.conn)
        wait[1].fd = PQsocket(mail->link.conn);
    if (mail->is_heard || poll(wait, 2, ms) <= 0)
        return;
    if (wait[1].revents && !PQconsumeInput(mail->link.conn))
        postgres_link_close(&mail->link);
    take_notices(mail);
}
