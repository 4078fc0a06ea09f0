/* Group commit: see sqlite_write.h. A batch is tried in one transaction. When that fails the writes are tried again one
   by one, each in its own, so that one write that fails does not take others down: on a nearly full disk a short line
   may fit where a long line does not. Next: sqlite.c, which makes the batches. */
#include "sqlite_write.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "sqlite_erase.h"
#include "sqlite_file.h"
#include "sqlite_guard.h"
#include "sqlite_outcome.h"
#include "sqlite_statements.h"
#include "text.h"

enum { TIDY_PAGES = 1000 }; /* pages the log grows by between two attempts to fold it in: 4 MB */

#define NAME(name, sql) name,
#define SQL(name, sql)  sql,
enum statement { STATEMENTS(NAME) STATEMENT_COUNT };
static const char *const statements[STATEMENT_COUNT] = {STATEMENTS(SQL)};

struct sqlite_writer {
    char *path;
    sqlite3 *db; /* NULL if it could not be opened again after a rescue; that will be tried again */
    struct sqlite_guard guard;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    struct sqlite_outcomes outcomes;
    bool has_erased;   /* the write-ahead log may hold what was erased */
    int wal_pages;     /* in the write-ahead log after the last commit */
    int tidy_at;       /* try to copy the log into the database from so many pages on */
    int64_t pruned_to; /* no record up to this number is old enough */
    int64_t prune_before;
    bool is_pruning;    /* prune_before stays the same until nothing is left */
    bool is_behind;     /* records older than STORE_PRUNE_SPAN are left; logged */
    bool is_in_trouble; /* the last transaction failed; logged */
};

/* ---- the connection ---- */

static int on_commit(void *arg, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_writer *writer = arg;
    (void)db;
    (void)name;
    if (pages < writer->wal_pages) /* the log was copied into the database and begins anew */
        writer->tidy_at = TIDY_PAGES;
    writer->wal_pages = pages;
    return SQLITE_OK;
}

static int prepare(struct sqlite_writer *writer)
{
    int code = SQLITE_OK;
    for (int i = 0; i < STATEMENT_COUNT && code == SQLITE_OK; i++)
        code =
            sqlite3_prepare_v3(writer->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &writer->statements[i], NULL);
    return code ? code : sqlite_outcomes_open(&writer->outcomes, writer->db);
}

static void disconnect(struct sqlite_writer *writer)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(writer->statements[i]);
        writer->statements[i] = NULL;
    }
    sqlite_outcomes_close(&writer->outcomes);
    sqlite3_close(writer->db);
    writer->db = NULL;
    sqlite_guard_fini(&writer->guard);
}

static bool connect_to(struct sqlite_writer *writer, struct text *why)
{
    writer->db = sqlite_file_open(writer->path, why);
    if (!writer->db)
        return false;
    writer->wal_pages = 0;
    writer->tidy_at = TIDY_PAGES;
    sqlite3_wal_hook(writer->db, on_commit,
                     writer); /* instead of SQLite's own hook, which copies the log while players wait */
    writer->has_erased = !sqlite_erase_log(writer->db); /* perhaps a process was killed before it could */
    int code = prepare(writer);
    bool is_whole = sqlite_guard_init(&writer->guard, writer->path);
    if (code != SQLITE_OK)
        sqlite_file_say_failed(writer->db, code, writer->path, why);
    else if (!is_whole)
        text_putf(why, "The database %s has lost its log while it was opened. Start again.", writer->path);
    if (code == SQLITE_OK && is_whole)
        return true;
    disconnect(writer);
    return false;
}

/* ---- files that are not where they were ---- */

/* Somebody deleted the log, but this connection can still read it. So this function puts a whole copy in the place of
   the database, and no line is lost that was said to be durable. */
static bool rescue(struct sqlite_writer *writer)
{
    char bytes[512] = "", copy[PATH_MAX], part[PATH_MAX];
    struct text why = text_over(bytes, sizeof bytes);
    snprintf(copy, sizeof copy, "%s-rescue", writer->path);
    snprintf(part, sizeof part, "%s-rescue-part", writer->path);
    unlink(part);
    bool is_copied = sqlite_copy(writer->db, part, false, &why) && rename(part, copy) == 0;
    if (is_copied) {
        sqlite3_db_config(writer->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        disconnect(writer);
    }
    bool is_done = is_copied && connect_to(writer, &why);
    if (!is_done)
        log_event(LOG_ERROR, "rescue-failed", "why", bytes, (char *)0);
    return is_done;
}

/* SQLITE_OK, or why nothing can be written. */
static int be_in_place(struct sqlite_writer *writer)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    if (!writer->db && !connect_to(writer, &why))
        return SQLITE_CANTOPEN;
    switch (sqlite_guard_look(&writer->guard)) {
    case FILES_IN_PLACE:
        return SQLITE_OK;
    case LOG_GONE:
        log_event(LOG_ERROR, "log-gone", "file", writer->path, "note",
                  "its -wal or -shm was moved or deleted while tabletalk runs; never do that", (char *)0);
        return rescue(writer) ? SQLITE_OK : SQLITE_READONLY_DBMOVED;
    case DATABASE_GONE:
        return SQLITE_READONLY_DBMOVED;
    }
    return SQLITE_OK;
}

/* ---- writes ---- */

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

static int run_for_table(const struct sqlite_writer *writer, enum statement which, int64_t table)
{
    sqlite3_bind_int64(writer->statements[which], 1, table);
    return run(writer->statements[which]);
}

/* Does nothing without a place. */
static int run_for_place(const struct sqlite_writer *writer, enum statement which, int64_t table,
                         const struct store_place *place)
{
    sqlite3_stmt *statement = writer->statements[which];
    if (!place->network)
        return SQLITE_OK;
    sqlite3_bind_text(statement, 2, place->network, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, place->room, -1, SQLITE_STATIC);
    int code = run_for_table(writer, which, table);
    sqlite3_clear_bindings(statement);
    return code;
}

static int find_holder(const struct sqlite_writer *writer, const struct store_work *work, bool *is_taken)
{
    int code = run_for_place(writer, HOLDER, work->table, &work->place);
    code = code ? code : run_for_place(writer, HOLDER, work->table, &work->guest);
    *is_taken = code == SQLITE_ROW;
    return *is_taken ? SQLITE_OK : code;
}

static int change_places(const struct sqlite_writer *writer, const struct store_work *work)
{
    int code = SQLITE_OK;
    if (work->ends || work->leaves)
        code = run_for_table(writer, VACATE_ALL, work->table);
    else if (work->place.network)
        code = run_for_table(writer, VACATE, work->table);
    code = code ? code : run_for_place(writer, FREE_PLACE, work->table, &work->freed);
    code = code ? code : run_for_place(writer, MOVE, work->table, &work->place);
    code = code ? code : run_for_place(writer, TAKE, work->table, &work->place);
    return code ? code : run_for_place(writer, TAKE, work->table, &work->guest);
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
        sqlite3_bind_text(line, 4, i == 0 ? work->message : NULL, -1, SQLITE_STATIC);
        code = run(line);
    }
    sqlite3_clear_bindings(line);
    return code;
}

static int write_beside(const struct sqlite_writer *writer, const struct store_work *work)
{
    sqlite3_stmt *row = writer->statements[PERSON], *secret = writer->statements[SECRET];
    int code = SQLITE_OK;
    for (int i = 0; code == SQLITE_OK && i < work->person_count; i++) {
        const struct store_person *person = &work->persons[i];
        const char *texts[] = {person->network, person->key, person->name, person->salt, person->source, person->ahead};
        sqlite3_bind_int64(row, 1, work->table);
        sqlite3_bind_int(row, 2, person->number);
        for (int text = 0; text < 6; text++)
            sqlite3_bind_text(row, 3 + text, texts[text], -1, SQLITE_STATIC);
        code = run(row);
    }
    sqlite3_clear_bindings(row);
    if (code != SQLITE_OK || !work->secret)
        return code;
    sqlite3_bind_int64(secret, 1, work->table);
    sqlite3_bind_text(secret, 2, work->secret, -1, SQLITE_STATIC);
    code = run(secret);
    sqlite3_clear_bindings(secret);
    return code;
}

static int write_append(struct sqlite_writer *writer, struct store_work *work)
{
    bool is_taken = false;
    int code = find_holder(writer, work, &is_taken);
    work->result = STORE_TAKEN;
    if (code != SQLITE_OK || is_taken)
        return code;
    code = count_lines(writer, work->ends ? END : CONTINUE, work);
    if (code == SQLITE_OK && sqlite3_changes(writer->db) == 0)
        code = count_lines(writer, BEGIN_RECORD, work);
    if (code != SQLITE_OK)
        return code;
    work->result = sqlite3_changes(writer->db) == 1 ? STORE_OK : STORE_CONFLICT;
    if (work->result != STORE_OK)
        return SQLITE_OK;
    code = write_lines(writer, work);
    code = code ? code : write_beside(writer, work);
    for (int i = 0; i < work->outcome_count && code == SQLITE_OK; i++)
        code = sqlite_outcomes_add(&writer->outcomes, work->table, work->now, &work->outcomes[i]);
    if (code == SQLITE_OK && work->ends)
        code = run_for_table(writer, FORGET_AHEAD, work->table);
    return code ? code : change_places(writer, work);
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

static int write_deed(struct sqlite_writer *writer, struct store_work *work)
{
    const char *const *texts = work->lines;
    work->result = STORE_OK;
    if (work->deed == STORE_RECOUNT)
        return sqlite_outcomes_recount(&writer->outcomes, &work->recount);
    if (work->deed == STORE_REBUILD)
        return sqlite_outcomes_rebuild(&writer->outcomes, work->table, work->outcomes, work->outcome_count,
                                       &work->recount);
    return sqlite_outcomes_show(&writer->outcomes, texts[0], texts[1], texts[2], work->deed == STORE_SHOW);
}

/* ---- pruning: from the end of a record, so that its first lines stay whole ---- */

enum { RECORDS_A_LOOK = 2000 };

/* SQLITE_ROW and up to two numbers, or the code of SQLite. */
static int ask(const struct sqlite_writer *writer, enum statement which, int64_t one, int64_t two, int64_t found[2])
{
    sqlite3_stmt *statement = writer->statements[which];
    sqlite3_bind_int64(statement, 1, one);
    sqlite3_bind_int64(statement, 2, two);
    if (sqlite3_bind_parameter_count(statement) > 2)
        sqlite3_bind_int(statement, 3, RECORDS_A_LOOK);
    int code = sqlite3_step(statement);
    for (int i = 0; code == SQLITE_ROW && i < 2; i++)
        found[i] = sqlite3_column_int64(statement, i);
    sqlite3_reset(statement);
    return code;
}

static int cut_record(struct sqlite_writer *writer, int64_t record, int64_t lines)
{
    int64_t left = lines > STORE_PRUNE ? lines - STORE_PRUNE : 0;
    int code = ask(writer, CUT, record, left, NULL);
    if (code == SQLITE_DONE && !left)
        code = ask(writer, DROP_PERSONS, record, 0, NULL);
    if (code == SQLITE_DONE)
        code = ask(writer, left ? SHORTEN : DROP, record, left, NULL);
    if (code == SQLITE_DONE && !left)
        sqlite_guard_forget_line(&writer->guard, record);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void note_behind(struct sqlite_writer *writer, bool is_behind)
{
    if (is_behind && !writer->is_behind)
        log_event(
            LOG_WARN, "records-are-old", "note",
            "more than the records of a day are older than keep_finished; a day of them is deleted each hour. If the "
            "clock of this machine is wrong, set it right",
            (char *)0);
    writer->is_behind = is_behind;
}

static int begin_pruning(struct sqlite_writer *writer, int64_t ended_before)
{
    int64_t oldest[2] = {0};
    int code = ask(writer, OLDEST, ended_before, 0, oldest); /* `ended_before` if no record has ended */
    int64_t most = oldest[0] + STORE_PRUNE_SPAN;
    writer->prune_before = ended_before < most ? ended_before : most;
    writer->is_pruning = code == SQLITE_ROW;
    note_behind(writer, ended_before > most);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static int prune(struct sqlite_writer *writer, struct store_work *work)
{
    int64_t found[2];
    work->result = STORE_OK;
    work->is_more = true;
    int code = writer->is_pruning ? SQLITE_OK : begin_pruning(writer, work->now);
    if (code != SQLITE_OK)
        return code;
    code = ask(writer, OLD, writer->pruned_to, writer->prune_before, found);
    if (code == SQLITE_ROW)
        return cut_record(writer, found[0], found[1]);
    if (code == SQLITE_DONE)
        code = ask(writer, NEXT_LOOK, writer->pruned_to, 0, found);
    work->is_more = writer->is_pruning = code == SQLITE_ROW && found[1] == RECORDS_A_LOOK;
    writer->pruned_to = work->is_more ? found[0] : 0; /* next time from the first record on */
    if (!work->is_more)
        sqlite3_db_release_memory(writer->db); /* once an hour: the cached pages */
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static int erase(struct sqlite_writer *writer, struct store_work *work)
{
    work->result = STORE_OK;
    writer->has_erased = true;
    return sqlite_erase(writer->db, work);
}

/* ---- transactions ---- */

static int begin(struct sqlite_writer *writer)
{
    int code = be_in_place(writer);
    if (code == SQLITE_OK && !sqlite3_get_autocommit(writer->db)) /* no memory for a rollback, either */
        code = sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
    return code ? code : run(writer->statements[BEGIN]);
}

/* The writes from `first` up to `end`, all in one transaction. */
static int write_together(struct sqlite_writer *writer, struct store_work *first, const struct store_work *end)
{
    int code = SQLITE_OK;
    for (struct store_work *work = first; code == SQLITE_OK && work != end; work = work->next)
        code = work->pruned   ? prune(writer, work)
               : work->erases ? erase(writer, work)
               : work->deed   ? write_deed(writer, work)
               : work->table  ? write_append(writer, work)
                              : write_setting(writer, work);
    return code ? code : run(writer->statements[COMMIT]);
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

/* Rolls back a transaction that failed. */
static enum store_result fail(struct sqlite_writer *writer, int code)
{
    enum store_result result = sqlite_file_result(writer->db, code);
    note_outcome(writer, code);
    if (writer->db && !sqlite3_get_autocommit(writer->db))
        sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
    /* If the flush failed, the refused transaction lies whole at the end of the log, and a restart would accept it. So write
       a transaction over it that changes nothing, whether it can be flushed or not. */
    if (code == SQLITE_IOERR_FSYNC)
        sqlite_file_touch(writer->db);
    return result;
}

static void note_newest_line(const struct sqlite_writer *writer, const struct store_work *first,
                             const struct store_work *end)
{
    const struct store_work *newest = NULL;
    for (const struct store_work *work = first; work != end; work = work->next)
        if (work->table && work->result == STORE_OK)
            newest = work;
    if (newest)
        sqlite_guard_note_line(&writer->guard, newest->table, newest->first_seq + newest->count - 1);
}

/* How a transaction ended. If it could not begin, its writes are not tried one by one. */
enum outcome { COMMITTED, REFUSED, NOT_BEGUN };

static enum outcome try_writes(struct sqlite_writer *writer, struct store_work *first, const struct store_work *end)
{
    int code = begin(writer);
    enum outcome failure = code ? NOT_BEGUN : REFUSED;
    code = code ? code : write_together(writer, first, end);
    /* Look again: the files may have gone during the commit. If the rescue fails, too, or the database itself has just
       gone, a refused line may be on the disk. Then the next append to its table is a conflict. */
    code = code ? code : be_in_place(writer);
    if (code == SQLITE_OK) {
        note_newest_line(writer, first, end);
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
    if (outcome == REFUSED && batch->first != batch->last)
        for (struct store_work *work = batch->first; work; work = work->next)
            try_writes(writer, work, work->next);
    if (writer->has_erased && writer->db)
        writer->has_erased = !sqlite_erase_log(writer->db);
}

void sqlite_writer_tidy(struct sqlite_writer *writer)
{
    if (!writer->db || writer->wal_pages < writer->tidy_at)
        return;
    /* Passive: does not wait for readers or backups. Pages that they still need stay in the log until the next time. */
    sqlite3_wal_checkpoint_v2(writer->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    writer->tidy_at = writer->wal_pages + TIDY_PAGES;
}

void sqlite_writer_free(struct sqlite_writer *writer)
{
    disconnect(writer);
    free(writer->path);
    free(writer);
}

struct sqlite_writer *sqlite_writer_new(const char *path, struct text *why)
{
    struct sqlite_writer *writer = calloc(1, sizeof *writer);
    check(writer);
    writer->path = strdup(path);
    check(writer->path);
    if (connect_to(writer, why))
        return writer;
    sqlite_writer_free(writer);
    return NULL;
}
