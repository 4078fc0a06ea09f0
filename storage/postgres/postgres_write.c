/* Group commit: see postgres_write.h. A transaction may be under way for long after its
   connection was lost, in a network or in the server; so the next connection bars it before
   anybody believes that it was not committed. */
#include "postgres_write.h"
#include "postgres_link.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "log.h"
#include "postgres_append.h"
#include "postgres_house.h"
#include "postgres_kept.h"
#include "store_work.h"
#include "text.h"

enum { PAUSE_MS = 100 };

/* How a transaction ended. AWAY: not committed, and the connection is lost. UNSETTLED: it was
   lost while the COMMIT was under way. NOT_BEGUN: its writes are not tried one by one. */
enum fate { COMMITTED, REFUSED, NOT_BEGUN, AWAY, UNSETTLED };

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the connection ---- */

static void disconnect(struct postgres_writer *writer)
{
    sql_writer_close(&writer->rows);
    postgres_link_close(&writer->link);
}

/* Nothing of ours is under way any more then, and writer->batch says how the last one ended. */
static int connect_again(struct postgres_writer *writer)
{
    sql_writer_close(&writer->rows);
    int code = postgres_link_open(&writer->link);
    code = code ? code : postgres_house_greet(&writer->link);
    code = code || !writer->hold.number ? code : postgres_house_hurry(&writer->link);
    code = code ? code : postgres_house_settle(&writer->link, &writer->hold, &writer->batch);
    code = code ? code : sql_writer_open(&writer->rows, &writer->link.sql);
    if (code != SQL_OK)
        disconnect(writer);
    else
        atomic_store(&writer->unsettled, ALL_SETTLED);
    return code;
}

/* The writer may find it out meanwhile, and go on: then this changes nothing. */
int postgres_writer_settle(struct postgres_writer *writer, struct postgres_link *link)
{
    int64_t before = atomic_load(&writer->unsettled), batch = before;
    if (before == ALL_SETTLED)
        return SQL_OK;
    int code = postgres_house_settle(link, &writer->hold, &batch);
    if (code == SQL_OK)
        atomic_compare_exchange_strong(&writer->unsettled, &before, ALL_SETTLED);
    return code;
}

/* ---- one transaction ---- */

static struct store_work *last_plain(struct store_work *work, const struct store_work *end)
{
    while (work != end && postgres_append_is_plain(work))
        work = work->next;
    return work;
}

/* In a shared house the other processes are told of what they know, too. */
static int write_one(struct postgres_writer *writer, struct store_work *work)
{
    bool is_shared = writer->hold.number > 0;
    int code = is_shared ? postgres_kept_begin_erasing(&writer->link, work) : SQL_OK;
    code = code ? code : sql_writer_apply(&writer->rows, work);
    return code || !is_shared ? code : postgres_kept_tell(&writer->link, work);
}

static int write_together(struct postgres_writer *writer, struct store_work *first,
                          const struct store_work *end)
{
    int code = postgres_house_alone(&writer->link);
    for (struct store_work *work = first, *next; code == SQL_OK && work != end; work = next) {
        next = last_plain(work, end);
        if (next != work) {
            code = postgres_append_all(&writer->link, work, next);
        } else {
            code = write_one(writer, work);
            next = work->next;
        }
    }
    return code;
}

/* Several steps, as what is read in one decides what is written in the next. */
static int write_step_by_step(struct postgres_writer *writer, struct store_work *first,
                              const struct store_work *end, enum postgres_stage *failed)
{
    *failed = STAGE_BEGIN;
    int code = postgres_house_begin(&writer->link, &writer->hold, writer->batch,
                                    writer->batch + HOUSE_STEP);
    if (code != SQL_OK)
        return code;
    *failed = STAGE_WRITES;
    code = write_together(writer, first, end);
    if (code != SQL_OK)
        return code;
    *failed = STAGE_COMMIT;
    return postgres_link_do(&writer->link, "COMMIT", NULL);
}

static enum fate end_failed(struct postgres_writer *writer, enum fate fate)
{
    if (!postgres_link_is_lost(&writer->link) &&
        postgres_link_do(&writer->link, "ROLLBACK", NULL) == SQL_OK)
        return fate;
    disconnect(writer);
    return AWAY;
}

static enum fate fate_of(struct postgres_writer *writer, int code, enum postgres_stage failed)
{
    bool is_lost = postgres_link_is_lost(&writer->link);
    if (code == SQL_OK && !writer->link.is_warned) {
        writer->batch += HOUSE_STEP;
        return COMMITTED;
    }
    if (code != SQL_OK && (failed != STAGE_COMMIT || !is_lost))
        return end_failed(writer, failed == STAGE_BEGIN ? NOT_BEGUN : REFUSED);
    disconnect(writer); /* a warning: perhaps the server did not wait for its copy */
    return UNSETTLED;
}

static enum fate try_writes(struct postgres_writer *writer, struct store_work *first,
                            const struct store_work *end, int *code)
{
    enum postgres_stage failed;
    postgres_link_look(&writer->link);
    *code = writer->link.conn ? SQL_OK : connect_again(writer);
    if (*code != SQL_OK)
        return AWAY;
    writer->link.is_warned = false;
    *code = last_plain(first, end) == end
                ? postgres_append_commit(&writer->link, &writer->hold, writer->batch, first, end,
                                         &failed)
                : write_step_by_step(writer, first, end, &failed);
    return fate_of(writer, *code, failed);
}

/* ---- until it is known ---- */

static void note_outcome(struct postgres_writer *writer, int code)
{
    if (!code && writer->is_in_trouble)
        log_event(LOG_INFO, "store-recovered", (char *)0);
    if (code && !writer->is_in_trouble)
        log_event(LOG_ERROR, "store-failed", "code", writer->link.sqlstate, "reason",
                  writer->link.reason, (char *)0);
    writer->is_in_trouble = code != SQL_OK;
}

static bool may_wait(long until)
{
    if (now_ms() >= until)
        return false;
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    return true;
}

/* Whether the last transaction was committed: COMMITTED, AWAY, or UNSETTLED if nobody can say in
   time. */
static enum fate settle(struct postgres_writer *writer, long until)
{
    int64_t sent = writer->batch + HOUSE_STEP;
    atomic_store(&writer->unsettled, writer->batch);
    while (connect_again(writer) != SQL_OK)
        if (!may_wait(until))
            return UNSETTLED;
    return writer->batch == sent ? COMMITTED : AWAY;
}

/* The server is waited for once; while it stays away, every batch is told so at its first try. */
static enum fate write_patiently(struct postgres_writer *writer, struct store_work *first,
                                 const struct store_work *end, int *code)
{
    long until = writer->is_in_trouble ? 0 : now_ms() + WRITER_PATIENCE_MS;
    for (;;) {
        enum fate fate = try_writes(writer, first, end, code);
        if (fate == UNSETTLED)
            fate = settle(writer, until);
        if (fate != AWAY || !may_wait(until))
            return fate;
    }
}

static enum store_result result_of(struct postgres_writer *writer, enum fate fate, int code)
{
    if (fate == UNSETTLED)
        return STORE_UNKNOWN;
    return code ? writer->link.sql.ops->result(&writer->link.sql, code) : STORE_AWAY;
}

static enum fate write_part(struct postgres_writer *writer, struct store_work *first,
                            const struct store_work *end)
{
    int code = SQL_OK;
    enum fate fate = write_patiently(writer, first, end, &code);
    note_outcome(writer, fate == COMMITTED ? SQL_OK : LINK_FAILED);
    for (struct store_work *work = first; fate != COMMITTED && work != end; work = work->next)
        work->result = result_of(writer, fate, code);
    return fate;
}

void postgres_writer_commit(struct postgres_writer *writer, const struct store_work_list *batch)
{
    enum fate fate = write_part(writer, batch->first, NULL);
    if (fate == REFUSED && batch->first != batch->last)
        for (struct store_work *work = batch->first; work; work = work->next)
            write_part(writer, work, work->next);
}

/* ---- */

static bool say_unreachable(const struct postgres_link *link, struct text *why)
{
    text_putf(why, "The PostgreSQL server cannot be used: %s.", link->reason);
    if (link->conn && PQconnectionNeedsPassword(link->conn))
        text_put(why,
                 " It wants a password: give postgres_password_file or postgres_password_env.");
    else if (link->conn && PQconnectionUsedPassword(link->conn))
        text_put(
            why,
            " Perhaps the password is wrong: it comes from postgres_password_file or postgres_password_env, the "
            "environment (PGPASSWORD), a service file or ~/.pgpass.");
    else if (strstr(link->reason, "certificate"))
        text_put(
            why,
            " Its certificate must be for the host in the option postgres, and be signed by an authority of this "
            "machine, or by the one that sslrootcert= in the option names.");
    else
        text_put(why, " Look whether it runs, and whether the option postgres leads to it.");
    return false;
}

bool postgres_writer_open(struct postgres_writer *writer, const struct postgres_address *address,
                          const struct store_postgres *where, struct text *why)
{
    *writer = (struct postgres_writer){.unsettled = ALL_SETTLED};
    postgres_link_init(&writer->link, address);
    if (postgres_link_open(&writer->link) != SQL_OK)
        return say_unreachable(&writer->link, why);
    if (!postgres_house_open(&writer->link, where, &writer->hold, why))
        return false;
    if (address->is_unverified)
        log_event(
            LOG_WARN, "database-unverified", "note",
            "sslmode in the option postgres lets another machine pass for the server, and read all hands; verify-full "
            "does not",
            (char *)0);
    return sql_writer_open(&writer->rows, &writer->link.sql) == SQL_OK;
}

void postgres_writer_close(struct postgres_writer *writer)
{
    disconnect(writer);
}
