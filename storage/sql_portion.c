/* Portions of a database: see sql_portion.h. Records are found through the table of records;
   where a page of that table is damaged, through the lines. Every record is checked: its lines
   must be numbered without a gap, and be as many as the record says. Next: sqlite_read.c and
   postgres_read.c, which ask for portions. */
#include "sql_portion.h"
#include "store_read.h"

#include <string.h>

#include "store_portion.h"

enum statement {
    NEXT_OPEN,
    NEXT_PLACE,
    IS_THERE,
    NEXT_LINE,
    NEXT_RECORD,
    OPEN_BEFORE,
    LINE_BEFORE,
    RECORD_BEFORE,
    OPEN_LEFT,
    RECORDS_LEFT,
    RECORD,
    LINES,
    PERSONS,
    SECRET,
    STATEMENT_COUNT
};

#define ABOUT_RECORD(join)                                                                           \
    "SELECT record.network, record.room, ended, lines, bytes, began, last, "                         \
    "EXISTS (SELECT 1 FROM place WHERE place.network = record.network AND place.room = record.room " \
    "AND place.record = record.id), coalesce((SELECT " join                                          \
    " FROM place WHERE place.record = record.id "                                                    \
    "AND place.network <> record.network), '') FROM record WHERE id = ?1"

/* More than a portion takes. */
static const char next_lines[] =
    "SELECT seq, text, message FROM line WHERE record = ?1 AND seq > ?2 ORDER BY seq LIMIT 257";
_Static_assert(STORE_PORTION < 257, "a record must not seem to end where a portion does");

static const char *const statements[STATEMENT_COUNT] = {
    [NEXT_OPEN] = "SELECT id FROM record WHERE ended = 0 AND id > ?1 ORDER BY id LIMIT 1",
    [NEXT_PLACE] =
        "SELECT record FROM place WHERE network = ?2 AND record > ?1 ORDER BY record LIMIT 1",
    [IS_THERE] = "SELECT 1 FROM place WHERE network = ?2 AND record = ?1",
    [NEXT_LINE] = "SELECT record FROM line WHERE record > ?1 ORDER BY record LIMIT 1",
    [NEXT_RECORD] = "SELECT id FROM record WHERE id > ?1 ORDER BY id LIMIT 1",
    [OPEN_BEFORE] = "SELECT id FROM record WHERE ended = 0 AND id < ?1 ORDER BY id DESC LIMIT 1",
    [LINE_BEFORE] = "SELECT record FROM line WHERE record < ?1 ORDER BY record DESC LIMIT 1",
    [RECORD_BEFORE] = "SELECT id FROM record WHERE id < ?1 ORDER BY id DESC LIMIT 1",
    [OPEN_LEFT] =
        "SELECT count(*) FROM (SELECT id FROM record WHERE ended = 0 AND id < ?1 LIMIT ?2) AS rest",
    [RECORDS_LEFT] = "SELECT count(*) FROM (SELECT id FROM record WHERE id < ?1 LIMIT ?2) AS rest",
    [RECORD] = ABOUT_RECORD("group_concat(network, char(10))"),
    [LINES] = next_lines,
    [PERSONS] =
        "SELECT number, network, key, name, salt, source, ahead FROM person WHERE record = ?1 ORDER BY number",
    [SECRET] = "SELECT secret FROM record WHERE id = ?1 AND secret IS NOT NULL",
};

static const char record_in_postgres[] = ABOUT_RECORD("string_agg(network, chr(10))");

static const char *text_of(const struct sql *db, enum statement which)
{
    return which == RECORD ? sql_either(db, statements[which], record_in_postgres)
                           : statements[which];
}

struct source {
    struct sql *db;
    struct sql_statement
        /* not prepared until used: to prepare one costs more than to run it */
        statements[STATEMENT_COUNT];
    struct store_portion *portion;
    /* the last record that was read; of a listing from the newest down, the one before it is
       next */
    int64_t after;
};

/* For SQLite, of whose codes the low byte is the kind; also that a file is no database at all.
   PostgreSQL has none of these codes. */
static bool is_damage(int code)
{
    enum { NO_DATABASE = 26 };
    return (code & 0xff) == SQL_CORRUPT || (code & 0xff) == NO_DATABASE;
}

/* SQL_OK and the statement, or the code of the database. */
static int bind_record(struct source *source, enum statement which, int64_t record,
                       struct sql_statement **out)
{
    struct sql_statement *statement = &source->statements[which];
    if (!statement->own) {
        int code = sql_prepare(source->db, text_of(source->db, which), statement);
        if (code != SQL_OK)
            return code;
    }
    sql_reset(statement);
    sql_bind_number(statement, 1, record);
    *out = statement;
    return SQL_OK;
}

/* ---- which record comes next ---- */

static int step_to(struct source *source, enum statement which, int64_t *record)
{
    struct sql_statement *statement;
    int code = bind_record(source, which, source->after, &statement);
    if (code != SQL_OK)
        return code;
    if (which == NEXT_PLACE)
        sql_bind_text(statement, 2, source->portion->reading.network);
    code = sql_step(statement);
    if (code == SQL_ROW)
        *record = sql_number(statement, 0);
    sql_reset(statement);
    return code;
}

static enum statement way_to_next(const struct store_portion *portion)
{
    const struct store_listing *listing = &portion->listing;
    if (store_portion_is_list(portion) && listing->before_table)
        return listing->states & STORE_ENDED ? RECORD_BEFORE : OPEN_BEFORE;
    if (store_portion_is_list(portion))
        return listing->states & STORE_ENDED ? NEXT_RECORD : NEXT_OPEN;
    return portion->reading.network ? NEXT_PLACE : NEXT_OPEN;
}

/* SQL_ROW with the next record, wanted or not; SQL_DONE at the end. */
static int next_record(struct source *source, int64_t *record)
{
    const struct store_reading *reading = &source->portion->reading;
    if (reading->only) {
        *record = reading->only;
        return source->after < reading->only ? SQL_ROW : SQL_DONE;
    }
    int code = step_to(source, way_to_next(source->portion), record);
    enum statement by_lines = source->portion->listing.before_table ? LINE_BEFORE : NEXT_LINE;
    return is_damage(code) ? step_to(source, by_lines, record) : code;
}

/* ---- what a record says of itself ---- */

/* SQL_ROW and the table, whose texts last until the next record. SQL_DONE if the record is
   absent. */
static int get_table(struct source *source, int64_t record, struct store_table *out)
{
    struct sql_statement *row;
    int code = bind_record(source, RECORD, record, &row);
    if (code != SQL_OK)
        return code;
    code = sql_step(row);
    if (code != SQL_ROW)
        return code;
    bool has_ended = (int)sql_number(row, 2) != 0, has_place = (int)sql_number(row, 7) != 0;
    *out = (struct store_table){
        .table = record,
        .network = sql_text(row, 0),
        .room = sql_text(row, 1),
        .others = sql_text(row, 8),
        .state = has_ended   ? STORE_ENDED
                 : has_place ? STORE_IN_PLAY
                             : STORE_ASIDE,
        .lines = sql_number(row, 3),
        .bytes = sql_number(row, 4),
        .began = sql_number(row, 5),
        .last = sql_number(row, 6),
    };
    return out->network && out->room && out->others ? SQL_ROW : SQL_NOMEM;
}

static int list_record(struct source *source, int64_t record)
{
    struct store_table table = {0};
    int code = get_table(source, record, &table);
    if (code == SQL_ROW && (source->portion->listing.states & table.state))
        store_portion_add_table(source->portion, &table);
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

/* What is left is 0 if a damaged page keeps it from being counted. */
static int count_left(struct source *source)
{
    const struct store_listing *listing = &source->portion->listing;
    struct sql_statement *row;
    int code = bind_record(source, listing->states & STORE_ENDED ? RECORDS_LEFT : OPEN_LEFT,
                           source->after, &row);
    if (code != SQL_OK)
        return code;
    sql_bind_number(row, 2, listing->count_most);
    code = sql_step(row);
    if (code == SQL_ROW)
        source->portion->end.left = sql_number(row, 0);
    sql_reset(row);
    return is_damage(code) ? SQL_ROW : code;
}

/* ---- the lines of a record ---- */

/* SQL_OK, SQL_CORRUPT or another code of the database. */
static int add_line(struct store_portion *portion, int64_t record, int64_t seq,
                    struct sql_statement *row)
{
    const char *text = sql_text(row, 1);
    if (!text)
        return SQL_NOMEM;
    size_t length = row->db->ops->bytes(row, 1);
    if (sql_number(row, 0) != seq || strcspn(text, "\n") != length || length > STORE_LINE_MAX)
        return SQL_CORRUPT;
    const char *message = portion->reading.beside.message ? sql_text(row, 2) : NULL;
    if (message)
        store_portion_add_message(portion, record, seq, message);
    store_portion_add_line(portion, record, seq, text);
    return SQL_OK;
}

/* ---- what stands beside its lines ---- */

static int add_person(struct store_portion *portion, int64_t record, struct sql_statement *row)
{
    const char *texts[6];
    for (int i = 0; i < 6; i++) {
        texts[i] = sql_text(row, 1 + i);
        if (!texts[i])
            return SQL_NOMEM;
    }
    struct store_person person = {
        (int)sql_number(row, 0), texts[0], texts[1], texts[2], texts[3], texts[4], texts[5]};
    store_portion_add_person(portion, record, &person);
    return SQL_OK;
}

static int add_secret(struct source *source, int64_t record)
{
    struct sql_statement *row;
    int code = bind_record(source, SECRET, record, &row);
    if (code != SQL_OK)
        return code;
    code = sql_step(row);
    const char *secret = code == SQL_ROW ? sql_text(row, 0) : NULL;
    if (secret)
        store_portion_add_secret(source->portion, record, secret);
    else if (code == SQL_ROW)
        code = SQL_NOMEM;
    sql_reset(row);
    return secret || code == SQL_DONE ? SQL_OK : code;
}

static int add_persons(struct source *source, int64_t record)
{
    struct sql_statement *row;
    int code = bind_record(source, PERSONS, record, &row);
    if (code != SQL_OK)
        return code;
    while ((code = sql_step(row)) == SQL_ROW &&
           (code = add_person(source->portion, record, row)) == SQL_OK)
        ;
    sql_reset(row);
    return code == SQL_DONE ? SQL_OK : code;
}

static int add_beside(struct source *source, int64_t record)
{
    const struct store_reading *reading = &source->portion->reading;
    int code = reading->beside.secret ? add_secret(source, record) : SQL_OK;
    return code == SQL_OK && reading->beside.person ? add_persons(source, record) : code;
}

/* SQL_DONE if all `wanted` lines are in the portion, SQL_ROW if the portion was full before. */
static int add_lines(struct source *source, int64_t record, int64_t seq, int64_t wanted)
{
    struct sql_statement *row;
    int code = seq == 0 ? add_beside(source, record) : SQL_OK;
    code = code == SQL_OK ? bind_record(source, LINES, record, &row) : code;
    if (code != SQL_OK)
        return code;
    sql_bind_number(row, 2, seq);
    code = SQL_ROW;
    while (store_portion_left(source->portion) > 0 && (code = sql_step(row)) == SQL_ROW) {
        code = add_line(source->portion, record, ++seq, row);
        if (code != SQL_OK)
            break;
    }
    sql_reset(row);
    return code == SQL_DONE && seq != wanted ? SQL_CORRUPT : code == SQL_OK ? SQL_ROW : code;
}

/* SQL_ROW if the reading wants the record, SQL_DONE if not. */
static int is_asked_for(struct source *source, const struct store_table *table)
{
    const struct store_reading *reading = &source->portion->reading;
    if (reading->only || !reading->network)
        return reading->only || table->state != STORE_ENDED ? SQL_ROW : SQL_DONE;
    struct sql_statement *row;
    int code = bind_record(source, IS_THERE, table->table, &row);
    if (code != SQL_OK)
        return code;
    sql_bind_text(row, 2, reading->network);
    code = sql_step(row);
    sql_reset(row);
    return code;
}

/* A reading that stopped within a record goes on after the line where it stopped. */
static int read_record(struct source *source, int64_t record)
{
    const struct store_reading *reading = &source->portion->reading;
    struct store_table table = {0};
    int code = get_table(source, record, &table);
    if (code == SQL_DONE)
        return reading->only ? SQL_DONE : SQL_CORRUPT; /* lines or a place without their record */
    code = code == SQL_ROW ? is_asked_for(source, &table) : code;
    int64_t after = record == reading->after_table ? reading->after_seq : 0;
    return code == SQL_ROW ? add_lines(source, record, after, table.lines) : code;
}

/* ---- the portion ---- */

/* SQL_DONE at the end, SQL_ROW when the portion is full. */
static int fill_lines(struct source *source)
{
    struct store_portion *portion = source->portion;
    for (;;) {
        int64_t record = 0;
        int code = next_record(source, &record);
        if (code != SQL_ROW || store_portion_left(portion) == 0)
            return code;
        code = read_record(source, record);
        if (is_damage(code))
            store_portion_add_damaged(portion, record);
        else if (code != SQL_DONE)
            return code;
        source->after = record;
    }
}

static int fill_tables(struct source *source)
{
    for (;;) {
        int64_t record = 0;
        int code = next_record(source, &record);
        if (code == SQL_ROW && store_portion_left(source->portion) == 0)
            return source->portion->listing.count_most ? count_left(source) : code;
        if (code != SQL_ROW)
            return code;
        code = list_record(source, record);
        if (is_damage(code))
            store_portion_add_damaged(source->portion, record);
        else if (code != SQL_OK)
            return code;
        source->after = record;
    }
}

/* Begins after the record `after`: the record in which the last portion stopped may have more
   lines. */
static int64_t first_after(const struct store_portion *portion)
{
    const struct store_reading *reading = &portion->reading;
    if (store_portion_is_list(portion))
        return portion->end.table;
    return reading->after_table > 0 && reading->after_seq < INT64_MAX ? reading->after_table - 1
                                                                      : reading->after_table;
}

/* One transaction for the whole portion, because records grow while they are read. */
void sql_portion_fill(struct sql *db, struct store_portion *portion)
{
    struct source source = {.db = db, .portion = portion, .after = first_after(portion)};
    struct sql_statement *first;
    int code =
        sql_do(db, sql_either(db, "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    int began = code;
    /* damage that this finds is not one record's */
    code = code ? code : bind_record(&source, RECORD, 0, &first);
    if (code == SQL_OK)
        code = store_portion_is_list(portion) ? fill_tables(&source) : fill_lines(&source);
    portion->end.is_last = code == SQL_DONE;
    portion->end.result =
        code == SQL_DONE || code == SQL_ROW ? STORE_OK : db->ops->result(db, code);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sql_finish(&source.statements[i]);
    if (began == SQL_OK)
        sql_do(db, "COMMIT");
}
