/* Group commit: see sqlite_write.h. A batch is tried in one transaction. When that fails the writes are tried again one
   by one, each in its own, so that only those fail that cannot be done: with a nearly full disk a long line may not
   fit where a short one does. Next: sqlite.c, where batches come from. */
#include "sqlite_write.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "sqlite_file.h"
#include "text.h"

enum { TIDY_PAGES = 1000 }; /* pages the log grows by between two attempts to fold it in: 4 MB */

/* No row changes where the record has ended or its next line has another number. */
enum statement { CONTINUE, BEGIN_RECORD, LINE, HOLDER, VACATE, MOVE, TAKE, PUT, FORGET, STATEMENT_COUNT };

static const char *const statements[STATEMENT_COUNT] = {
    [CONTINUE] = "UPDATE record SET lines = lines + ?3, ended = ?4, bytes = bytes + ?5, last = ?6 "
                 "WHERE id = ?1 AND lines + 1 = ?2 AND ended = 0",
    [BEGIN_RECORD] = "INSERT INTO record (id, lines, ended, bytes, began, last) SELECT ?1, ?3, ?4, ?5, ?6, ?6 "
                     "WHERE ?2 = 1 ON CONFLICT DO NOTHING",
    [LINE] = "INSERT INTO line (record, seq, text) VALUES (?, ?, ?)",
    [HOLDER] = "SELECT record FROM place WHERE network = ?2 AND room = ?3 AND record <> ?1",
    [VACATE] = "DELETE FROM place WHERE record = ?1 AND (network, room) = "
               "(SELECT network, room FROM record WHERE id = ?1)",
    [MOVE] = "UPDATE record SET network = ?2, room = ?3 WHERE id = ?1",
    [TAKE] = "INSERT INTO place (record, network, room) VALUES (?1, ?2, ?3)",
    [PUT] = "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    [FORGET] = "DELETE FROM setting WHERE key = ?",
};

struct sqlite_writer {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    int wal_pages;      /* in the write-ahead log after the last commit */
    int tidy_at;        /* try to fold it in from so many on */
    bool is_in_trouble; /* the last transaction failed; logged */
};

static int run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int count_lines(const struct sqlite_writer *writer, enum statement which, const struct store_work *work)
{
    sqlite3_stmt *statement = writer->statements[which];
    int64_t bytes = 0;
    for (int i = 0; i < work->count; i++)
        bytes += (int64_t)strlen(work->lines[i]);
    sqlite3_bind_int64(statement, 1, work->table);
    sqlite3_bind_int64(statement, 2, work->first_seq);
    sqlite3_bind_int(statement, 3, work->count);
    sqlite3_bind_int(statement, 4, work->ends);
    sqlite3_bind_int64(statement, 5, bytes);
    sqlite3_bind_int64(statement, 6, work->now);
    return run(statement);
}

/* ---- places ---- */

static int run_for_place(const struct sqlite_writer *writer, enum statement which, const struct store_work *work)
{
    sqlite3_stmt *statement = writer->statements[which];
    sqlite3_bind_int64(statement, 1, work->table);
    if (which != VACATE) {
        sqlite3_bind_text(statement, 2, work->place.network, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, work->place.room, -1, SQLITE_STATIC);
    }
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int find_holder(const struct sqlite_writer *writer, const struct store_work *work, bool *is_taken)
{
    int code = work->place.network ? run_for_place(writer, HOLDER, work) : SQLITE_OK;
    *is_taken = code == SQLITE_ROW;
    return *is_taken ? SQLITE_OK : code;
}

static int change_place(const struct sqlite_writer *writer, const struct store_work *work)
{
    int code = SQLITE_OK;
    if (work->ends || work->leaves || work->place.network)
        code = run_for_place(writer, VACATE, work);
    if (work->place.network) {
        code = code ? code : run_for_place(writer, MOVE, work);
        code = code ? code : run_for_place(writer, TAKE, work);
    }
    return code;
}

/* ---- lines ---- */

static int write_lines(const struct sqlite_writer *writer, const struct store_work *work)
{
    sqlite3_stmt *line = writer->statements[LINE];
    int code = SQLITE_OK;
    for (int i = 0; code == SQLITE_OK && i < work->count; i++) {
        sqlite3_bind_int64(line, 1, work->table);
        sqlite3_bind_int64(line, 2, work->first_seq + i);
        sqlite3_bind_text(line, 3, work->lines[i], -1, SQLITE_STATIC);
        code = run(line);
    }
    sqlite3_clear_bindings(line);
    return code;
}

static int write_append(const struct sqlite_writer *writer, struct store_work *work)
{
    bool is_taken = false;
    int code = find_holder(writer, work, &is_taken);
    work->result = STORE_TAKEN;
    if (code != SQLITE_OK || is_taken)
        return code;
    code = count_lines(writer, CONTINUE, work);
    if (code == SQLITE_OK && sqlite3_changes(writer->db) == 0)
        code = count_lines(writer, BEGIN_RECORD, work);
    if (code != SQLITE_OK)
        return code;
    work->result = sqlite3_changes(writer->db) == 1 ? STORE_OK : STORE_CONFLICT;
    if (work->result == STORE_OK)
        code = write_lines(writer, work);
    if (work->result == STORE_OK && code == SQLITE_OK)
        code = change_place(writer, work);
    return code;
}

static int write_setting(const struct sqlite_writer *writer, struct store_work *work)
{
    sqlite3_stmt *statement = writer->statements[work->count == 2 ? PUT : FORGET];
    for (int i = 0; i < work->count; i++)
        sqlite3_bind_text(statement, i + 1, work->lines[i], -1, SQLITE_STATIC);
    work->result = STORE_OK;
    int code = run(statement);
    sqlite3_clear_bindings(statement);
    return code;
}

/* Somebody who deletes or replaces the file under us would have us write where nobody will ever read. */
static int refuse_moved_file(sqlite3 *db)
{
    int moved = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved ? SQLITE_READONLY_DBMOVED : SQLITE_OK;
}

static int begin(const struct sqlite_writer *writer)
{
    int code = refuse_moved_file(writer->db);
    if (!sqlite3_get_autocommit(writer->db)) /* there was no memory for a rollback, either */
        code = code ? code : sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
    return code ? code : sqlite3_exec(writer->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
}

/* The writes from `first` up to `end`, all in one transaction. */
static int write_together(const struct sqlite_writer *writer, struct store_work *first, const struct store_work *end)
{
    int code = SQLITE_OK;
    for (struct store_work *work = first; code == SQLITE_OK && work != end; work = work->next)
        code = work->table ? write_append(writer, work) : write_setting(writer, work);
    return code ? code : sqlite3_exec(writer->db, "COMMIT", NULL, NULL, NULL);
}

static void note_outcome(struct sqlite_writer *writer, int code)
{
    if (!code && writer->is_in_trouble)
        log_event(LOG_INFO, "store-recovered", (char *)0);
    if (code && !writer->is_in_trouble) {
        char number[16];
        snprintf(number, sizeof number, "%d", code);
        log_event(LOG_ERROR, "store-failed", "code", number, "reason", sqlite_file_reason(writer->db, code), (char *)0);
    }
    writer->is_in_trouble = code != SQLITE_OK;
}

/* Ends a transaction that failed, so that nothing of it is left. */
static enum store_result fail(struct sqlite_writer *writer, int code)
{
    enum store_result result = sqlite_file_result(writer->db, code);
    note_outcome(writer, code);
    if (!sqlite3_get_autocommit(writer->db))
        sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
    /* When it was the flush that failed, the refused transaction lies whole at the end of the log, and a restart would
       take it for a good one. So something that changes nothing is written over it, flushed or not. */
    if (code == SQLITE_IOERR_FSYNC)
        sqlite_file_touch(writer->db);
    return result;
}

/* What a transaction came to. Where it could not even be begun, trying its writes one by one is no use. */
enum outcome { COMMITTED, REFUSED, NOT_BEGUN };

static enum outcome try_writes(struct sqlite_writer *writer, struct store_work *first, const struct store_work *end)
{
    int code = begin(writer);
    enum outcome failure = code ? NOT_BEGUN : REFUSED;
    code = code ? code : write_together(writer, first, end);
    if (code == SQLITE_OK) {
        note_outcome(writer, SQLITE_OK);
        return COMMITTED;
    }
    enum store_result result = fail(writer, code);
    for (struct store_work *work = first; work != end; work = work->next)
        work->result = result;
    return failure;
}

void sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch)
{
    enum outcome outcome = try_writes(writer, batch->first, NULL);
    if (outcome != REFUSED || batch->first == batch->last)
        return;
    for (struct store_work *work = batch->first; work; work = work->next)
        try_writes(writer, work, work->next);
}

void sqlite_writer_tidy(struct sqlite_writer *writer)
{
    if (writer->wal_pages < writer->tidy_at)
        return;
    /* Passive: readers and their backups are not waited for; what they hold up is folded in the next time. */
    sqlite3_wal_checkpoint_v2(writer->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    writer->tidy_at = writer->wal_pages + TIDY_PAGES;
}

static int on_commit(void *arg, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_writer *writer = arg;
    (void)db;
    (void)name;
    if (pages < writer->wal_pages) /* the log was folded in and begins anew */
        writer->tidy_at = TIDY_PAGES;
    writer->wal_pages = pages;
    return SQLITE_OK;
}

struct sqlite_writer *sqlite_writer_new_take(sqlite3 *db, struct text *why)
{
    struct sqlite_writer *writer = calloc(1, sizeof *writer);
    check(writer);
    writer->db = db;
    writer->tidy_at = TIDY_PAGES;
    sqlite3_wal_hook(db, on_commit, writer); /* instead of SQLite's own, which folds in while players wait */
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        int code = sqlite3_prepare_v3(db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &writer->statements[i], NULL);
        if (code == SQLITE_OK)
            continue;
        sqlite_file_say_failed(db, code, sqlite3_db_filename(db, "main"), why);
        sqlite_writer_free(writer);
        return NULL;
    }
    return writer;
}

void sqlite_writer_free(struct sqlite_writer *writer)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(writer->statements[i]);
    sqlite3_close(writer->db);
    free(writer);
}
