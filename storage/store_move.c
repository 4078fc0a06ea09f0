/* The tables and columns of both databases have the same names. A new one needs its place in the
   list here. */
#include "store_move.h"

#include <stdio.h>
#include <string.h>

#include "sql.h"
#include "store_ops.h"
#include "text.h"

enum { COLUMNS = 12, SQL_BYTES = 640 };

/* The first columns are the key. The kinds: n for a number, r for a real one, t for a text.
   `parts`: the rows are read part by part, each with one value of the first column, because all
   of them may be too many for the memory. */
static const struct moving {
    const char *table, *columns, *kinds;
    int keys;
    const char *parts; /* the values; NULL for all at once */
} tables[] = {
    {"record", "id,lines,ended,network,room,bytes,began,last,secret", "nnnttnnnt", 1, NULL},
    {"line", "record,seq,text,message", "nntt", 2, "SELECT id FROM record ORDER BY id"},
    {"person", "record,number,network,key,name,salt,source,ahead", "nntttttt", 2, NULL},
    {"place", "network,room,record", "ttn", 2, NULL},
    {"setting", "key,value", "tt", 1, NULL},
    {"identity", "number,network,key,name,shown", "ntttn", 1, NULL},
    {"outcome", "number,record,part,ended,game,options,network,room,unrated", "nnnnttttt", 1, NULL},
    {"outcome_seat", "outcome,seat,person,robot,place,points,has_left,gains,costs", "nnntnnnnn", 2,
     "SELECT number FROM outcome ORDER BY number"},
    {"rating", "game,network,room,month,person,games,won,rated,mu,sigma", "tttnnnnnrr", 5, NULL},
};
enum { TABLES = sizeof tables / sizeof *tables };

struct move {
    struct sql *from, *to;
    struct store *target;
    struct text *why;
    int64_t counts[TABLES];
};

/* ---- statements ---- */

static void put_parameters(struct text *sql, int count)
{
    for (int i = 1; i <= count; i++)
        text_putf(sql, "%s?%d", i > 1 ? ", " : "", i);
}

/* The condition that the first `count` columns have the values of the parameters. */
static void put_keys(struct text *sql, const struct moving *table, int count)
{
    const char *column = table->columns;
    for (int i = 1; i <= count; i++) {
        int length = (int)strcspn(column, ",");
        text_putf(sql, "%s%.*s = ?%d", i > 1 ? " AND " : " WHERE ", length, column, i);
        column += length + 1;
    }
}

static void copy_column(struct sql_statement *from, struct sql_statement *to, char kind, int column)
{
    if (kind == 'n')
        sql_bind_number(to, column + 1, sql_number(from, column));
    else if (kind == 'r')
        sql_bind_real(to, column + 1, sql_real(from, column));
    else
        sql_bind_text(to, column + 1, sql_text(from, column));
}

static bool is_same(struct sql_statement *one, struct sql_statement *other, char kind, int column)
{
    if (kind == 'n')
        return sql_number(one, column) == sql_number(other, column);
    if (kind == 'r')
        return sql_real(one, column) == sql_real(other, column);
    const char *a = sql_text(one, column), *b = sql_text(other, column);
    return a && b ? strcmp(a, b) == 0 : !a && !b;
}

/* ---- one table ---- */

/* What is done with each row: it is copied, or compared with its copy. */
struct deed {
    struct move *move;
    const struct moving *table;
    struct sql_statement statement; /* over `to` */
    bool compares;
};

static int differs(const struct deed *deed)
{
    text_putf(deed->move->why, "A row of %s is not what it was", deed->table->table);
    return SQL_CORRUPT;
}

static int do_row(struct deed *deed, struct sql_statement *row)
{
    int columns = (int)strlen(deed->table->kinds),
        bound = deed->compares ? deed->table->keys : columns;
    for (int i = 0; i < bound; i++)
        copy_column(row, &deed->statement, deed->table->kinds[i], i);
    int code = sql_step(&deed->statement);
    bool is_same_row = code == SQL_ROW;
    for (int i = 0; is_same_row && i < columns; i++)
        is_same_row = is_same(row, &deed->statement, deed->table->kinds[i], i);
    sql_reset(&deed->statement);
    if (!deed->compares)
        return code == SQL_DONE ? SQL_OK : code;
    return is_same_row ? SQL_OK : code == SQL_ROW || code == SQL_DONE ? differs(deed) : code;
}

static int do_rows(struct deed *deed, int64_t part)
{
    char bytes[SQL_BYTES];
    struct text sql = text_over(bytes, sizeof bytes);
    struct sql_statement rows;
    text_putf(&sql, "SELECT %s FROM %s", deed->table->columns, deed->table->table);
    put_keys(&sql, deed->table, deed->table->parts != NULL);
    int code = sql_prepare(deed->move->from, bytes, &rows);
    if (code == SQL_OK && deed->table->parts)
        sql_bind_number(&rows, 1, part);
    while (code == SQL_OK && (code = sql_step(&rows)) == SQL_ROW) {
        code = do_row(deed, &rows);
        deed->move->counts[deed->table - tables] += !deed->compares;
    }
    sql_finish(&rows);
    return code == SQL_DONE ? SQL_OK : code;
}

static int do_parts(struct deed *deed)
{
    struct sql_statement parts;
    int code = sql_prepare(deed->move->from, deed->table->parts, &parts);
    while (code == SQL_OK && (code = sql_step(&parts)) == SQL_ROW)
        code = do_rows(deed, sql_number(&parts, 0));
    sql_finish(&parts);
    return code == SQL_DONE ? SQL_OK : code;
}

static int do_table(struct move *move, const struct moving *table, bool compares)
{
    char bytes[SQL_BYTES];
    struct text sql = text_over(bytes, sizeof bytes);
    struct deed deed = {.move = move, .table = table, .compares = compares};
    if (compares) {
        text_putf(&sql, "SELECT %s FROM %s", table->columns, table->table);
        put_keys(&sql, table, table->keys);
    } else {
        text_putf(&sql, "INSERT INTO %s (%s) VALUES (", table->table, table->columns);
        put_parameters(&sql, (int)strlen(table->kinds));
        text_put(&sql, ")");
    }
    int code = sql_prepare(move->to, bytes, &deed.statement);
    if (code == SQL_OK)
        code = table->parts ? do_parts(&deed) : do_rows(&deed, 0);
    sql_finish(&deed.statement);
    return code;
}

/* ---- beside the rows ---- */

static int count_rows(struct sql *db, const char *table, int64_t *count)
{
    char sql[64];
    struct sql_statement row;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    int code = sql_prepare(db, sql, &row);
    code = code ? code : sql_step(&row);
    *count = code == SQL_ROW ? sql_number(&row, 0) : 0;
    sql_finish(&row);
    return code == SQL_ROW ? SQL_OK : code;
}

static int must_be_empty(struct move *move)
{
    for (int i = 0; i < TABLES; i++) {
        int64_t count;
        int code = count_rows(move->to, tables[i].table, &count);
        if (code == SQL_OK && count) {
            text_put(move->why, "Something is kept there already. Give an empty store");
            code = SQL_CORRUPT;
        }
        if (code != SQL_OK)
            return code;
    }
    return SQL_OK;
}

/* Every copy was found; there must not be more. */
static int must_be_as_many(struct move *move)
{
    int code = SQL_OK;
    for (int i = 0; i < TABLES && code == SQL_OK; i++) {
        int64_t before, after;
        code = count_rows(move->from, tables[i].table, &before);
        code = code ? code : count_rows(move->to, tables[i].table, &after);
        if (code == SQL_OK && (before != after || before != move->counts[i])) {
            text_putf(move->why, "%lld rows of %s became %lld", (long long)before, tables[i].table,
                      (long long)after);
            code = SQL_CORRUPT;
        }
    }
    return code;
}

/* Numbers that were given once are never given again, also if their rows are gone. */
static int copy_numbered(struct move *move)
{
    struct sql_statement given, set;
    const char *read = sql_either(move->from, "SELECT name, seq FROM sqlite_sequence",
                                  "SELECT name, seq FROM numbered");
    const char *write =
        sql_either(move->to, "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)",
                   "INSERT INTO numbered (name, seq) VALUES (?1, ?2)");
    int code = sql_do(move->to,
                      sql_either(move->to, "DELETE FROM sqlite_sequence", "DELETE FROM numbered"));
    code = code ? code : sql_prepare(move->from, read, &given);
    if (code != SQL_OK)
        return code;
    code = sql_prepare(move->to, write, &set);
    while (code == SQL_OK && (code = sql_step(&given)) == SQL_ROW) {
        sql_bind_text(&set, 1, sql_text(&given, 0));
        sql_bind_number(&set, 2, sql_number(&given, 1));
        code = sql_run(&set);
    }
    sql_finish(&set);
    sql_finish(&given);
    if (code == SQL_DONE && !move->to->is_sqlite) /* SQLite has no row before the first number */
        return sql_do(
            move->to,
            "INSERT INTO numbered VALUES ('identity', 0), ('outcome', 0) ON CONFLICT DO NOTHING");
    return code == SQL_DONE ? SQL_OK : code;
}

/* ---- all of it ---- */

static int copy_all(void *arg, struct sql *to)
{
    struct move *move = arg;
    move->to = to;
    int code = must_be_empty(move);
    for (int i = 0; i < TABLES && code == SQL_OK; i++)
        code = do_table(move, &tables[i], false);
    code = code ? code : copy_numbered(move);
    for (int i = 0; i < TABLES && code == SQL_OK; i++)
        code = do_table(move, &tables[i], true);
    return code ? code : must_be_as_many(move);
}

static int read_all(void *arg, struct sql *from)
{
    struct move *move = arg;
    move->from = from;
    enum store_result result = move->target->ops->with_rows(move->target, true, copy_all, move);
    if (result != STORE_OK && move->why->length == 0)
        text_putf(move->why, "The store to move to failed: %s", store_result_text(result));
    return result == STORE_OK ? SQL_OK : SQL_CORRUPT;
}

bool store_move(struct store *from, struct store *to, struct store_moved *moved, struct text *why)
{
    struct move move = {.target = to, .why = why};
    text_clear(why);
    enum store_result result = from->ops->with_rows(from, false, read_all, &move);
    if (result != STORE_OK && why->length == 0)
        text_putf(why, "The store to move from failed: %s", store_result_text(result));
    *moved = (struct store_moved){move.counts[0], move.counts[1], move.counts[4], move.counts[6]};
    return result == STORE_OK;
}
