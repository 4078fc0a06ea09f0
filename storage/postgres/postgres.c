/* The store in PostgreSQL, over the threads of store_work.h: the writer has one connection, the
   reader another; what blocks before the loop runs has a third. Many writes in one transaction. A
   transaction may be under way for long after its connection was lost; so the next connection bars
   it before anybody believes that it was not committed. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "log.h"
#include "postgres_house.h"
#include "postgres_link.h"
#include "sql.h"
#include "sql_write.h"
#include "store_ops.h"
#include "store_postgres.h"
#include "store_work.h"
#include "text.h"

/* ---- appends, that there are most of: lines that follow lines, with at most a message ---- */

/* All of a batch go to the server before its first answer is waited for (libpq's pipeline mode),
   one statement for each append; if there is nothing else in the batch, its whole transaction is
   one message. sql_write.c does the same in two statements, of which the second one waits for the
   first. */

struct postgres_hold;

struct postgres_link;

struct store_work;

/* Where a transaction failed. At COMMIT, if the connection is lost: perhaps it did not. */
enum postgres_stage { STAGE_BEGIN, STAGE_WRITES, STAGE_COMMIT };

/* ---- the writer: owns the writing connection, and comes back when it is lost ---- */

struct store_work_list;

enum { ALL_SETTLED = -1 };

struct postgres_writer {
    struct postgres_link link;
    struct sql_writer rows;
    struct postgres_hold hold;
    /* the last that was committed, or that bars the next (postgres_house.h) */
    int64_t batch;
    /* nobody knows whether the one behind this was: no reading may be answered before */
    _Atomic int64_t unsettled;
    bool is_in_trouble; /* the last batch failed; logged */
};

/* Sets the result of each. Blocks until every write that succeeded is on the server's disk, or
   until the server was away for WRITER_PATIENCE_MS. A write that fails does not make others
   fail. */
enum { WRITER_PATIENCE_MS = 5000 };

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

static bool postgres_append_is_plain(const struct store_work *work)
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

/* Carries out the works from `first` up to `end`, which are all plain, and sets their results.
   SQL_OK, or the failure; then the transaction must be rolled back. */
static int postgres_append_all(struct postgres_link *link, struct store_work *first,
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

/* The same as a transaction of its own, the one that follows number `before`. */
static int postgres_append_commit(struct postgres_link *link, const struct postgres_hold *hold,
                                  int64_t before, struct store_work *first,
                                  const struct store_work *end, enum postgres_stage *failed)
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
static int postgres_writer_settle(struct postgres_writer *writer, struct postgres_link *link)
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

static void postgres_writer_commit(struct postgres_writer *writer,
                                   const struct store_work_list *batch)
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

/* Opens the house, or the unit that `where` names. False with a sentence for the admin in `why`;
   close it in either case. `address` stays. */
static bool postgres_writer_open(struct postgres_writer *writer,
                                 const struct postgres_address *address,
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

static void postgres_writer_close(struct postgres_writer *writer)
{
    disconnect(writer);
}

/* ---- the store ---- */

struct postgres_store {
    struct store store;
    struct postgres_address address;
    struct postgres_writer writer;
    struct postgres_link reader;
    struct store_threads threads;
};

/* ---- on the threads ---- */

static void postgres_commit(void *arg, const struct store_work_list *batch)
{
    postgres_writer_commit(&((struct postgres_store *)arg)->writer, batch);
}

static void postgres_end(void *arg)
{
    postgres_writer_close(&((struct postgres_store *)arg)->writer);
}

static enum store_result connect_to_read(struct postgres_store *postgres,
                                         struct postgres_link *link)
{
    int code = postgres_link_is_lost(link) ? postgres_link_open(link) : SQL_OK;
    if (code != SQL_OK) {
        postgres_link_close(link);
        return STORE_AWAY;
    }
    code = link->is_greeted ? SQL_OK : postgres_house_greet(link);
    link->is_greeted = code == SQL_OK;
    code = code ? code : postgres_writer_settle(&postgres->writer, link);
    return link->sql.ops->result(&link->sql, code);
}

static void note_unread(const struct postgres_link *link, enum store_result result)
{
    if (result != STORE_OK)
        log_event(LOG_ERROR, "store-unreadable", "reason", link->reason, (char *)0);
}

static void postgres_read(void *arg, struct store_portion *portion)
{
    struct postgres_store *postgres = arg;
    portion->end.result = connect_to_read(postgres, &postgres->reader);
    if (portion->end.result == STORE_OK)
        sql_portion_fill(&postgres->reader.sql, portion);
    note_unread(&postgres->reader, portion->end.result);
}

static void postgres_answer(void *arg, struct store_asked *asked)
{
    struct postgres_store *postgres = arg;
    struct sql *db = &postgres->reader.sql;
    asked->answer.result = connect_to_read(postgres, &postgres->reader);
    if (asked->answer.result == STORE_OK)
        asked->answer.result = db->ops->result(db, sql_answer(db, asked));
    note_unread(&postgres->reader, asked->answer.result);
}

/* ---- struct store_ops ---- */

static void postgres_take(struct store *store, struct store_work *work)
{
    store_threads_take(&((struct postgres_store *)store)->threads, work);
}

static int postgres_fd(struct store *store)
{
    return ((struct postgres_store *)store)->threads.finished.fd;
}

static void postgres_dispatch(struct store *store)
{
    store_threads_dispatch(&((struct postgres_store *)store)->threads);
}

static bool postgres_flush(struct store *store, int ms)
{
    return store_threads_flush(&((struct postgres_store *)store)->threads, ms);
}

static void postgres_free(struct postgres_store *postgres)
{
    postgres_link_close(&postgres->reader);
    postgres_address_fini(&postgres->address);
    free(postgres);
}

static bool postgres_close(struct store *store, int ms)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    if (!store_threads_close(&postgres->threads, ms))
        return false;
    postgres_free(postgres);
    return true;
}

static enum store_result begin_reading(struct postgres_store *postgres, struct postgres_link *link)
{
    postgres_link_init(link, &postgres->address);
    enum store_result result = connect_to_read(postgres, link);
    note_unread(link, result);
    return result;
}

static enum store_result end_reading(struct postgres_link *link, int code)
{
    enum store_result result = link->sql.ops->result(&link->sql, code);
    note_unread(link, result);
    postgres_link_close(link);
    return result;
}

static enum store_result postgres_load(struct store *store, store_setting_visitor *setting,
                                       store_line_visitor *line, void *arg)
{
    struct postgres_link link;
    enum store_result result = begin_reading((struct postgres_store *)store, &link);
    int code = result == STORE_OK && setting ? sql_rows_settings(&link.sql, setting, arg) : SQL_OK;
    if (result == STORE_OK && code == SQL_OK && line)
        code = sql_rows_in_play(&link.sql, line, arg);
    return result == STORE_OK ? end_reading(&link, code) : result;
}

static enum store_result postgres_read_table(struct store *store, int64_t table,
                                             store_line_visitor *line, void *arg)
{
    struct postgres_link link;
    enum store_result result = begin_reading((struct postgres_store *)store, &link);
    return result == STORE_OK ? end_reading(&link, sql_rows_of_table(&link.sql, table, line, arg))
                              : result;
}

static int64_t postgres_next_table(struct store *store)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    struct postgres_link link;
    char sql[128];
    int64_t first = postgres->writer.hold.number * UNIT_TABLES, highest = 0;
    enum store_result result = begin_reading(postgres, &link);
    snprintf(sql, sizeof sql,
             "SELECT coalesce(max(id), %lld) FROM record WHERE id >= %lld AND id < %lld",
             (long long)first, (long long)first, (long long)first + UNIT_TABLES);
    if (result == STORE_OK)
        result = end_reading(&link, postgres_link_do(&link, sql, &highest));
    return result == STORE_OK ? highest + 1 : -1;
}

/* Nothing was written in this term before: so the number of the transaction is 0, as the
   writer's still is. */
static enum store_result postgres_with_rows(struct store *store, bool writes, store_rows *run,
                                            void *arg)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    struct postgres_link link;
    enum store_result result = begin_reading(postgres, &link);
    if (result != STORE_OK)
        return result;
    int code = writes ? postgres_house_begin(&link, &postgres->writer.hold, 0, 0)
                      : sql_do(&link.sql, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    code = code ? code : run(arg, &link.sql);
    code = code ? code : sql_do(&link.sql, "COMMIT");
    return end_reading(&link, code);
}

/* ---- opening ---- */

static struct store *start(struct postgres_store *postgres, struct text *why)
{
    static const struct store_ops ops = {
        .take = postgres_take,
        .fd = postgres_fd,
        .dispatch = postgres_dispatch,
        .flush = postgres_flush,
        .close = postgres_close,
        .load = postgres_load,
        .read_table = postgres_read_table,
        .next_table = postgres_next_table,
        .with_rows = postgres_with_rows,
    };
    static const struct store_threads_ops threads = {.commit = postgres_commit,
                                                     .read = postgres_read,
                                                     .answer = postgres_answer,
                                                     .end = postgres_end};
    postgres->store.ops = &ops;
    postgres_link_init(&postgres->reader, &postgres->address);
    if (store_threads_start(&postgres->threads, &threads, postgres, false, why))
        return &postgres->store;
    postgres_free(postgres);
    return NULL;
}

bool store_postgres_check(const struct store_postgres *where, struct text *why)
{
    struct postgres_address address;
    bool is_right = postgres_address_init(&address, where, why);
    postgres_address_fini(&address);
    return is_right;
}

struct store *store_postgres_open(const struct store_postgres *where, struct text *why)
{
    struct postgres_store *postgres = calloc(1, sizeof *postgres);
    check(postgres);
    if (postgres_address_init(&postgres->address, where, why)) {
        if (postgres_writer_open(&postgres->writer, &postgres->address, where, why))
            return start(postgres, why);
        postgres_writer_close(&postgres->writer);
    }
    postgres_free(postgres);
    return NULL;
}
