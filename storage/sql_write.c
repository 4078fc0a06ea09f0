/* Every write of the store, as both databases run them, and the erasing of persons. What is kept
   of a person goes here, and nowhere else: a new table that holds a key, a name or an address needs
   a statement here, one in sql.c, and a row in docs/privacy.md. core/base/kept.h says which
   settings are whose. */
#include "sql_write.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kept.h"
#include "list.h"
#include "log.h"
#include "sql.h"
#include "store_work.h"

/* The statements. Those of an append touch as few pages as possible: CONTINUE
   does not touch `ended`, which has an index. No row changes if the record has ended or its next
   line has another number. OLD: of the next ?3 records the first that ended before ?2; the last
   record of each unit (UNIT_TABLES in store_postgres.h) is never old. */

/* clang-format off */
#define STATEMENTS(ROW) \
    ROW(CONTINUE, "UPDATE record SET lines = lines + ?3, bytes = bytes + ?5, last = ?6 " \
        "WHERE id = ?1 AND lines + 1 = ?2 AND ended = 0") \
    ROW(END, "UPDATE record SET lines = lines + ?3, ended = ?4, bytes = bytes + ?5, last = ?6 " \
        "WHERE id = ?1 AND lines + 1 = ?2 AND ended = 0") \
    ROW(BEGIN_RECORD, "INSERT INTO record (id, lines, ended, bytes, began, last) SELECT ?1, ?3, ?4, ?5, ?6, ?6 " \
        "WHERE ?2 = 1 ON CONFLICT (id) DO NOTHING") \
    ROW(LINE, "INSERT INTO line (record, seq, text, message) VALUES (?1, ?2, ?3, ?4)") \
    ROW(PERSON, "INSERT INTO person (record, number, network, key, name, salt, source, ahead) " \
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (record, number) DO UPDATE SET network = excluded.network, " \
        "key = excluded.key, name = excluded.name, salt = excluded.salt, source = excluded.source, ahead = excluded.ahead") \
    ROW(FORGET_AHEAD, "UPDATE person SET ahead = '' WHERE record = ?1 AND ahead <> ''") \
    ROW(SECRET, "UPDATE record SET secret = ?2 WHERE id = ?1") \
    ROW(HOLDER, "SELECT record FROM place WHERE network = ?2 AND room = ?3 AND record <> ?1") \
    ROW(VACATE, "DELETE FROM place WHERE record = ?1 AND (network, room) = " \
        "(SELECT network, room FROM record WHERE id = ?1)") \
    ROW(VACATE_ALL, "DELETE FROM place WHERE record = ?1") \
    ROW(FREE_PLACE, "DELETE FROM place WHERE record = ?1 AND network = ?2 AND room = ?3") \
    ROW(MOVE, "UPDATE record SET network = ?2, room = ?3 WHERE id = ?1") \
    ROW(TAKE, "INSERT INTO place (record, network, room) VALUES (?1, ?2, ?3) " \
        "ON CONFLICT (network, room) DO UPDATE SET record = excluded.record") \
    ROW(PUT, "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value") \
    ROW(PUT_ONCE, "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING") \
    ROW(FORGET, "DELETE FROM setting WHERE key = ?1") \
    ROW(OLDEST, "SELECT coalesce(min(last), ?1), 0 FROM (SELECT last FROM record WHERE ended = 1 ORDER BY id LIMIT ?3) AS finished") \
    ROW(OLD, "SELECT id, lines FROM (SELECT id, lines, ended, last FROM record WHERE id > ?1 ORDER BY id LIMIT ?3) AS few " \
        "WHERE ended = 1 AND last < ?2 AND EXISTS (SELECT 1 FROM record AS later WHERE later.id > few.id " \
        "AND later.id < (few.id / 1000000000 + 1) * 1000000000) LIMIT 1") \
    ROW(NEXT_LOOK, "SELECT max(id), count(*) FROM (SELECT id FROM record WHERE id > ?1 ORDER BY id LIMIT ?3) AS few") \
    ROW(CUT, "DELETE FROM line WHERE record = ?1 AND seq > ?2") \
    ROW(SHORTEN, "UPDATE record SET lines = ?2 WHERE id = ?1") \
    ROW(DROP, "DELETE FROM record WHERE id = ?1") \
    ROW(DROP_PERSONS, "DELETE FROM person WHERE record = ?1")
/* clang-format on */

#define THEIRS "(SELECT record FROM person WHERE network = ?1 AND key = ?2)"

/* ?1: the network, ?2: the key. The last statement takes away what the others find records by.
   The ids of all messages beside a record of theirs go, because the line does not say whose
   message it was. Outcomes and ratings stay, under a number that says nobody any more. */
static const char *const of_person[] = {
    "UPDATE line SET message = NULL WHERE record IN " THEIRS " AND message IS NOT NULL",
    "UPDATE record SET room = '' WHERE id IN " THEIRS " AND network = ?1 AND room = '@' || ?2",
    "DELETE FROM place WHERE network = ?1 AND room = '@' || ?2",
    "UPDATE outcome SET room = '' WHERE network = ?1 AND room = '@' || ?2",
    "DELETE FROM rating WHERE network = ?1 AND room = '' AND (game, month, person) IN"
    " (SELECT game, month, person FROM rating WHERE network = ?1 AND room = '@' || ?2)",
    "UPDATE rating SET room = '' WHERE network = ?1 AND room = '@' || ?2",
    "DELETE FROM identity WHERE network = ?1 AND key = ?2",
    /* Who logged in at a table sat there by a nick before: an account begins with "$", a nick
       does not. */
    "UPDATE person SET key = '', name = '', salt = '', source = '', ahead = '' WHERE substr(?2, 1, 1) = '$' AND record IN " THEIRS
    " AND network = ?1 AND substr(key, 1, 1) <> '$' AND name IN (SELECT own.name FROM person AS own"
    " WHERE own.record = person.record AND own.network = ?1 AND own.key = ?2)",
    "UPDATE person SET key = '', name = '', salt = '', source = '', ahead = '' WHERE network = ?1 AND key = ?2",
};

static int run(struct sql *db, const char *sql, const char *one, const char *two)
{
    struct sql_statement statement;
    int code = sql_prepare(db, sql, &statement);
    if (code == SQL_OK) {
        sql_bind_text(&statement, 1, one);
        if (two)
            sql_bind_text(&statement, 2, two);
        code = sql_step(&statement);
    }
    sql_finish(&statement);
    return code == SQL_DONE ? SQL_OK : code;
}

/* ---- settings ---- */

enum { CHANNEL = 32 };

struct keys {
    char **list;
    int count, space;
};

static void keys_add(void *arg, const char *key, const char *value)
{
    struct keys *keys = arg;
    (void)value;
    keys->list = list_grow(keys->list, keys->count, &keys->space, sizeof *keys->list);
    keys->list[keys->count] = strdup(key);
    check(keys->list[keys->count++]);
}

static void keys_free(struct keys *keys)
{
    for (int i = 0; i < keys->count; i++)
        free(keys->list[i]);
    free(keys->list);
}

/* And the person's channel ("" if none is known). */
static int find_settings(struct sql *db, struct identity who, char channel[CHANNEL],
                         store_setting_visitor *visit, void *arg)
{
    struct sql_statement rows;
    int code = sql_prepare(db, "SELECT key, value FROM setting", &rows);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        const char *key = sql_text(&rows, 0), *value = sql_text(&rows, 1);
        code = key && value ? SQL_OK : SQL_NOMEM;
        if (code == SQL_OK && kept_is_of(key, who, NULL)) {
            visit(arg, key, value);
            if (channel)
                kept_channel(key, value, who, CHANNEL, channel);
        }
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_settings_of(struct sql *db, struct identity who, store_setting_visitor *visit, void *arg)
{
    char channel[CHANNEL] = "";
    int code = find_settings(db, who, channel, visit, arg);
    return code == SQL_OK && *channel
               ? find_settings(db, identity(who.network, channel), NULL, visit, arg)
               : code;
}

static int erase_settings(struct sql *db, const struct store_person *person)
{
    struct keys keys = {0};
    int code = sql_settings_of(db, identity_of(person), keys_add, &keys);
    for (int i = 0; code == SQL_OK && i < keys.count; i++)
        code = run(db, "DELETE FROM setting WHERE key = ?1", keys.list[i], NULL);
    keys_free(&keys);
    return code;
}

/* ---- all of it ---- */

static int erase_person(struct sql *db, const struct store_person *person)
{
    int code = SQL_OK;
    for (size_t i = 0; code == SQL_OK && i < sizeof of_person / sizeof *of_person; i++)
        code = run(db, of_person[i], person->network, person->key);
    return code ? code : erase_settings(db, person);
}

static int sql_erase(struct sql *db, const struct store_work *work)
{
    int code = SQL_OK;
    for (int i = 0; code == SQL_OK && i < work->person_count; i++)
        code = erase_person(db, &work->persons[i]);
    for (int i = 0; code == SQL_OK && i < work->count; i += 2) {
        const char *key = work->lines[i], *value = work->lines[i + 1];
        code = value ? run(db,
                           "INSERT INTO setting (key, value) VALUES (?1, ?2) "
                           "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                           key, value)
                     : run(db, "DELETE FROM setting WHERE key = ?1", key, NULL);
    }
    return code;
}

/* ---- what is written, statement by statement ---- */

#define NAME(name, sql) name,
#define SQL(name, sql)  sql,
enum statement { STATEMENTS(NAME) STATEMENT_COUNT };

static const char *const statements[] = {STATEMENTS(SQL)};

_Static_assert((int)STATEMENT_COUNT == SQL_WRITE_STATEMENTS,
               "the struct has room for the statements");

int sql_writer_open(struct sql_writer *writer, struct sql *db)
{
    int code = SQL_OK;
    *writer = (struct sql_writer){.db = db};
    for (int i = 0; i < STATEMENT_COUNT && code == SQL_OK; i++)
        code = sql_prepare(db, statements[i], &writer->statements[i]);
    return code ? code : sql_outcomes_open(&writer->outcomes, db);
}

void sql_writer_close(struct sql_writer *writer)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sql_finish(&writer->statements[i]);
    sql_outcomes_close(&writer->outcomes);
}

/* ---- writes ---- */

static int count_lines(struct sql_writer *writer, enum statement which,
                       const struct store_work *work)
{
    struct sql_statement *statement = &writer->statements[which];
    int64_t bytes = 0;
    for (int i = 0; i < work->count; i++)
        bytes += (int64_t)strlen(work->lines[i]);
    sql_bind_number(statement, 1, work->table);
    sql_bind_number(statement, 2, work->first_seq);
    sql_bind_number(statement, 3, work->count);
    sql_bind_number(statement, 4, work->ends);
    sql_bind_number(statement, 5, bytes);
    sql_bind_number(statement, 6, work->now);
    return sql_run(statement);
}

/* ---- places ---- */

static int run_for_table(struct sql_writer *writer, enum statement which, int64_t table)
{
    sql_bind_number(&writer->statements[which], 1, table);
    return sql_run(&writer->statements[which]);
}

/* Does nothing without a place. */
static int run_for_place(struct sql_writer *writer, enum statement which, int64_t table,
                         const struct store_place *place)
{
    struct sql_statement *statement = &writer->statements[which];
    if (!place->network)
        return SQL_OK;
    sql_bind_text(statement, 2, place->network);
    sql_bind_text(statement, 3, place->room);
    int code = run_for_table(writer, which, table);
    return code;
}

static int find_holder(struct sql_writer *writer, const struct store_work *work, bool *is_taken)
{
    int code = run_for_place(writer, HOLDER, work->table, &work->place);
    code = code ? code : run_for_place(writer, HOLDER, work->table, &work->guest);
    *is_taken = code == SQL_ROW;
    return *is_taken ? SQL_OK : code;
}

static int change_places(struct sql_writer *writer, const struct store_work *work)
{
    int code = SQL_OK;
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

static int write_lines(struct sql_writer *writer, const struct store_work *work)
{
    struct sql_statement *line = &writer->statements[LINE];
    int code = SQL_OK;
    for (int i = 0; code == SQL_OK && i < work->count; i++) {
        sql_bind_number(line, 1, work->table);
        sql_bind_number(line, 2, work->first_seq + i);
        sql_bind_text(line, 3, work->lines[i]);
        sql_bind_text(line, 4, i == 0 ? work->message : NULL);
        code = sql_run(line);
    }
    return code;
}

static int write_beside(struct sql_writer *writer, const struct store_work *work)
{
    struct sql_statement *row = &writer->statements[PERSON], *secret = &writer->statements[SECRET];
    int code = SQL_OK;
    for (int i = 0; code == SQL_OK && i < work->person_count; i++) {
        const struct store_person *person = &work->persons[i];
        const char *texts[] = {person->network, person->key,    person->name,
                               person->salt,    person->source, person->ahead};
        sql_bind_number(row, 1, work->table);
        sql_bind_number(row, 2, person->number);
        for (int text = 0; text < 6; text++)
            sql_bind_text(row, 3 + text, texts[text]);
        code = sql_run(row);
    }
    if (code != SQL_OK || !work->secret)
        return code;
    sql_bind_number(secret, 1, work->table);
    sql_bind_text(secret, 2, work->secret);
    code = sql_run(secret);
    return code;
}

static int write_append(struct sql_writer *writer, struct store_work *work)
{
    bool is_taken = false;
    int code = find_holder(writer, work, &is_taken);
    work->result = STORE_TAKEN;
    if (code != SQL_OK || is_taken)
        return code;
    code = count_lines(writer, work->ends ? END : CONTINUE, work);
    if (code == SQL_OK && writer->db->changed == 0)
        code = count_lines(writer, BEGIN_RECORD, work);
    if (code != SQL_OK)
        return code;
    work->result = writer->db->changed == 1 ? STORE_OK : STORE_CONFLICT;
    if (work->result != STORE_OK)
        return SQL_OK;
    code = write_lines(writer, work);
    code = code ? code : write_beside(writer, work);
    for (int i = 0; i < work->outcome_count && code == SQL_OK; i++)
        code = sql_outcomes_add(&writer->outcomes, work->table, work->now, &work->outcomes[i]);
    if (code == SQL_OK && work->ends)
        code = run_for_table(writer, FORGET_AHEAD, work->table);
    return code ? code : change_places(writer, work);
}

static int write_setting(struct sql_writer *writer, struct store_work *work)
{
    enum statement which = work->count < 2                          ? FORGET
                           : strcmp(work->lines[0], KEPT_SALT) == 0 ? PUT_ONCE
                                                                    : PUT;
    struct sql_statement *statement = &writer->statements[which];
    for (int i = 0; i < work->count; i++)
        sql_bind_text(statement, i + 1, work->lines[i]);
    work->result = STORE_OK;
    int code = sql_run(statement);
    return code;
}

static int write_deed(struct sql_writer *writer, struct store_work *work)
{
    const char *const *texts = work->lines;
    work->result = STORE_OK;
    if (work->deed == STORE_RECOUNT)
        return sql_outcomes_recount(&writer->outcomes, &work->recount);
    if (work->deed == STORE_REBUILD || work->deed == STORE_REBUILD_ADDING)
        return sql_outcomes_rebuild(&writer->outcomes, work->table, work->outcomes,
                                    work->deed == STORE_REBUILD_ADDING, &work->recount);
    return sql_outcomes_show(&writer->outcomes,
                             &(struct store_identity){texts[0], texts[1], texts[2]},
                             work->deed == STORE_SHOW);
}

/* ---- pruning: from the end of a record, so that its first lines stay whole ---- */

enum { RECORDS_A_LOOK = 2000 };

/* SQL_ROW and up to two numbers, or the code of SQLite. */
static int ask(struct sql_writer *writer, enum statement which, int64_t one, int64_t two,
               int64_t found[2])
{
    struct sql_statement *statement = &writer->statements[which];
    sql_bind_number(statement, 1, one);
    sql_bind_number(statement, 2, two);
    if (which == OLDEST || which == OLD || which == NEXT_LOOK)
        sql_bind_number(statement, 3, RECORDS_A_LOOK);
    int code = sql_step(statement);
    for (int i = 0; found && code == SQL_ROW && i < 2; i++)
        found[i] = sql_number(statement, i);
    sql_reset(statement);
    return code;
}

static int cut_record(struct sql_writer *writer, int64_t record, int64_t lines)
{
    int64_t left = lines > STORE_PRUNE ? lines - STORE_PRUNE : 0;
    int code = ask(writer, CUT, record, left, NULL);
    if (code == SQL_DONE && !left)
        code = ask(writer, DROP_PERSONS, record, 0, NULL);
    if (code == SQL_DONE)
        code = ask(writer, left ? SHORTEN : DROP, record, left, NULL);
    if (code == SQL_DONE && !left)
        writer->dropped = record;
    return code == SQL_DONE ? SQL_OK : code;
}

static void note_behind(struct sql_writer *writer, bool is_behind)
{
    if (is_behind && !writer->is_behind)
        log_event(
            LOG_WARN, "records-are-old", "note",
            "more than the records of a day are older than keep_finished; a day of them is deleted each hour. If the "
            "clock of this machine is wrong, set it right",
            (char *)0);
    writer->is_behind = is_behind;
}

static int begin_pruning(struct sql_writer *writer, int64_t ended_before)
{
    int64_t oldest[2] = {0};
    /* `ended_before` if no record has ended */
    int code = ask(writer, OLDEST, ended_before, 0, oldest);
    int64_t most = oldest[0] + STORE_PRUNE_SPAN;
    writer->prune_before = ended_before < most ? ended_before : most;
    writer->is_pruning = code == SQL_ROW;
    note_behind(writer, ended_before > most);
    return code == SQL_ROW ? SQL_OK : code;
}

static int prune(struct sql_writer *writer, struct store_work *work)
{
    int64_t found[2];
    work->result = STORE_OK;
    work->is_more = true;
    int code = writer->is_pruning ? SQL_OK : begin_pruning(writer, work->now);
    if (code != SQL_OK)
        return code;
    code = ask(writer, OLD, writer->pruned_to, writer->prune_before, found);
    if (code == SQL_ROW)
        return cut_record(writer, found[0], found[1]);
    if (code == SQL_DONE)
        code = ask(writer, NEXT_LOOK, writer->pruned_to, 0, found);
    work->is_more = writer->is_pruning = code == SQL_ROW && found[1] == RECORDS_A_LOOK;
    writer->pruned_to = work->is_more ? found[0] : 0; /* next time from the first record on */
    return code == SQL_ROW ? SQL_OK : code;
}

/* ---- any of them ---- */

int sql_writer_apply(struct sql_writer *writer, struct store_work *work)
{
    if (work->pruned)
        return prune(writer, work);
    if (work->deed)
        return write_deed(writer, work);
    if (work->table)
        return write_append(writer, work);
    if (!work->erases)
        return write_setting(writer, work);
    work->result = STORE_OK;
    return sql_erase(writer->db, work);
}
