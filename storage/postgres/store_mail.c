/* See store_mail.h. The thread writes what waits, then reads what has come, and waits. The
   caller's thread only moves rows from one list into another. */
#include "store_mail.h"

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
#include "postgres_mail.h"
#include "postgres_text.h"
#include "store_postgres.h"
#include "text.h"

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
        mail_rows_add(rows, mail_rows_pop(&mail->going));
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
            mail_rows_add(&mail->come, row);
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
        mail_rows_add(&mail->come, row);
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
    int64_t place = mail_place(item->place);
    if (strlen(item->body) > MAIL_BODY)
        return false;
    pthread_mutex_lock(&mail->lock);
    bool has_space = !is_full(mail, item->unit, place);
    if (has_space) {
        struct mail_row *row = mail_row_new(item->unit, 0, item->body);
        row->place = place;
        mail_rows_add(&mail->going, row);
        check(eventfd_write(mail->wake, 1) == 0);
    }
    pthread_mutex_unlock(&mail->lock);
    return has_space;
}

void store_mail_done(struct store_mail *mail, const char *unit, int64_t number)
{
    struct mail_row *row = mail_row_new(unit, number, "");
    row->is_done = true;
    pthread_mutex_lock(&mail->lock);
    mail_rows_add(&mail->going, row);
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
        mail_rows_add(&rows, mail_rows_pop(&mail->come));
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
