/* Portions of a database: see sqlite_read.h. Records are found through the table of records; where a page of that table
   is damaged, through the lines. Every record is checked: its lines must be numbered without a gap, and be as many as
   the record says. Next: sqlite_read.c, which asks for portions. */
#include "store_read.h"
#include "sqlite_read.h"

#include <sqlite3.h>
#include <string.h>

#include "sqlite_file.h"
#include "store_portion.h"

enum statement {
    NEXT_OPEN,
    NEXT_PLACE,
    IS_THERE,
    NEXT_LINE,
    NEXT_RECORD,
    RECORD,
    LINES,
    PERSONS,
    SECRET,
    STATEMENT_COUNT
};

static const char sql_of_record[] =
    "SELECT record.network, record.room, ended, lines, bytes, began, last, "
    "EXISTS (SELECT 1 FROM place WHERE place.network = record.network AND place.room = record.room "
    "AND place.record = record.id), "
    "coalesce((SELECT group_concat(network, char(10)) FROM place WHERE place.record = record.id "
    "AND place.network <> record.network), '') FROM record WHERE id = ?1";

static const char *const statements[STATEMENT_COUNT] = {
    [NEXT_OPEN] = "SELECT id FROM record WHERE ended = 0 AND id > ?1 ORDER BY id LIMIT 1",
    [NEXT_PLACE] = "SELECT record FROM place WHERE network = ?2 AND record > ?1 ORDER BY record LIMIT 1",
    [IS_THERE] = "SELECT 1 FROM place WHERE network = ?2 AND record = ?1",
    [NEXT_LINE] = "SELECT record FROM line WHERE record > ?1 ORDER BY record LIMIT 1",
    [NEXT_RECORD] = "SELECT id FROM record WHERE id > ?1 ORDER BY id LIMIT 1",
    [RECORD] = sql_of_record,
    [LINES] = "SELECT seq, text, message FROM line WHERE record = ?1 AND seq > ?2 ORDER BY seq",
    [PERSONS] = "SELECT number, network, key, name, salt, source, ahead FROM person WHERE record = ?1 ORDER BY number",
    [SECRET] = "SELECT secret FROM record WHERE id = ?1 AND secret IS NOT NULL",
};

struct source {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT]; /* NULL until it is used: to prepare one costs more than to run it */
    struct store_portion *portion;
    int64_t after; /* the last record that was read */
};

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/* SQLITE_OK and the statement, or the code of SQLite. */
static int bind_record(struct source *source, enum statement which, int64_t record, sqlite3_stmt **out)
{
    sqlite3_stmt **statement = &source->statements[which];
    if (!*statement) {
        int code = sqlite3_prepare_v2(source->db, statements[which], -1, statement, NULL);
        if (code != SQLITE_OK)
            return code;
    }
    sqlite3_reset(*statement);
    sqlite3_bind_int64(*statement, 1, record);
    *out = *statement;
    return SQLITE_OK;
}

/* ---- which record comes next ---- */

static int step_to(struct source *source, enum statement which, int64_t *record)
{
    sqlite3_stmt *statement;
    int code = bind_record(source, which, source->after, &statement);
    if (code != SQLITE_OK)
        return code;
    if (which == NEXT_PLACE)
        sqlite3_bind_text(statement, 2, source->portion->reading.network, -1, SQLITE_STATIC);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *record = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return code;
}

static enum statement way_to_next(const struct store_portion *portion)
{
    if (store_portion_is_list(portion))
        return portion->listing.states & STORE_ENDED ? NEXT_RECORD : NEXT_OPEN;
    return portion->reading.network ? NEXT_PLACE : NEXT_OPEN;
}

/* SQLITE_ROW with the next record, wanted or not; SQLITE_DONE at the end. */
static int next_record(struct source *source, int64_t *record)
{
    const struct store_reading *reading = &source->portion->reading;
    if (reading->only) {
        *record = reading->only;
        return source->after < reading->only ? SQLITE_ROW : SQLITE_DONE;
    }
    int code = step_to(source, way_to_next(source->portion), record);
    return is_damage(code) ? step_to(source, NEXT_LINE, record) : code;
}

/* ---- what a record says of itself ---- */

/* SQLITE_ROW and the table, whose texts last until the next record. SQLITE_DONE if the record is absent. */
static int get_table(struct source *source, int64_t record, struct store_table *out)
{
    sqlite3_stmt *row = NULL;
    int code = bind_record(source, RECORD, record, &row);
    code = code == SQLITE_OK ? sqlite3_step(row) : code;
    if (code != SQLITE_ROW)
        return code;
    bool has_ended = sqlite3_column_int(row, 2) != 0, has_place = sqlite3_column_int(row, 7) != 0;
    *out = (struct store_table){
        .table = record,
        .network = (const char *)sqlite3_column_text(row, 0),
        .room = (const char *)sqlite3_column_text(row, 1),
        .others = (const char *)sqlite3_column_text(row, 8),
        .state = has_ended   ? STORE_ENDED
                 : has_place ? STORE_IN_PLAY
                             : STORE_ASIDE,
        .lines = sqlite3_column_int64(row, 3),
        .bytes = sqlite3_column_int64(row, 4),
        .began = sqlite3_column_int64(row, 5),
        .last = sqlite3_column_int64(row, 6),
    };
    return out->network && out->room && out->others ? SQLITE_ROW : SQLITE_NOMEM;
}

static int list_record(struct source *source, int64_t record)
{
    struct store_table table;
    int code = get_table(source, record, &table);
    if (code == SQLITE_ROW && (source->portion->listing.states & table.state))
        store_portion_add_table(source->portion, &table);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* ---- the lines of a record ---- */

/* SQLITE_OK, SQLITE_CORRUPT or another code of SQLite. */
static int add_line(struct store_portion *portion, int64_t record, int64_t seq, sqlite3_stmt *row)
{
    const char *text = (const char *)sqlite3_column_text(row, 1);
    if (!text)
        return SQLITE_NOMEM;
    size_t length = (size_t)sqlite3_column_bytes(row, 1);
    if (sqlite3_column_int64(row, 0) != seq || strcspn(text, "\n") != length || length > STORE_LINE_MAX)
        return SQLITE_CORRUPT;
    const char *message = portion->reading.beside.message ? (const char *)sqlite3_column_text(row, 2) : NULL;
    if (message)
        store_portion_add_message(portion, record, seq, message);
    store_portion_add_line(portion, record, seq, text);
    return SQLITE_OK;
}

/* ---- what stands beside its lines ---- */

static int add_person(struct store_portion *portion, int64_t record, sqlite3_stmt *row)
{
    const char *texts[6];
    for (int i = 0; i < 6; i++) {
        texts[i] = (const char *)sqlite3_column_text(row, 1 + i);
        if (!texts[i])
            return SQLITE_NOMEM;
    }
    struct store_person person = {
        sqlite3_column_int(row, 0), texts[0], texts[1], texts[2], texts[3], texts[4], texts[5]};
    store_portion_add_person(portion, record, &person);
    return SQLITE_OK;
}

static int add_secret(struct source *source, int64_t record)
{
    sqlite3_stmt *row;
    int code = bind_record(source, SECRET, record, &row);
    if (code != SQLITE_OK)
        return code;
    code = sqlite3_step(row);
    const char *secret = code == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : NULL;
    if (secret)
        store_portion_add_secret(source->portion, record, secret);
    else if (code == SQLITE_ROW)
        code = SQLITE_NOMEM;
    sqlite3_reset(row);
    return secret || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int add_persons(struct source *source, int64_t record)
{
    sqlite3_stmt *row;
    int code = bind_record(source, PERSONS, record, &row);
    if (code != SQLITE_OK)
        return code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW && (code = add_person(source->portion, record, row)) == SQLITE_OK)
        ;
    sqlite3_reset(row);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int add_beside(struct source *source, int64_t record)
{
    const struct store_reading *reading = &source->portion->reading;
    int code = reading->beside.secret ? add_secret(source, record) : SQLITE_OK;
    return code == SQLITE_OK && reading->beside.person ? add_persons(source, record) : code;
}

/* SQLITE_DONE if all `wanted` lines are in the portion, SQLITE_ROW if the portion was full before. */
static int add_lines(struct source *source, int64_t record, int64_t seq, int64_t wanted)
{
    sqlite3_stmt *row;
    int code = seq == 0 ? add_beside(source, record) : SQLITE_OK;
    code = code == SQLITE_OK ? bind_record(source, LINES, record, &row) : code;
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_int64(row, 2, seq);
    code = SQLITE_ROW;
    while (store_portion_left(source->portion) > 0 && (code = sqlite3_step(row)) == SQLITE_ROW) {
        code = add_line(source->portion, record, ++seq, row);
        if (code != SQLITE_OK)
            break;
    }
    sqlite3_reset(row);
    return code == SQLITE_DONE && seq != wanted ? SQLITE_CORRUPT : code == SQLITE_OK ? SQLITE_ROW : code;
}

/* SQLITE_ROW if the reading wants the record, SQLITE_DONE if not. */
static int is_asked_for(struct source *source, const struct store_table *table)
{
    const struct store_reading *reading = &source->portion->reading;
    if (reading->only || !reading->network)
        return reading->only || table->state != STORE_ENDED ? SQLITE_ROW : SQLITE_DONE;
    sqlite3_stmt *row;
    int code = bind_record(source, IS_THERE, table->table, &row);
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_text(row, 2, reading->network, -1, SQLITE_STATIC);
    code = sqlite3_step(row);
    sqlite3_reset(row);
    return code;
}

/* A reading that stopped within a record goes on after the line where it stopped. */
static int read_record(struct source *source, int64_t record)
{
    const struct store_reading *reading = &source->portion->reading;
    struct store_table table;
    int code = get_table(source, record, &table);
    if (code == SQLITE_DONE)
        return reading->only ? SQLITE_DONE : SQLITE_CORRUPT; /* lines or a place without their record */
    code = code == SQLITE_ROW ? is_asked_for(source, &table) : code;
    int64_t after = record == reading->after_table ? reading->after_seq : 0;
    return code == SQLITE_ROW ? add_lines(source, record, after, table.lines) : code;
}

/* ---- the portion ---- */

/* SQLITE_DONE at the end, SQLITE_ROW when the portion is full. */
static int fill_lines(struct source *source)
{
    struct store_portion *portion = source->portion;
    for (;;) {
        int64_t record = 0;
        int code = next_record(source, &record);
        if (code != SQLITE_ROW || store_portion_left(portion) == 0)
            return code;
        code = read_record(source, record);
        if (is_damage(code))
            store_portion_add_damaged(portion, record);
        else if (code != SQLITE_DONE)
            return code;
        source->after = record;
    }
}

static int fill_tables(struct source *source)
{
    for (;;) {
        int64_t record = 0;
        int code = next_record(source, &record);
        if (code != SQLITE_ROW || store_portion_left(source->portion) == 0)
            return code;
        code = list_record(source, record);
        if (is_damage(code))
            store_portion_add_damaged(source->portion, record);
        else if (code != SQLITE_OK)
            return code;
        source->after = record;
    }
}

/* Begins after the record `after`: the record in which the last portion stopped may have more lines. */
static int64_t first_after(const struct store_portion *portion)
{
    const struct store_reading *reading = &portion->reading;
    if (store_portion_is_list(portion))
        return portion->listing.after_table;
    return reading->after_table > 0 && reading->after_seq < INT64_MAX ? reading->after_table - 1 : reading->after_table;
}

/* One transaction for the whole portion, because records grow while they are read. */
void sqlite_portion_fill(sqlite3 *db, struct store_portion *portion)
{
    struct source source = {.db = db, .portion = portion, .after = first_after(portion)};
    sqlite3_stmt *first;
    int code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    code = code ? code : bind_record(&source, RECORD, 0, &first); /* damage that this finds is not one record's */
    if (code == SQLITE_OK)
        code = store_portion_is_list(portion) ? fill_tables(&source) : fill_lines(&source);
    portion->end.is_last = code == SQLITE_DONE;
    portion->end.result = code == SQLITE_DONE || code == SQLITE_ROW ? STORE_OK : sqlite_file_result(db, code);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(source.statements[i]);
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
}
