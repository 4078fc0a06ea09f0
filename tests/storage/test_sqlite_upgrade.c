/* Databases of older formats: everything in them comes along, and what the older program let
   happen is put right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "../../storage/migrations/sqlite.h"
#include "scratch.h"
#include "store.h"
#include "store_read.h"
#include "store_witness.h"
#include "testing.h"

struct bench {
    char *folder, *database;
    struct store *store;
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->database = scratch_path(bench->folder, "tabletalk.db");
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    store_close(bench->store);
    scratch_remove(bench->folder);
    free(bench->database);
    free(bench);
    return 0;
}

static void run(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

static void add_record(sqlite3 *db, int record, bool ended, const char *const *lines)
{
    char *sql;
    int count = 0;
    for (; lines[count]; count++) {
        sql = sqlite3_mprintf("INSERT INTO line VALUES (%d, %d, %Q)", record, count + 1,
                              lines[count]);
        run(db, sql);
        sqlite3_free(sql);
    }
    sql = sqlite3_mprintf("INSERT INTO record VALUES (%d, %d, %d)", record, count, ended);
    run(db, sql);
    sqlite3_free(sql);
}

#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void make_format_1(struct bench *bench)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    run(db, "PRAGMA journal_mode = WAL");
    run(db, migration_0001_records);
    run(db, "PRAGMA application_id = 0x54544c4b; PRAGMA user_version = 1");
    run(db, "INSERT INTO setting VALUES ('person/bob', 'colour=off')");
    add_record(db, 1, false, LINES("record version=1 network=net room=#a opener=x", "sit seat=1"));
    add_record(db, 2, true,
               LINES("record version=1 network=net room=#b opener=x", "end reason=finished"));
    add_record(db, 3, false, LINES("record version=1 network=net room=#a opener=x"));
    add_record(db, 4, false, LINES("record version=1 network=net room=#b%20c%3d opener=x"));
    add_record(
        db, 5, false,
        LINES("record version=1 network=net room=@bob", "claim seat=1 key=%7ebob2 name=bob"));
    add_record(db, 6, false, LINES("nothing that names a room"));
    sqlite3_close(db);
}

static void assert_lists(struct bench *bench, const char *expected)
{
    char *got = witness_list(bench->store, STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED, 2),
         *end = got, *rest;
    for (char *line = strtok_r(got, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        /* what follows is its bytes and the day of the upgrade */
        size_t length = strcspn(line, "/") + 1;
        memmove(end, line, length - 1);
        end += length;
        end[-1] = '\n';
    }
    *end = '\0';
    assert_string_equal(got, expected);
    free(got);
}

/* Two open records in one room, which format 1 allowed: the newer one has it, the other one is
   set aside, not lost. */
static void test_places_are_made_from_the_records_of_format_1(void **state)
{
    struct bench *bench = *state;
    make_format_1(bench);
    for (int i = 0; i < 2; i++) { /* once more finds nothing to do */
        bench->store = witness_open(bench->folder);
        assert_lists(bench,
                     "1 aside net#a 2\n2 ended net#b 2\n3 in play net#a 1\n4 in play net#b c= 1\n"
                     "5 in play net@~bob2 2\n6 aside  1\n");
        char *read = witness_read(bench->store, "net", 0, 100);
        assert_string_equal(
            read,
            "3.1 record version=1 network=net room=#a opener=x\n"
            "4.1 record version=1 network=net room=#b%20c%3d opener=x\n"
            "5.1 record version=1 network=net room=@bob\n5.2 claim seat=1 key=%7ebob2 name=bob\n");
        free(read);
        char *loaded = witness_load(bench->store);
        assert_non_null(strstr(loaded, "person/bob=colour=off\n1.1 record"));
        free(loaded);
        store_close(bench->store);
    }
    bench->store = NULL;
}

/* Overwrites the leaf (type 10 of SQLite's pages) of the database in which `words` stand. */
static void damage_page(const char *path, const char *words)
{
    char page[4096];
    FILE *file = fopen(path, "r+");
    long at = 0;
    while (fread(page, sizeof page, 1, file) == 1 &&
           !(page[0] == 10 && memmem(page, sizeof page, words, strlen(words))))
        at += (long)sizeof page;
    assert_false(feof(file));
    fseek(file, at, SEEK_SET);
    memset(page, 0xee, sizeof page);
    assert_int_equal(fwrite(page, sizeof page, 1, file), 1);
    fclose(file);
}

static void test_a_damaged_record_does_not_stop_the_upgrade(void **state)
{
    struct bench *bench = *state;
    make_format_1(bench);
    sqlite3 *db = NULL;
    char line[701], words[32];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    for (int record = 10; record < 20; record++) {
        snprintf(words, sizeof words, "words of %d", record);
        add_record(db, record, false,
                   LINES("record version=1 network=net room=#z", line, line, words, line, line));
    }
    run(db, "PRAGMA wal_checkpoint(TRUNCATE)");
    sqlite3_close(db);
    damage_page(bench->database, "words of 13");
    bench->store = witness_open(bench->folder);
    char *read = witness_read(bench->store, NULL, 0, 100), *damaged = strstr(read, "!13\n");
    assert_non_null(strstr(read, "\n10.4 words of 10\n10.5 xxx"));
    assert_non_null(strstr(read, "\n19.4 words of 19\n19.5 xxx"));
    assert_non_null(damaged);
    assert_null(strstr(damaged + 1, "!13\n")); /* told once */
    free(read);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_places_are_made_from_the_records_of_format_1),
        EACH(test_a_damaged_record_does_not_stop_the_upgrade),
    };
    return cmocka_run_group_tests_name("sqlite_upgrade", tests, NULL, NULL);
}
