/* Mail in the database: rows as one thread writes and reads them, and that thread. It writes what
   waits, then reads what has come, and waits; the caller's thread only moves rows from one list
   into another. A write whose commit was lost is looked up before it is made again. */
#include "postgres_house.h"

#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "postgres_link.h"
#include "store_postgres.h"
#include "text.h"

enum { READ_EACH = 32, COLUMNS_MOST = 3 };

/* ---- rows ---- */

static void mail_rows_init(struct mail_rows *rows)
{
    *rows = (struct mail_rows){.end = &rows->first};
}

void postgres_mail_rows_add(struct mail_rows *rows, struct mail_row *row)
{
    row->next = NULL;
    *rows->end = row;
    rows->end = &row->next;
    rows->count++;
}

/* NULL if absent */
static struct mail_row *mail_rows_pop(struct mail_rows *rows)
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

static void mail_rows_free(struct mail_rows *rows)
{
    for (struct mail_row *row; (row = mail_rows_pop(rows));)
        free(row);
}

struct mail_row *postgres_mail_row_new(const char *unit, int64_t number, const char *body)
{
    size_t size = strlen(body) + 1;
    struct mail_row *row = calloc(1, sizeof *row + size);
    check(row && strlen(unit) < LEASE_NAME);
    snprintf(row->unit, sizeof row->unit, "%s", unit);
    row->number = number;
    memcpy(row->body, body, size);
    return row;
}

int64_t postgres_mail_place(const char *place)
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

/* Sets how much mail of ours is committed, to that number or `number` itself, and holds the row and
   its unit for the transaction. -1 is found if another process has the unit. */
static int hold_number(struct postgres_mail *mail, const char *before, const char *number,
                       int64_t *found)
{
    struct postgres_query sql;
    *found = -1;
    postgres_query_begin(&sql);
    fprintf(sql.out,
            "%sWITH held AS (SELECT name FROM unit WHERE name = %s AND term = %" PRId64
            " FOR KEY SHARE) "
            "UPDATE mailed SET number = %s FROM held WHERE unit = held.name RETURNING number",
            before, mail->hold.name, mail->hold.term, number);
    int code = postgres_mail_rows(mail, postgres_query_finish(&sql), 1, take_number, found);
    free(sql.bytes);
    return code;
}

/* Waits for a transaction of ours that is still under way, for that one has locked the row. */
static int settle(struct postgres_mail *mail)
{
    int64_t found;
    int code = hold_number(mail, "", "number", &found);
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
    postgres_query_begin(&sql);
    fprintf(
        sql.out,
        "INSERT INTO mailed VALUES (%s, 0) ON CONFLICT (unit) DO NOTHING; SELECT term FROM unit WHERE name = %s AND owner = ",
        mail->hold.name, mail->hold.name);
    postgres_query_quote(&sql, mail->link.conn, mail->owner);
    int code =
        postgres_mail_rows(mail, postgres_query_finish(&sql), 1, take_number, &mail->hold.term);
    free(sql.bytes);
    return code;
}

static int listen_there(struct postgres_mail *mail)
{
    struct postgres_query sql;
    char name[LEASE_NAME + 16];
    snprintf(name, sizeof name, "mail %.50s", mail->unit);
    char *quoted = PQescapeIdentifier(mail->link.conn, name, strlen(name));
    postgres_query_begin(&sql);
    fprintf(sql.out, "LISTEN %s; LISTEN kept", quoted ? quoted : "mail");
    PQfreemem(quoted);
    int code = postgres_link_do(&mail->link, postgres_query_finish(&sql), NULL);
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
    postgres_query_quote(sql, conn, row->unit);
    fprintf(sql->out, ", %s, %" PRId64 ", %" PRId64 ", ", mail->hold.name, row->number, row->place);
    postgres_query_quote(sql, conn, row->body);
    for (int i = 0; i < 2; i++) {
        int most = i == 0 ? MAIL_UNIT : row->place ? MAIL_PLACE : MAIL_UNIT;
        fprintf(sql->out,
                " %s (SELECT count(*) FROM (SELECT 1 FROM mail WHERE sender = %s AND unit = ",
                i == 0 ? "WHERE" : "AND", mail->hold.name);
        postgres_query_quote(sql, conn, row->unit);
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
    postgres_query_quote(sql, mail->link.conn, row->unit);
    fputs("; ", sql->out);
}

static void put_notice(const struct postgres_mail *mail, struct postgres_query *sql,
                       const char *unit)
{
    char name[LEASE_NAME + 16];
    snprintf(name, sizeof name, "mail %.50s", unit);
    fputs("SELECT pg_notify(", sql->out);
    postgres_query_quote(sql, mail->link.conn, name);
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
    postgres_query_begin(&sql);
    for (const struct mail_row *row = rows->first; row; row = row->next) {
        if (row->is_done)
            put_delete(mail, &sql, row);
        else if (!is_written(mail, row))
            put_insert(mail, &sql, row);
        if (!row->is_done && !is_named_before(rows, row))
            put_notice(mail, &sql, row->unit);
    }
    int code = postgres_link_do(&mail->link, postgres_query_finish(&sql), NULL);
    free(sql.bytes);
    return code;
}

/* Nobody raises the term while the transaction lasts, and the next one of ours waits for it. */
static int begin_writing(struct postgres_mail *mail)
{
    int64_t found;
    int code = hold_number(mail, "BEGIN; ", text_number(mail->number), &found);
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
    postgres_query_begin(&sql);
    fprintf(sql.out, "SELECT number FROM mail WHERE sender = %s AND number > %" PRId64,
            mail->hold.name, mail->committed);
    int code = postgres_mail_rows(mail, postgres_query_finish(&sql), 1, take_written, rows);
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

static int postgres_mail_write(struct postgres_mail *mail, struct mail_rows *rows)
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
    postgres_mail_rows_add(reading->rows, postgres_mail_row_new(fields[0], number, fields[2]));
    if (reading->mail->seen[sender] < number)
        reading->mail->seen[sender] = number;
}

/* Adds what has come since the last reading, so much of each sender that nobody is kept waiting
   by another. */
static int postgres_mail_read(struct postgres_mail *mail, struct mail_rows *rows)
{
    struct postgres_query sql;
    struct reading reading = {mail, rows};
    int before = rows->count;
    int code = postgres_link_is_lost(&mail->link) ? postgres_mail_connect(mail) : SQL_OK;
    if (code != SQL_OK)
        return code;
    postgres_query_begin(&sql);
    fputs("SELECT waiting.* FROM (VALUES ", sql.out);
    for (int i = 0; i < mail->unit_count; i++) {
        fputs(i ? ", (" : "(", sql.out);
        postgres_query_quote(&sql, mail->link.conn, mail->units[i]);
        fprintf(sql.out, ", %" PRId64 "::bigint)", mail->seen[i]);
    }
    fprintf(
        sql.out,
        ") AS known (sender, seen) CROSS JOIN LATERAL (SELECT sender, number, body FROM mail WHERE unit = %s AND "
        "mail.sender = known.sender AND number > known.seen ORDER BY number LIMIT %d) AS waiting",
        mail->hold.name, READ_EACH);
    code = postgres_mail_rows(mail, postgres_query_finish(&sql), 3, take_mail, &reading);
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

static int postgres_mail_look(struct postgres_mail *mail)
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

/* Waits until the server says something, `fd` is readable or the time is over. Sets is_heard. */
static void postgres_mail_wait(struct postgres_mail *mail, int fd, int ms)
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

/* ---- the thread's work ---- */

enum { WRITE_MOST = 128, AWAY_PAUSE_MS = 200, COME_MOST = 256 };

struct store_mail {
    struct store_mail_watch watch;
    struct postgres_mail mail; /* of the thread, once it runs */
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    struct mail_rows going, come;
    bool is_away[LEASE_UNITS], is_busy, is_closing;
    int wake, fd; /* wake: for the thread; fd: for the caller */
    bool has_thread, is_in_trouble;
};

/* ---- the thread ---- */

static bool take_going(struct store_mail *mail, struct mail_rows *rows)
{
    eventfd_t count;
    pthread_mutex_lock(&mail->lock);
    (void)eventfd_read(mail->wake, &count);
    while (mail->going.count > 0 && rows->count < WRITE_MOST)
        postgres_mail_rows_add(rows, mail_rows_pop(&mail->going));
    mail->is_busy = rows->count > 0;
    bool ends = mail->is_closing && rows->count == 0;
    pthread_mutex_unlock(&mail->lock);
    return !ends;
}

static void note(struct store_mail *mail, int code)
{
    if (code && !mail->is_in_trouble)
        log_event(LOG_ERROR, "mail-failed", "reason", mail->mail.link.reason, (char *)0);
    if (!code && mail->is_in_trouble)
        log_event(LOG_INFO, "mail-recovered", (char *)0);
    mail->is_in_trouble = code != SQL_OK;
}

/* What was refused comes back to the caller; the rest is gone. */
static void put_written(struct store_mail *mail, struct mail_rows *rows)
{
    for (struct mail_row *row; (row = mail_rows_pop(rows));) {
        if (row->is_refused)
            postgres_mail_rows_add(&mail->come, row);
        else
            free(row);
    }
}

/* So much has come that the caller has to take it first. */
static bool may_read(struct store_mail *mail)
{
    pthread_mutex_lock(&mail->lock);
    bool may = mail->come.count < COME_MOST;
    pthread_mutex_unlock(&mail->lock);
    return may;
}

/* `rows` are written, or else stay. */
static void hand_over(struct store_mail *mail, struct mail_rows *rows, bool are_written,
                      struct mail_rows *read)
{
    pthread_mutex_lock(&mail->lock);
    if (are_written)
        put_written(mail, rows);
    for (struct mail_row *row; (row = mail_rows_pop(read));)
        postgres_mail_rows_add(&mail->come, row);
    memcpy(mail->is_away, mail->mail.is_away, sizeof mail->is_away);
    mail->is_busy = rows->count > 0;
    if (mail->come.count > 0)
        check(eventfd_write(mail->fd, 1) == 0);
    pthread_mutex_unlock(&mail->lock);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* One turn. What could not be written stays in `rows`, and is written first in the next turn. */
static int turn(struct store_mail *mail, struct mail_rows *rows, int64_t *looked_at)
{
    struct mail_rows read;
    bool is_due = now_ms() - *looked_at >= MAIL_LOOK_MS;
    mail_rows_init(&read);
    int code = rows->count > 0 ? postgres_mail_write(&mail->mail, rows) : SQL_OK;
    bool are_written = code == SQL_OK;
    if (code == SQL_OK && (is_due || mail->mail.is_heard) && may_read(mail))
        code = postgres_mail_read(&mail->mail, &read);
    if (code == SQL_OK && postgres_kept_waits(&mail->mail.kept) && may_read(mail)) {
        code = postgres_mail_read_kept(&mail->mail, &read);
        mail->mail.is_heard |= postgres_kept_waits(&mail->mail.kept);
    }
    if (code == SQL_OK && is_due) {
        code = postgres_mail_look(&mail->mail);
        *looked_at = now_ms();
    }
    hand_over(mail, rows, are_written, &read);
    note(mail, code);
    return code;
}

static void *run(void *arg)
{
    struct store_mail *mail = arg;
    struct mail_rows rows;
    int64_t looked_at = 0;
    mail_rows_init(&rows);
    while (take_going(mail, &rows)) {
        int code = turn(mail, &rows, &looked_at);
        if (code == SQL_OK && mail->mail.is_heard && may_read(mail))
            continue;
        if (code == SQL_OK)
            postgres_mail_wait(&mail->mail, mail->wake, MAIL_LOOK_MS);
        else
            nanosleep(&(struct timespec){.tv_nsec = AWAY_PAUSE_MS * 1000000L}, NULL);
    }
    mail_rows_free(&rows);
    return NULL;
}

/* ---- opening and closing ---- */

static bool start(struct store_mail *mail, struct text *why)
{
    sigset_t all, before;
    mail->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    mail->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed =
        mail->wake < 0 || mail->fd < 0 ? -1 : pthread_create(&mail->thread, NULL, run, mail);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    mail->has_thread = failed == 0;
    if (failed)
        text_put(why, "A thread for the mail between processes cannot be started.");
    return failed == 0;
}

static void free_mail(struct store_mail *mail)
{
    postgres_mail_close(&mail->mail);
    postgres_kept_fini(&mail->mail.kept);
    postgres_address_fini(&mail->mail.address);
    mail_rows_free(&mail->going);
    mail_rows_free(&mail->come);
    if (mail->wake >= 0)
        close(mail->wake);
    if (mail->fd >= 0)
        close(mail->fd);
    pthread_mutex_destroy(&mail->lock);
    free(mail);
}

struct store_mail *store_mail_open(const struct store_postgres *where, const char *const *units,
                                   int count, const struct store_mail_watch *watch,
                                   struct text *why)
{
    struct store_mail *mail = calloc(1, sizeof *mail);
    check(mail && count <= LEASE_UNITS);
    mail->watch = *watch;
    mail->wake = mail->fd = -1;
    pthread_mutex_init(&mail->lock, NULL);
    mail_rows_init(&mail->going);
    mail_rows_init(&mail->come);
    snprintf(mail->mail.unit, LEASE_NAME, "%s", where->unit);
    snprintf(mail->mail.owner, LEASE_NAME, "%s", where->owner);
    for (int i = 0; i < count; i++)
        snprintf(mail->mail.units[mail->mail.unit_count++], LEASE_NAME, "%s", units[i]);
    bool is_right = postgres_address_init(&mail->mail.address, where, why);
    postgres_link_init(&mail->mail.link, &mail->mail.address);
    if (is_right && postgres_mail_connect(&mail->mail) == SQL_OK) {
        if (start(mail, why))
            return mail;
    } else if (is_right) {
        text_putf(why, "The mail between processes cannot be read: %s.", mail->mail.link.reason);
    }
    free_mail(mail);
    return NULL;
}

static bool is_idle(struct store_mail *mail)
{
    pthread_mutex_lock(&mail->lock);
    bool is_idle = mail->going.count == 0 && !mail->is_busy;
    pthread_mutex_unlock(&mail->lock);
    return is_idle;
}

bool store_mail_close_for(struct store_mail *mail, int ms)
{
    if (!mail)
        return true;
    int64_t until = now_ms() + ms;
    while (!is_idle(mail) && now_ms() < until)
        nanosleep(&(struct timespec){.tv_nsec = 5000000L}, NULL);
    if (!is_idle(mail))
        return false;
    pthread_mutex_lock(&mail->lock);
    mail->is_closing = true;
    check(eventfd_write(mail->wake, 1) == 0);
    pthread_mutex_unlock(&mail->lock);
    pthread_join(mail->thread, NULL);
    free_mail(mail);
    return true;
}

/* ---- the caller's thread ---- */

/* As the database will count them; what is written already is counted there. */
static bool is_full(const struct store_mail *mail, const char *unit, int64_t place)
{
    int there = 0;
    for (const struct mail_row *row = mail->going.first; row && place; row = row->next)
        there += !row->is_done && row->place == place && strcmp(row->unit, unit) == 0;
    return there >= MAIL_PLACE || mail->going.count >= MAIL_QUEUE;
}

bool store_mail_send(struct store_mail *mail, const struct store_mail_item *item)
{
    int64_t place = postgres_mail_place(item->place);
    if (strlen(item->body) > MAIL_BODY)
        return false;
    pthread_mutex_lock(&mail->lock);
    bool has_space = !is_full(mail, item->unit, place);
    if (has_space) {
        struct mail_row *row = postgres_mail_row_new(item->unit, 0, item->body);
        row->place = place;
        postgres_mail_rows_add(&mail->going, row);
        check(eventfd_write(mail->wake, 1) == 0);
    }
    pthread_mutex_unlock(&mail->lock);
    return has_space;
}

void store_mail_done(struct store_mail *mail, const char *unit, int64_t number)
{
    struct mail_row *row = postgres_mail_row_new(unit, number, "");
    row->is_done = true;
    pthread_mutex_lock(&mail->lock);
    postgres_mail_rows_add(&mail->going, row);
    check(eventfd_write(mail->wake, 1) == 0);
    pthread_mutex_unlock(&mail->lock);
}

bool store_mail_is_away(struct store_mail *mail, const char *unit)
{
    bool is_away = false;
    pthread_mutex_lock(&mail->lock);
    for (int i = 0; i < mail->mail.unit_count; i++)
        is_away |= mail->is_away[i] && strcmp(mail->mail.units[i], unit) == 0;
    pthread_mutex_unlock(&mail->lock);
    return is_away;
}

int store_mail_fd(const struct store_mail *mail)
{
    return mail->fd;
}

void store_mail_dispatch(struct store_mail *mail)
{
    struct mail_rows rows;
    eventfd_t count;
    mail_rows_init(&rows);
    pthread_mutex_lock(&mail->lock);
    (void)eventfd_read(mail->fd, &count);
    while (mail->come.count > 0)
        postgres_mail_rows_add(&rows, mail_rows_pop(&mail->come));
    check(eventfd_write(mail->wake, 1) == 0); /* it may have waited for space */
    pthread_mutex_unlock(&mail->lock);
    for (struct mail_row *row; (row = mail_rows_pop(&rows)); free(row)) {
        if (row->is_kept) {
            mail->watch.kept(mail->watch.arg, row->unit, row->is_gone ? NULL : row->body);
            continue;
        }
        const struct store_mail_item item = {
            .unit = row->unit, .number = row->is_refused ? 0 : row->number, .body = row->body};
        (row->is_refused ? mail->watch.refused : mail->watch.arrived)(mail->watch.arg, &item);
    }
}

/* ---- who is a guest of other units' tables ---- */

struct visit {
    store_mail_guest *each;
    void *arg;
    bool is_person;
};

static void take_guest(void *arg, char *const fields[])
{
    const struct visit *visit = arg;
    char *name = strdup(fields[2]);
    check(name);
    postgres_text_decode(name);
    visit->each(visit->arg, fields[0], strtoll(fields[1], NULL, 10), visit->is_person ? NULL : name,
                visit->is_person ? name : NULL);
    free(name);
}

/* Over a connection of its own, for the thread has the other one. */
bool store_mail_each_guest(struct store_mail *mail, store_mail_guest *each, void *arg)
{
    char sql[2 * HOLD_NAME + 256];
    struct postgres_mail own = {.hold = mail->mail.hold};
    struct visit visit = {each, arg, false};
    postgres_link_init(&own.link, &mail->mail.address);
    int code = postgres_link_open(&own.link);
    snprintf(
        sql, sizeof sql,
        "SELECT r.network, r.id, p.room FROM place p JOIN record r ON r.id = p.record WHERE p.network = %s AND "
        "r.network <> p.network AND r.ended = 0",
        own.hold.name);
    code = code ? code : postgres_mail_rows(&own, sql, 3, take_guest, &visit);
    visit.is_person = true;
    snprintf(
        sql, sizeof sql,
        "SELECT r.network, r.id, p.key FROM record r JOIN person p ON p.record = r.id WHERE r.ended = 0 AND "
        "r.network <> '' AND p.network = %s AND r.network <> p.network",
        own.hold.name);
    code = code ? code : postgres_mail_rows(&own, sql, 3, take_guest, &visit);
    postgres_link_close(&own.link);
    return code == SQL_OK;
}
