/* See drawn.h. */
#include "drawn.h"

#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "check.h"
#include "commands.h"
#include "household.h"
#include "postgres_server.h"
#include "scratch.h"
#include "session.h"
#include "store.h"
#include "store_move.h"
#include "store_postgres.h"
#include "testing.h"
#include "text.h"

enum { ROWS = 16384, SQL = 1024, WHY = 512 };

static char *folder;
static struct store *inner; /* of the faulty one */
static struct postgres_server *server;
static int schemas, copies; /* so far */
static bool is_in_postgres;

static void open_over(struct store *of, const char *why)
{
    if (!of)
        fprintf(stderr, "%s\n", why);
    check(of);
    inner = of;
    faulty = faulty_store_new_take(inner);
    store = faulty_store_front(faulty);
    house_open(&house, store, false, 0);
    house_open_namesake(&house, NULL);
    house.commands = commands_new();
    house.has_far = true;
    house_restart(&house);
}

test_fixture(drawn_open)
{
    char bytes[WHY];
    struct text why = text_over(bytes, sizeof bytes);
    folder = scratch_make();
    is_in_postgres = false;
    open_over(store_sqlite_open_inline(folder, &why), bytes);
    return 0;
}

test_fixture(drawn_close)
{
    close_house(state);
    scratch_remove(folder);
    return 0;
}

/* ---- the server ---- */

#ifdef TABLETALK_POSTGRES
test_fixture(drawn_open_in_postgres)
{
    char bytes[WHY], schema[24];
    struct text why = text_over(bytes, sizeof bytes);
    server = server ? server : postgres_server_start(NULL);
    if (!server)
        return -1;
    snprintf(schema, sizeof schema, "drawn%d", ++schemas);
    const struct store_postgres where = {.server = postgres_server_line(server, schema)};
    folder = scratch_make();
    is_in_postgres = true;
    open_over(store_postgres_open(&where, &why), bytes);
    return 0;
}

test_fixture(drawn_end)
{
    postgres_server_stop(server);
    return 0;
}

static const char *here(const char *sql)
{
    static char text[SQL];
    snprintf(text, sizeof text, "SET search_path = drawn%d; %s", schemas, sql);
    return text;
}

static void put_server_rows(char text[ROWS], const char *sql)
{
    char *all = postgres_server_text(server, here(sql));
    snprintf(text, ROWS, "%s", all);
    free(all);
}

static void change_in_server(const char *sql)
{
    postgres_server_do(server, here(sql));
}
#else
test_fixture(drawn_end)
{
    return 0;
}

static void put_server_rows(char text[ROWS], const char *sql)
{
    (void)text;
    (void)sql;
}

static void change_in_server(const char *sql)
{
    (void)sql;
}
#endif

/* ---- the file ---- */

static sqlite3 *open_file(void)
{
    char *path = scratch_path(folder, "tabletalk.db");
    sqlite3 *db = NULL;
    check(sqlite3_open(path, &db) == SQLITE_OK);
    free(path);
    return db;
}

static void put_column(struct text *out, sqlite3_stmt *statement, int column)
{
    if (sqlite3_column_type(statement, column) == SQLITE_FLOAT)
        text_putf(out, "%.17g", sqlite3_column_double(statement, column));
    else
        text_putf(out, "%s", (const char *)sqlite3_column_text(statement, column));
}

static void put_file_rows(char text[ROWS], const char *sql)
{
    struct text out = text_over(text, ROWS);
    sqlite3 *db = open_file();
    sqlite3_stmt *statement = NULL;
    check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0, count = sqlite3_column_count(statement); i < count; i++) {
            put_column(&out, statement, i);
            text_put(&out, i + 1 < count ? " " : "\n");
        }
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* ---- */

const char *rows(const char *sql)
{
    static char text[ROWS];
    text[0] = '\0';
    if (is_in_postgres)
        put_server_rows(text, sql);
    else
        put_file_rows(text, sql);
    return text;
}

void change(const char *sql)
{
    if (is_in_postgres) {
        change_in_server(sql);
        return;
    }
    sqlite3 *db = open_file();
    bool is_changed = sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!is_changed)
        fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
    check(is_changed);
    sqlite3_close(db);
}

char *drawn_copy(void)
{
    char name[32], bytes[WHY];
    struct text why = text_over(bytes, sizeof bytes);
    struct store_moved moved;
    snprintf(name, sizeof name, "copy%d", ++copies);
    char *path = scratch_path(folder, name);
    struct store *to = store_sqlite_open_inline(path, &why);
    bool is_copied = to && store_move(inner, to, &moved, &why);
    if (!is_copied)
        fprintf(stderr, "%s\n", bytes);
    check(is_copied);
    store_close(to);
    return path;
}

void play_game(const char *room, const char *game, const char *first, const char *second)
{
    char text[80];
    snprintf(text, sizeof text, "play %s", game);
    say_slowly(room, first, text);
    say_slowly(room, second, "join");
    if (!session_has_begun(house_table(&house, room)))
        say_slowly(room, first, "start");
    check(session_has_begun(house_table(&house, room)));
    play_out(room);
}
