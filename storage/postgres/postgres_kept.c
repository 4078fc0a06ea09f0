/* Rows about people that change, and texts of SQL that are written piece by piece. */
#include "postgres_house.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kept.h"
#include "list.h"
#include "postgres_link.h"
#include "store.h"
#include "store_work.h"

void postgres_query_begin(struct postgres_query *query)
{
    *query = (struct postgres_query){.bytes = NULL};
    query->out = open_memstream(&query->bytes, &query->size);
    check(query->out);
}

const char *postgres_query_finish(struct postgres_query *query)
{
    fclose(query->out);
    check(query->bytes);
    return query->bytes;
}

void postgres_query_quote(struct postgres_query *query, PGconn *conn, const char *text)
{
    char *quoted = PQescapeLiteral(conn, text, strlen(text));
    fputs(quoted ? quoted : "NULL", query->out);
    PQfreemem(quoted);
}

/* ---- ---- what is to be read ---- ---- */

void postgres_kept_note(struct postgres_kept *kept, const char *key)
{
    if (!kept_is_shared(key) || strlen(key) >= KEPT_KEY)
        return;
    for (int i = 0; i < kept->pending_count; i++)
        if (strcmp(kept->pending[i].key, key) == 0)
            return;
    if (kept->pending_count == KEPT_PENDING)
        postgres_kept_note_all(kept);
    else
        snprintf(kept->pending[kept->pending_count++].key, KEPT_KEY, "%s", key);
}

void postgres_kept_note_all(struct postgres_kept *kept)
{
    kept->reads_all = true;
    kept->after[0] = '\0';
    kept->pending_count = 0;
}

bool postgres_kept_waits(const struct postgres_kept *kept)
{
    return kept->reads_all || kept->pending_count > 0;
}

void postgres_kept_fini(struct postgres_kept *kept)
{
    free(kept->known);
}

/* ---- which rows were there ---- */

static int compare(const void *item, const void *key)
{
    return strcmp(((const struct kept_key *)item)->key, key);
}

static int place_of(const struct postgres_kept *kept, const char *key)
{
    return list_place(kept->known, kept->count, sizeof *kept->known, compare, key);
}

static bool is_known(const struct postgres_kept *kept, int place, const char *key)
{
    return place < kept->count && strcmp(kept->known[place].key, key) == 0;
}

static void add(struct mail_rows *rows, const char *key, const char *value)
{
    struct mail_row *row = postgres_mail_row_new(key, 0, value ? value : "");
    row->is_kept = true;
    row->is_gone = !value;
    postgres_mail_rows_add(rows, row);
}

static void add_there(struct postgres_kept *kept, struct mail_rows *rows, const char *key,
                      const char *value)
{
    int place = place_of(kept, key);
    if (!is_known(kept, place, key)) {
        kept->known =
            list_insert(kept->known, &kept->count, &kept->space, sizeof *kept->known, place);
        snprintf(kept->known[place].key, KEPT_KEY, "%s", key);
    }
    add(rows, key, value);
}

static void add_gone(struct postgres_kept *kept, struct mail_rows *rows, const char *key)
{
    int place = place_of(kept, key);
    add(rows, key, NULL);
    if (is_known(kept, place, key))
        kept->known =
            list_drop(kept->known, &kept->count, &kept->space, sizeof *kept->known, place);
}

/* ---- reading ---- */

struct reading {
    struct postgres_kept *kept;
    struct mail_rows *rows;
    int count;
    bool is_there[KEPT_PENDING];
};

/* Those in front of it, behind the last one, are gone. NULL: all behind the last one. */
static void pass(struct postgres_kept *kept, struct mail_rows *rows, const char *key)
{
    int place = place_of(kept, kept->after);
    place += is_known(kept, place, kept->after);
    while (place < kept->count && (!key || strcmp(kept->known[place].key, key) < 0)) {
        const struct kept_key gone = kept->known[place];
        add_gone(kept, rows, gone.key);
    }
}

static void take_any(void *arg, char *const fields[])
{
    struct reading *reading = arg;
    postgres_text_decode(fields[1]);
    reading->count++;
    pass(reading->kept, reading->rows, fields[0]);
    if (strlen(fields[0]) >= KEPT_KEY)
        return;
    add_there(reading->kept, reading->rows, fields[0], fields[1]);
    snprintf(reading->kept->after, KEPT_KEY, "%s", fields[0]);
}

static void take_pending(void *arg, char *const fields[])
{
    struct reading *reading = arg;
    postgres_text_decode(fields[1]);
    for (int i = 0; i < reading->kept->pending_count; i++)
        reading->is_there[i] |= strcmp(reading->kept->pending[i].key, fields[0]) == 0;
    add_there(reading->kept, reading->rows, fields[0], fields[1]);
}

static int read_portion(struct postgres_mail *mail, struct reading *reading)
{
    struct postgres_query sql;
    postgres_query_begin(&sql);
    fputs("SELECT key, value FROM setting WHERE key > ", sql.out);
    postgres_query_quote(&sql, mail->link.conn, mail->kept.after);
    fputs(" AND (false", sql.out);
    for (int i = 0; kept_shared[i]; i++) {
        fputs(" OR starts_with(key, ", sql.out);
        postgres_query_quote(&sql, mail->link.conn, kept_shared[i]);
        fputs(")", sql.out);
    }
    fprintf(sql.out, ") ORDER BY key LIMIT %d", KEPT_PORTION);
    int code = postgres_mail_rows(mail, postgres_query_finish(&sql), 2, take_any, reading);
    free(sql.bytes);
    if (code == SQL_OK && reading->count < KEPT_PORTION) {
        pass(&mail->kept, reading->rows, NULL);
        mail->kept.reads_all = false;
    }
    return code;
}

static int read_pending(struct postgres_mail *mail, struct reading *reading)
{
    struct postgres_kept *kept = &mail->kept;
    struct postgres_query sql;
    postgres_query_begin(&sql);
    fputs("SELECT key, value FROM setting WHERE key IN (", sql.out);
    for (int i = 0; i < kept->pending_count; i++) {
        fputs(i ? ", " : "", sql.out);
        postgres_query_quote(&sql, mail->link.conn, kept->pending[i].key);
    }
    fputs(") ORDER BY key", sql.out);
    int code = postgres_mail_rows(mail, postgres_query_finish(&sql), 2, take_pending, reading);
    free(sql.bytes);
    for (int i = 0; i < kept->pending_count && code == SQL_OK; i++)
        if (!reading->is_there[i])
            add_gone(kept, reading->rows, kept->pending[i].key);
    kept->pending_count = code == SQL_OK ? 0 : kept->pending_count;
    return code;
}

/* What is told while all is read is read behind it. */
int postgres_mail_read_kept(struct postgres_mail *mail, struct mail_rows *rows)
{
    struct reading reading = {.kept = &mail->kept, .rows = rows};
    int code = postgres_link_is_lost(&mail->link) ? postgres_mail_connect(mail) : SQL_OK;
    if (code == SQL_OK)
        code = mail->kept.reads_all ? read_portion(mail, &reading) : read_pending(mail, &reading);
    if (code != SQL_OK)
        postgres_mail_close(mail);
    return code;
}

/* ---- writing ---- */

static void put_notice(struct postgres_query *sql, PGconn *conn, const char *key)
{
    if (!kept_is_shared(key))
        return;
    fputs("SELECT pg_notify('kept', ", sql->out);
    postgres_query_quote(sql, conn, key);
    fputs("); ", sql->out);
}

static bool is_setting(const struct store_work *work)
{
    return !work->pruned && !work->deed && !work->table && !work->erases;
}

int postgres_kept_tell(struct postgres_link *link, const struct store_work *work)
{
    struct postgres_query sql;
    if (!work->erases && (!is_setting(work) || !kept_is_shared(work->lines[0])))
        return SQL_OK;
    postgres_query_begin(&sql);
    for (int i = 0; i < (work->erases ? work->count : 1); i += 2)
        put_notice(&sql, link->conn, work->lines[i]);
    const char *text = postgres_query_finish(&sql);
    int code = *text ? postgres_link_do(link, text, NULL) : SQL_OK;
    free(sql.bytes);
    return code;
}

/* What they said to tables elsewhere, and what is told them. */
static void put_forget_mail(struct postgres_query *sql, PGconn *conn,
                            const struct store_person *person)
{
    char private[STORE_KEY_MAX + 2];
    snprintf(private, sizeof private, "@%s", person->key);
    fputs("DELETE FROM mail WHERE (sender = ", sql->out);
    postgres_query_quote(sql, conn, person->network);
    fprintf(sql->out, " AND place = %" PRId64 ") OR (unit = ", postgres_mail_place(person->key));
    postgres_query_quote(sql, conn, person->network);
    fprintf(sql->out, " AND place = %" PRId64 "); ", postgres_mail_place(private));
}

int postgres_kept_begin_erasing(struct postgres_link *link, const struct store_work *work)
{
    enum { LOCK = 1701995876 };
    struct postgres_query sql;
    if (!work->erases)
        return SQL_OK;
    postgres_query_begin(&sql);
    fprintf(sql.out, "SELECT pg_advisory_xact_lock(%d); ", LOCK);
    for (int i = 0; i < work->person_count; i++)
        put_forget_mail(&sql, link->conn, &work->persons[i]);
    int code = postgres_link_do(link, postgres_query_finish(&sql), NULL);
    free(sql.bytes);
    return code;
}
