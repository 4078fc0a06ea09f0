/* What both databases share: statements, and reading the rows. */
#include "sql.h"

#include <stdio.h>
#include <string.h>

#include "list.h"
#include "sql_write.h"
#include "store_ops.h"
#include "store_people.h"
#include "store_read.h"

void sql_finish(struct sql_statement *statement)
{
    if (statement->own)
        statement->db->ops->finish(statement);
    statement->own = NULL;
}

int sql_run(struct sql_statement *statement)
{
    int code = sql_step(statement);
    sql_reset(statement);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_do(struct sql *db, const char *text)
{
    struct sql_statement statement;
    int code = sql_prepare(db, text, &statement);
    code = code ? code : sql_run(&statement);
    sql_finish(&statement);
    return code;
}

/* ---- rows ---- */

/* What store_load and store_read_table visit, portions of records, answers about standings, and
   what is kept of a person. Where a page of the table of records is damaged, records are found
   through the lines. Every record is checked: its lines are numbered without a gap, and as many as
   it says. */

static int visit_lines(struct sql *db, const char *text, int64_t table, store_line_visitor *line,
                       void *arg)
{
    struct sql_statement rows;
    int code = sql_prepare(db, text, &rows);
    if (code == SQL_OK && table)
        sql_bind_number(&rows, 1, table);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        const char *bytes = sql_text(&rows, 2);
        code = bytes ? SQL_OK : SQL_NOMEM;
        if (bytes)
            line(arg, sql_number(&rows, 0), sql_number(&rows, 1), bytes);
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_rows_in_play(struct sql *db, store_line_visitor *line, void *arg)
{
    return visit_lines(
        db,
        "SELECT line.record, line.seq, line.text FROM record JOIN line ON line.record = record.id "
        "WHERE record.ended = 0 ORDER BY record.id, line.seq",
        0, line, arg);
}

int sql_rows_of_table(struct sql *db, int64_t table, store_line_visitor *line, void *arg)
{
    return visit_lines(db, "SELECT record, seq, text FROM line WHERE record = ?1 ORDER BY seq",
                       table, line, arg);
}

int sql_rows_settings(struct sql *db, store_setting_visitor *setting, void *arg)
{
    struct sql_statement rows;
    int code = sql_prepare(db, "SELECT key, value FROM setting ORDER BY key", &rows);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        const char *key = sql_text(&rows, 0), *value = sql_text(&rows, 1);
        code = key && value ? SQL_OK : SQL_NOMEM;
        if (code == SQL_OK)
            setting(arg, key, value);
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}

/* ---- portions ---- */

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

/* For SQLite, of whose codes the low byte is the kind. PostgreSQL has none of these. */
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

/* ---- answers about standings, from the tables that sql_write.c writes ---- */

/* For the letters of ASCII case is the same. */
#define NAMED(is_name)                                                                             \
    "SELECT network, key, name FROM identity WHERE shown = 1 AND " is_name                         \
    " AND (?2 = '' OR network = ?2) LIMIT 2"
static const char named[] = NAMED("name = ?1 COLLATE NOCASE"),
                  named_in_postgres[] = NAMED("lower(name) = lower(?1 COLLATE \"C\")");

#define RIVALS                                                                                                         \
    "(SELECT count(*) FROM (SELECT rival.person FROM (SELECT DISTINCT their.person FROM outcome_seat AS own "          \
    "JOIN outcome ON outcome.number = own.outcome AND outcome.game = rating.game AND outcome.unrated = '' "            \
    "JOIN outcome_seat AS their ON their.outcome = own.outcome AND their.person NOT IN (0, own.person) "               \
    "WHERE own.person = rating.person) AS rival WHERE 3 <= (SELECT count(*) FROM (SELECT 1 FROM outcome_seat AS it "   \
    "JOIN outcome ON outcome.number = it.outcome AND outcome.game = rating.game AND outcome.unrated = '' "             \
    "WHERE it.person = rival.person AND EXISTS (SELECT 1 FROM outcome_seat AS third WHERE third.outcome = it.outcome " \
    "AND third.person NOT IN (0, rival.person, rating.person)) LIMIT 3) AS games) LIMIT 5) AS rivals)"
_Static_assert(STORE_RIVALS == 5 && STORE_RIVAL_GAMES == 3, "the statement says so");

static const char top[] =
    "SELECT game, name, games, won, rated, mu, sigma, rivals, person FROM (SELECT rating.game, identity.name, games, won, rated, mu, "
    "sigma, rating.person, " RIVALS
    " AS rivals FROM rating JOIN identity ON identity.number = rating.person "
    "WHERE rating.game = CASE WHEN ?1 <> '' THEN ?1 ELSE (SELECT of.game FROM rating AS of WHERE of.network = ?2 "
    "AND of.room = ?3 AND of.month = ?4 AND of.rated > 0 GROUP BY of.game ORDER BY sum(of.rated) DESC, of.game LIMIT 1) END "
    "AND rating.network = ?2 AND rating.room = ?3 AND month = ?4 AND rated > 0 AND shown = 1) AS listed "
    "ORDER BY CASE WHEN rivals >= 5 THEN 0 ELSE 1 END, mu - 3 * sigma DESC, person LIMIT ?5";

/* Games count under all numbers of a person; the rating is that of the lowest one, which takes
   part since they were linked. */
static const char person[] =
    "WITH mine (number) AS (SELECT number FROM identity WHERE (network, key) IN "
    "(VALUES (?1, ?2), (?3, ?4), (?5, ?6), (?7, ?8), (?9, ?10))) "
    "SELECT game, '', sum(games), sum(won), sum(rated), "
    "coalesce(max(CASE WHEN person = (SELECT min(number) FROM mine) THEN mu END), 0), "
    "coalesce(max(CASE WHEN person = (SELECT min(number) FROM mine) THEN sigma END), 0) "
    "FROM rating WHERE person IN (SELECT number FROM mine) AND month = 0 AND network = '' AND room = '' GROUP BY game ORDER BY game LIMIT ?11";

static const char last[] =
    "SELECT game, outcome.ended, identity.name, robot, place, points, outcome.record, "
    "unrated = '" STORE_UNCOUNTED "', coalesce(record.ended, 0) "
    "FROM outcome JOIN outcome_seat ON outcome = outcome.number "
    "LEFT JOIN identity ON identity.number = person AND shown = 1 LEFT JOIN record ON record.id = outcome.record "
    "WHERE outcome.number = (SELECT max(number) FROM outcome WHERE network = ?1 AND room = ?2) "
    "ORDER BY place, seat LIMIT ?3";

static void copy_column(struct sql_statement *row, int column, char *out, size_t size)
{
    const char *text = sql_text(row, column);
    snprintf(out, size, "%s", text ? text : "");
}

static void take_standing(struct sql_statement *row, struct store_asked *asked, bool is_top)
{
    struct store_answer *answer = &asked->answer;
    struct store_standing *standing = &answer->list[answer->count++];
    copy_column(row, 0, standing->game, sizeof standing->game);
    copy_column(row, 1, standing->name, sizeof standing->name);
    standing->games = sql_number(row, 2);
    standing->won = sql_number(row, 3);
    standing->rated = sql_number(row, 4);
    standing->mu = sql_real(row, 5);
    standing->sigma = sql_real(row, 6);
    standing->rivals = is_top ? sql_number(row, 7) : 0;
    asked->persons[answer->count - 1] = is_top ? sql_number(row, 8) : 0;
}

static void take_seat(struct sql_statement *row, struct store_answer *answer)
{
    struct store_last_seat *seat = &answer->seats[answer->count++];
    copy_column(row, 0, answer->game, sizeof answer->game);
    answer->ended = sql_number(row, 1);
    copy_column(row, 2, seat->name, sizeof seat->name);
    copy_column(row, 3, seat->robot, sizeof seat->robot);
    seat->place = (int)sql_number(row, 4);
    seat->points = (int)sql_number(row, 5);
    answer->table = sql_number(row, 6);
    answer->is_uncounted = (int)sql_number(row, 7);
    answer->is_over = (int)sql_number(row, 8);
}

static void take_known(struct sql_statement *row, struct store_answer *answer)
{
    copy_column(row, 0, answer->known.network, sizeof answer->known.network);
    copy_column(row, 1, answer->known.key, sizeof answer->known.key);
    copy_column(row, 2, answer->known.name, sizeof answer->known.name);
    answer->named++;
}

static void bind_named(struct sql_statement *statement, const struct store_question *question,
                       bool is_anywhere)
{
    sql_bind_text(statement, 1, question->identities[0].name);
    sql_bind_text(statement, 2, is_anywhere ? "" : question->identities[0].network);
}

static void bind_top(struct sql_statement *statement, const struct store_question *question)
{
    sql_bind_text(statement, 1, question->game);
    sql_bind_text(statement, 2, question->network);
    sql_bind_text(statement, 3, question->room);
    sql_bind_number(statement, 4, question->month);
    sql_bind_number(statement, 5, question->most);
}

static void bind_last(struct sql_statement *statement, const struct store_question *question)
{
    sql_bind_text(statement, 1, question->network);
    sql_bind_text(statement, 2, question->room);
    sql_bind_number(statement, 3, question->most);
}

static void bind_person(struct sql_statement *statement, const struct store_question *question)
{
    for (int i = 0; i < question->identity_count; i++) {
        sql_bind_text(statement, 2 * i + 1, question->identities[i].network);
        sql_bind_text(statement, 2 * i + 2, question->identities[i].key);
    }
    sql_bind_number(statement, 11, question->most);
}

static int visit(struct sql_statement *statement, struct store_asked *asked)
{
    int code;
    while ((code = sql_step(statement)) == SQL_ROW && asked->answer.count < STORE_STANDINGS) {
        if (asked->question.kind == STORE_ASK_NAMED)
            take_known(statement, &asked->answer);
        else if (asked->question.kind == STORE_ASK_LAST)
            take_seat(statement, &asked->answer);
        else
            take_standing(statement, asked, asked->question.kind != STORE_ASK_PERSON);
    }
    return code == SQL_ROW || code == SQL_DONE ? SQL_OK : code;
}

static int ask(struct sql *db, struct store_asked *asked, bool is_anywhere)
{
    const char *const texts[] = {[STORE_ASK_PERSON] = person,
                                 [STORE_ASK_NAMED] = sql_either(db, named, named_in_postgres),
                                 [STORE_ASK_TOP] = top,
                                 [STORE_ASK_SEASON] = top,
                                 [STORE_ASK_LAST] = last};
    struct sql_statement statement;
    int code = sql_prepare(db, texts[asked->question.kind], &statement);
    if (code != SQL_OK)
        return code;
    if (asked->question.kind == STORE_ASK_NAMED)
        bind_named(&statement, &asked->question, is_anywhere);
    else if (asked->question.kind == STORE_ASK_TOP || asked->question.kind == STORE_ASK_SEASON)
        bind_top(&statement, &asked->question);
    else if (asked->question.kind == STORE_ASK_LAST)
        bind_last(&statement, &asked->question);
    else
        bind_person(&statement, &asked->question);
    code = visit(&statement, asked);
    sql_finish(&statement);
    return code;
}

int sql_answer(struct sql *db, struct store_asked *asked)
{
    if (asked->question.kind == STORE_ASK_KEPT)
        return sql_answer_kept(db, asked);
    if (asked->question.kind == STORE_ASK_FELLOWS)
        return sql_answer_fellows(db, asked);
    if (asked->question.kind == STORE_ASK_ROOMS)
        return sql_answer_rooms(db, asked);
    int code = ask(db, asked, false);
    if (code == SQL_OK && asked->question.kind == STORE_ASK_SEASON)
        return sql_outcomes_days(db, asked);
    bool is_strange = asked->question.kind == STORE_ASK_NAMED && asked->answer.named == 0;
    return code || !is_strange ? code : ask(db, asked, true);
}

/* ---- what is kept of a person, for the person who asks ---- */

/* A table that says who somebody is has a statement here, as it has in sql_write.c; settings are
   found by the function that finds them there. */

/* Columns: table, number, count, at, is it shown, name, line. ?1: the network, ?2: the key. In the
   order in which people read them. */
/* Who logged in at a table sat there by a nick before. */
#define THEIR_PERSONS                                                                                                              \
    "person.record IN (SELECT record FROM person WHERE network = ?1 AND key = ?2) AND person.network = ?1 "                        \
    "AND (person.key = ?2 OR (substr(?2, 1, 1) = '$' AND substr(person.key, 1, 1) <> '$' AND person.key <> '' AND person.name IN " \
    "(SELECT own.name FROM person AS own WHERE own.record = person.record AND own.network = ?1 AND own.key = ?2))) "
#define THEIR_ORDER "ORDER BY person.record DESC, person.number"

static const struct {
    enum store_kept_kind kind;
    const char *sql;
} of_person[] = {
    {STORE_KEPT_NUMBER,
     "SELECT 0, number, (SELECT count(*) FROM outcome_seat WHERE person = identity.number), 0, shown, name, '' "
     "FROM identity WHERE network = ?1 AND key = ?2"},
    {STORE_KEPT_PERSON,
     "SELECT person.record, person.number, 0, coalesce(record.began, 0), 0, person.name, coalesce(line.text, '') "
     "FROM person LEFT JOIN record ON record.id = person.record "
     "LEFT JOIN line ON line.record = person.record AND line.seq = 1 "
     "WHERE " THEIR_PERSONS THEIR_ORDER},
    {STORE_KEPT_AHEAD,
     "SELECT record, number, 0, 0, 0, name, ahead FROM person WHERE ahead <> '' AND " THEIR_PERSONS
         THEIR_ORDER},
    {STORE_KEPT_ROOM,
     "SELECT id, 0, 0, began, 0, '', '' FROM record WHERE network = ?1 AND room = '@' || ?2 UNION "
     "SELECT record, 0, 0, began, 0, '', '' FROM place JOIN record ON record.id = place.record "
     "WHERE place.network = ?1 AND place.room = '@' || ?2 UNION "
     "SELECT record, 0, 0, ended, 0, '', '' FROM outcome WHERE network = ?1 AND room = '@' || ?2 "
     "AND record NOT IN (SELECT id FROM record) ORDER BY 1 DESC"},
};

struct gathering {
    struct store_answer *answer;
    const char *network; /* of the identity that is looked for */
    int space;
};

/* NULL if there is no room for one more row, which is counted then. */
static struct store_kept *add(struct gathering *gathering, enum store_kept_kind kind)
{
    struct store_answer *answer = gathering->answer;
    if (answer->kept_count == STORE_KEPT) {
        answer->kept_more++;
        return NULL;
    }
    answer->kept =
        list_grow(answer->kept, answer->kept_count, &gathering->space, sizeof *answer->kept);
    struct store_kept *row = &answer->kept[answer->kept_count++];
    *row = (struct store_kept){.kind = kind};
    snprintf(row->network, sizeof row->network, "%s", gathering->network);
    return row;
}

static void take(struct sql_statement *row, enum store_kept_kind kind, struct gathering *gathering)
{
    struct store_kept *kept = add(gathering, kind);
    if (!kept)
        return;
    kept->table = sql_number(row, 0);
    kept->number = sql_number(row, 1);
    kept->count = sql_number(row, 2);
    kept->at = sql_number(row, 3);
    kept->is_shown = (int)sql_number(row, 4);
    copy_column(row, 5, kept->name, sizeof kept->name);
    copy_column(row, 6, kept->line, sizeof kept->line);
}

static void take_setting(void *arg, const char *key, const char *value)
{
    struct store_kept *kept = add(arg, STORE_KEPT_SETTING);
    if (!kept)
        return;
    snprintf(kept->key, sizeof kept->key, "%s", key);
    snprintf(kept->value, sizeof kept->value, "%s", value);
}

static int gather(struct sql *db, size_t which, const struct store_known *identity,
                  struct gathering *gathering)
{
    struct sql_statement statement;
    int code = sql_prepare(db, of_person[which].sql, &statement);
    if (code == SQL_OK) {
        sql_bind_text(&statement, 1, identity->network);
        sql_bind_text(&statement, 2, identity->key);
        while ((code = sql_step(&statement)) == SQL_ROW)
            take(&statement, of_person[which].kind, gathering);
    }
    sql_finish(&statement);
    return code == SQL_DONE ? SQL_OK : code;
}

int sql_answer_kept(struct sql *db, struct store_asked *asked)
{
    const struct store_question *question = &asked->question;
    struct gathering gathering = {.answer = &asked->answer};
    int code = SQL_OK;
    for (int i = 0; code == SQL_OK && i < question->identity_count; i++) {
        const struct store_known *identity = &question->identities[i];
        gathering.network = identity->network;
        for (size_t k = 0; code == SQL_OK && k < sizeof of_person / sizeof *of_person; k++)
            code = gather(db, k, identity, &gathering);
        if (code == SQL_OK)
            code = sql_settings_of(db, identity_of(identity), take_setting, &gathering);
    }
    return code;
}

/* ---- with whom a person was at tables ---- */

static const char fellows[] =
    "SELECT other.network, other.key, max(other.name), max(other.record) "
    "FROM person AS own JOIN person AS other ON other.record = own.record AND other.number <> own.number "
    "WHERE (own.network, own.key) IN (VALUES (?1, ?2), (?3, ?4), (?5, ?6), (?7, ?8), (?9, ?10)) AND other.key <> '' "
    "GROUP BY other.network, other.key ORDER BY 4 DESC, 1, 2 LIMIT ?11";

int sql_answer_fellows(struct sql *db, struct store_asked *asked)
{
    struct gathering gathering = {.answer = &asked->answer, .network = ""};
    struct sql_statement row;
    int code = sql_prepare(db, fellows, &row);
    if (code == SQL_OK) {
        bind_person(&row, &asked->question);
        sql_bind_number(&row, 11, STORE_FELLOWS);
        while ((code = sql_step(&row)) == SQL_ROW) {
            struct store_kept *kept = add(&gathering, STORE_KEPT_FELLOW);
            if (!kept)
                continue;
            copy_column(&row, 0, kept->network, sizeof kept->network);
            copy_column(&row, 1, kept->value, sizeof kept->value);
            copy_column(&row, 2, kept->name, sizeof kept->name);
        }
    }
    sql_finish(&row);
    return code == SQL_DONE ? SQL_OK : code;
}

static const char rooms[] =
    "SELECT DISTINCT room FROM outcome WHERE network = ?1 AND room > ?2 AND ended >= ?3 AND ended < ?4 AND unrated = '' "
    "ORDER BY room LIMIT ?5";

int sql_answer_rooms(struct sql *db, struct store_asked *asked)
{
    struct gathering gathering = {.answer = &asked->answer, .network = asked->question.network};
    struct sql_statement row;
    int code = sql_prepare(db, rooms, &row);
    if (code == SQL_OK) {
        sql_bind_text(&row, 1, asked->question.network);
        sql_bind_text(&row, 2, asked->question.room);
        sql_bind_number(&row, 3, asked->question.from);
        sql_bind_number(&row, 4, asked->question.till);
        sql_bind_number(&row, 5, STORE_ROOMS);
        while ((code = sql_step(&row)) == SQL_ROW) {
            struct store_kept *kept = add(&gathering, STORE_KEPT_ROOM);
            if (kept)
                copy_column(&row, 0, kept->line, sizeof kept->line);
        }
    }
    sql_finish(&row);
    return code == SQL_DONE ? SQL_OK : code;
}
