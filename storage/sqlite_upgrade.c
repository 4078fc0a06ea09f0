/* Formats of the database: see sqlite_file.h. Only this file of the store reads the place of a
   format 1 record out of its lines, which docs/record-format.md describes (version 1). */
#include "sqlite_file.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "migrations/0001_records.h"
#include "migrations/0002_places.h"
#include "migrations/0003_beside.h"
#include "migrations/0004_guests.h"
#include "migrations/0005_outcomes.h"
#include "migrations/0006_ahead.h"
#include "migrations/0007_gains.h"
#include "store.h"

/* ---- format 2: the places of records of format 1 ---- */

enum { PLACE_BYTES = STORE_KEY_MAX + 1 };

/* Copies the value of `key` out of a line. False if absent or too long. */
static bool get_value(const char *line, const char *key, char value[PLACE_BYTES])
{
    char wanted[24];
    snprintf(wanted, sizeof wanted, " %s=", key);
    const char *from = strstr(line, wanted);
    size_t length = 0;
    for (const char *p = from ? from + strlen(wanted) : ""; *p && *p != ' '; p++) {
        unsigned byte = (unsigned char)*p;
        if (byte == '%' && sscanf(p + 1, "%2x", &byte) == 1)
            p += 2;
        if (length == PLACE_BYTES - 1 || !byte)
            return false;
        value[length++] = (char)byte;
    }
    value[length] = '\0';
    return length > 0;
}

/* If a seat changed hands, its private conversation goes on with the new person. */
static void follow_line(const char *line, char network[PLACE_BYTES], char room[PLACE_BYTES])
{
    char key[PLACE_BYTES];
    bool moves = strncmp(line, "claim ", 6) == 0 || strncmp(line, "bind ", 5) == 0;
    if (strncmp(line, "record ", 7) == 0 &&
        !(get_value(line, "network", network) && get_value(line, "room", room)))
        network[0] = '\0';
    if (moves && room[0] == '@' && get_value(line, "key", key) && strlen(key) + 1 < PLACE_BYTES)
        snprintf(room, PLACE_BYTES, "@%.*s", PLACE_BYTES - 2, key);
}

struct measured {
    int64_t bytes;
    char network[PLACE_BYTES], room[PLACE_BYTES];
};

static int measure(sqlite3_stmt *lines, int64_t record, struct measured *measured)
{
    int code;
    *measured = (struct measured){0};
    sqlite3_bind_int64(lines, 1, record);
    while ((code = sqlite3_step(lines)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(lines, 0);
        if (!line)
            break;
        measured->bytes += sqlite3_column_bytes(lines, 0);
        follow_line(line, measured->network, measured->room);
    }
    sqlite3_reset(lines);
    return code == SQLITE_ROW ? SQLITE_NOMEM : code;
}

static int run_with(sqlite3 *db, const char *sql, int64_t record, const struct measured *measured)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, record);
        sqlite3_bind_text(statement, 2, measured->network, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, measured->room, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 4, measured->bytes);
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Of two open records in one room, the newer record was played last. So it comes first and gets
   the place. */
static int fill_record(sqlite3 *db, sqlite3_stmt *lines, int64_t record, bool is_open)
{
    static const char update[] = "UPDATE record SET network = ?2, room = ?3, bytes = ?4, "
                                 "last = CAST(strftime('%s', 'now') AS INTEGER) WHERE id = ?1";
    static const char place[] = "INSERT INTO place (record, network, room) SELECT ?1, ?2, ?3 "
                                "WHERE ?2 <> '' ON CONFLICT DO NOTHING";
    struct measured measured;
    int code = measure(lines, record, &measured);
    if (code == SQLITE_DONE)
        code = run_with(db, update, record, &measured);
    if (code == SQLITE_OK && is_open)
        code = run_with(db, place, record, &measured);
    return code;
}

static void log_damaged(int64_t record)
{
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)record);
    log_event(LOG_ERROR, "record-damaged", "table", number, "do", "tabletalk tables list shows it",
              (char *)0);
}

/* The newest record below `record`: SQLITE_ROW and the record, or the code of SQLite. */
static int next_record(sqlite3_stmt *records, int64_t *record, bool *is_open)
{
    sqlite3_bind_int64(records, 1, *record);
    int code = sqlite3_step(records);
    if (code == SQLITE_ROW) {
        *record = sqlite3_column_int64(records, 0);
        *is_open = sqlite3_column_int(records, 1) == 0;
    }
    sqlite3_reset(records);
    return code;
}

static int fill_records(sqlite3 *db, sqlite3_stmt *records, sqlite3_stmt *lines)
{
    int64_t record = INT64_MAX;
    bool is_open;
    int code;
    while ((code = next_record(records, &record, &is_open)) == SQLITE_ROW) {
        code = fill_record(db, lines, record, is_open);
        if ((code & 0xff) == SQLITE_CORRUPT)
            log_damaged(record);
        else if (code != SQLITE_OK)
            return code;
    }
    if ((code & 0xff) == SQLITE_CORRUPT)
        log_damaged(record - 1);
    return code == SQLITE_DONE || (code & 0xff) == SQLITE_CORRUPT ? SQLITE_OK : code;
}

/* Reads through another connection: a transaction that met a damaged page cannot be committed
   any more. */
static int fill_places(sqlite3 *db)
{
    static const char *const sql[] = {
        "SELECT id, ended FROM record WHERE id < ? ORDER BY id DESC LIMIT 1",
        "SELECT text FROM line WHERE record = ? ORDER BY seq"};
    sqlite3 *before = NULL;
    sqlite3_stmt *records = NULL, *lines = NULL;
    int code = sqlite3_open_v2(sqlite3_db_filename(db, "main"), &before,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    code = code ? code : sqlite3_prepare_v2(before, sql[0], -1, &records, NULL);
    code = code ? code : sqlite3_prepare_v2(before, sql[1], -1, &lines, NULL);
    code = code ? code : fill_records(db, records, lines);
    sqlite3_finalize(records);
    sqlite3_finalize(lines);
    sqlite3_close(before);
    return code;
}

/* ---- all formats ---- */

static const struct migration {
    const char *sql;
    int (*fill)(sqlite3 *db);
} migrations[] = {{migration_0001_records, NULL},  {migration_0002_places, fill_places},
                  {migration_0003_beside, NULL},   {migration_0004_guests, NULL},
                  {migration_0005_outcomes, NULL}, {migration_0006_ahead, NULL},
                  {migration_0007_gains, NULL}};
enum { NEWEST = sizeof migrations / sizeof migrations[0] };

int sqlite_upgrade_newest(void)
{
    return NEWEST;
}

int sqlite_upgrade(sqlite3 *db, int format)
{
    int code = SQLITE_OK;
    bool has_records = format > 0;
    for (; code == SQLITE_OK && format < NEWEST; format++) {
        const struct migration *migration = &migrations[format];
        char finish[96];
        snprintf(finish, sizeof finish,
                 "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", SQLITE_OURS,
                 format + 1);
        code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        code = code ? code : sqlite3_exec(db, migration->sql, NULL, NULL, NULL);
        code = code || !migration->fill || !has_records ? code : migration->fill(db);
        code = code ? code : sqlite3_exec(db, finish, NULL, NULL, NULL);
    }
    return code;
}
