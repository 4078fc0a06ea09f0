/* The store in PostgreSQL, over the threads of store_threads.h: the writer has one connection,
   the reader another. What blocks before the loop runs has a third one for each question. Next:
   postgres_write.c, the transaction; postgres_house.c, whose the database is; sql_portion.c, the
   readings. */
#include "postgres_link.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "log.h"
#include "postgres_house.h"
#include "postgres_write.h"
#include "sql_portion.h"
#include "sql_rows.h"
#include "store_asked.h"
#include "store_ops.h"
#include "store_portion.h"
#include "store_postgres.h"
#include "store_threads.h"

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
