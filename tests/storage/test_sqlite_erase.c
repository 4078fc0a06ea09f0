/* Erasing a person: nothing of them is left in any file of the database or in a copy of it,
   everything else is as it was, and whatever the disk does, it is done whole or not at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broken_disk.h"
#include "check.h"
#include "disk_bench.h"
#include "scratch.h"
#include "store.h"
#include "store_people.h"
#include "store_read.h"
#include "testing.h"
#include "text.h"

#define KEY     "$Zyxwvutsrqponmlkjihgfed"
#define OTHER   "900719925474099123456789"
#define NAME    "Quizzaciously-Vexed-Lynx"
#define CHANNEL "811122233344455566"

/* ---- where a text stands ---- */

static bool is_in_file(const char *path, const char *text)
{
    static char bytes[64 << 20]; /* asked for anew each time it would cost more than the reading */
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    check(count < sizeof bytes);
    fclose(file);
    return memmem(bytes, count, text, strlen(text)) != NULL;
}

/* How many files of the folder hold the text. */
static int count_files_with(const char *folder, const char *text)
{
    DIR *dir = opendir(folder);
    int count = 0;
    check(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char *path = scratch_path(folder, entry->d_name);
        count += entry->d_name[0] != '.' && is_in_file(path, text);
        free(path);
    }
    closedir(dir);
    return count;
}

static const char *const theirs[] = {KEY,
                                     OTHER,
                                     NAME,
                                     CHANNEL,
                                     "7777777777777777",
                                     "salt-of-the-lynx",
                                     "host-of-the-lynx",
                                     "plan-of-the-lynx"};

static void assert_nowhere(const char *folder)
{
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++)
        assert_int_equal(count_files_with(folder, theirs[i]), 0);
}

static void assert_everywhere(const char *folder)
{
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++)
        assert_true(count_files_with(folder, theirs[i]) > 0);
}

/* ---- a house full of people ---- */

static void put(struct bench *bench, const char *key, const char *value)
{
    int before = bench->witness.count;
    store_put(bench->store, key, value, witness_done, &bench->witness);
    witness_wait(&bench->witness, bench->store, before + 1);
}

static void open_table(struct bench *bench, int64_t table, const struct store_person *persons,
                       int count, struct store_place place)
{
    struct store_append append = {.table = table,
                                  .first_seq = 1,
                                  .lines = (const char *const[]){"record", "move p1"},
                                  .count = 2,
                                  .message = count == 1 ? "discord:club 5555"
                                                        : "discord:club 7777777777777777",
                                  .persons = persons,
                                  .person_count = count,
                                  .place = place};
    store_write(bench->store, &append, witness_done, &bench->witness);
}

/* Table after table, so that the pages of the tree are split again and again; every 50th one is
   theirs. */
static void fill(struct bench *bench, int tables)
{
    bench->witness.count = 0;
    for (int table = 1; table <= tables; table++) {
        char key[40], room[40];
        snprintf(key, sizeof key, "$person%d", (table * 7919) % tables);
        snprintf(room, sizeof room, "#room%d", table);
        struct store_person persons[] = {
            {1, "irc:libera", key, "somebody", "00", "", ""},
            {2, "irc:libera", KEY, NAME, "salt-of-the-lynx", "host-of-the-lynx",
             "2 plan-of-the-lynx"},
            {3, "discord:club", OTHER, NAME, "salt-of-the-lynx", "", "2 plan-of-the-lynx"},
            {4, "irc:libera", "lynx", NAME, "salt-of-the-lynx", "host-of-the-lynx",
             "2 plan-of-the-lynx"}, /* before logging in */
            {5, "irc:libera", "wolf", "wolf", "11", "", ""},
        };
        open_table(bench, table, persons, table % 50 == 1 ? 5 : 1,
                   (struct store_place){"irc:libera", table == 1 ? "@" KEY : room});
    }
    witness_wait(&bench->witness, bench->store, tables);
    bench->witness.count = 0;
    put(bench, "look irc:libera " KEY, "symbols @20779.1f");
    put(bench, "discord:club:dm:" OTHER, CHANNEL " @20779.1f");
    put(bench, "legends irc:libera " KEY, "coloretto, @20779.1f"); /* as earlier versions did */
    put(bench, "discord:club:legends:" OTHER, "coloretto, @20779.1f");
    put(bench, "discord:club:heard:" CHANNEL, "7777777777777777");
    put(bench, "link.4", "link used=1 key1=" KEY " key2=" OTHER " name1=" NAME);
    put(bench, "look irc:libera x" KEY "x", "symbols @20779.1f");
    put(bench, "look irc:libera $ann", "plain @20779.1f");
}

/* What is left when they are gone. */
static void tidy_up_others(struct bench *bench)
{
    put(bench, "look irc:libera x" KEY "x", NULL);
}

static void erase(struct bench *bench, store_done *done, void *arg)
{
    const struct store_person persons[] = {{.network = "irc:libera", .key = KEY},
                                           {.network = "discord:club", .key = OTHER}};
    const struct store_setting settings[] = {{"link.4", NULL}, {"ban.1", "ban who=00"}};
    const struct store_erasure erasure = {persons, 2, settings, 2};
    store_erase(bench->store, &erasure, done, arg);
}

static void test_an_erased_person_is_in_no_file(void **state)
{
    struct bench *bench = *state;
    char bytes[512], *backup = scratch_make(), *file = scratch_path(backup, "copy.db");
    struct text why = text_over(bytes, sizeof bytes);
    bench->store = witness_open(bench->folder);
    fill(bench, 3000);
    assert_true(count_files_with(bench->folder, "x" KEY "x") > 0);
    tidy_up_others(bench);
    assert_everywhere(bench->folder);
    bench->witness.count = 0;
    erase(bench, witness_done, &bench->witness);
    witness_wait(&bench->witness, bench->store, 1);
    assert_int_equal(bench->witness.results[0], STORE_OK);
    assert_nowhere(bench->folder); /* while it runs: the log is empty, too */
    assert_true(store_sqlite_backup(bench->folder, file, NULL, NULL, &why));
    assert_nowhere(backup);
    store_close(bench->store);
    assert_nowhere(bench->folder);
    bench->store = witness_open(bench->folder);
    assert_nowhere(bench->folder);
    free(file);
    scratch_remove(backup);
}

static void test_the_others_and_the_lines_stay(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    fill(bench, 60);
    erase(bench, NULL, NULL);
    store_flush(bench->store);
    store_dispatch(bench->store);
    char *read = witness_read(bench->store, NULL, 51, 100);
    assert_string_equal(read, "51@1 irc:libera $person9 somebody 00 \n"
                              "51@2 irc:libera    \n"
                              "51@3 discord:club    \n"
                              "51@4 irc:libera    \n"
                              "51@5 irc:libera wolf wolf 11 \n"
                              "51.1 record\n51.2 move p1\n");
    free(read);
    read = witness_read(bench->store, NULL, 2, 100);
    assert_non_null(strstr(read, "2.1 <- discord:club 5555\n"));
    free(read);
    char *loaded = witness_load(bench->store);
    assert_int_equal(strncmp(loaded,
                             "ban.1=ban who=00\nlook irc:libera $ann=plain @20779.1f\n"
                             "look irc:libera x" KEY "x=symbols @20779.1f\n1.1 record\n",
                             strlen("ban.1=ban who=00\nlook irc:libera $ann=plain @20779.1f\n"
                                    "look irc:libera x" KEY "x=symbols @20779.1f\n1.1 record\n")),
                     0);
    free(loaded);
}

/* ---- outcomes ---- */

/* Rows as text, a line each. To free. */
static char *rows(const struct bench *bench, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    char *path = scratch_path(bench->folder, "tabletalk.db"), *text = strdup("");
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        char *longer = NULL;
        assert_true(
            asprintf(&longer, "%s%s\n", text, (const char *)sqlite3_column_text(statement, 0)) > 0);
        free(text);
        text = longer;
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(path);
    return text;
}

static void assert_rows(const struct bench *bench, const char *sql, const char *expected)
{
    char *got = rows(bench, sql);
    assert_string_equal(got, expected);
    free(got);
}

/* A game of theirs and somebody else's, in that room. */
static void finish(struct bench *bench, int64_t table, const char *room)
{
    struct store_outcome outcome = {.game_number = 1,
                                    .game = "coloretto",
                                    .options = "",
                                    .network = "irc:libera",
                                    .room = room,
                                    .unrated = "",
                                    .seat_count = 2};
    outcome.seats[0] = (struct store_outcome_seat){
        .identities = {{"irc:libera", KEY, NAME}}, .identity_count = 1, .robot = "", .place = 1};
    outcome.seats[1] = (struct store_outcome_seat){.identities = {{"irc:libera", "$ann", "ann"}},
                                                   .identity_count = 1,
                                                   .robot = "",
                                                   .place = 2};
    struct store_append append = {.table = table,
                                  .first_seq = 1,
                                  .lines = (const char *const[]){"record"},
                                  .count = 1,
                                  .outcomes = &outcome,
                                  .outcome_count = 1};
    store_write(bench->store, &append, witness_done, &bench->witness);
}

static void test_outcomes_stay_under_a_number_of_nobody(void **state)
{
    struct bench *bench = *state;
    static const char identities[] =
        "SELECT number || ' ' || key || ' ' || name FROM identity ORDER BY number";
    static const char outcomes[] = "SELECT network || ' ' || room FROM outcome ORDER BY number";
    static const char ratings[] =
        "SELECT person || ' ' || games || ' ' || network || ' ' || room FROM rating WHERE month = 0 "
        "AND network <> '' ORDER BY room, person";
    bench->store = witness_open(bench->folder);
    finish(bench, 1, "@" KEY);
    finish(bench, 2, "#games");
    witness_wait(&bench->witness, bench->store, 2);
    assert_rows(bench, identities, "1 " KEY " " NAME "\n2 $ann ann\n");
    assert_rows(bench, outcomes, "irc:libera @" KEY "\nirc:libera #games\n");
    assert_rows(bench, ratings,
                "1 1 irc:libera #games\n2 1 irc:libera #games\n1 1 irc:libera @" KEY
                "\n2 1 irc:libera @" KEY "\n");
    erase(bench, NULL, NULL);
    store_flush(bench->store);
    store_dispatch(bench->store);
    assert_rows(bench, identities, "2 $ann ann\n");
    assert_rows(bench, outcomes, "irc:libera \nirc:libera #games\n");
    assert_rows(bench, ratings,
                "1 1 irc:libera \n2 1 irc:libera \n1 1 irc:libera #games\n2 1 irc:libera #games\n");
    assert_rows(bench, "SELECT person || ' ' || place FROM outcome_seat ORDER BY outcome, seat",
                "1 1\n2 2\n1 1\n2 2\n");
    assert_int_equal(count_files_with(bench->folder, KEY), 0);
    assert_int_equal(count_files_with(bench->folder, NAME), 0);
}

/* ---- what is kept, as it is listed ---- */

struct listed {
    char text[4096];
    int count[STORE_KEPT_SETTING + 1], more;
};

static void note_kept(void *arg, const struct store_answer *answer)
{
    struct listed *listed = arg;
    struct text text = text_over(listed->text, sizeof listed->text);
    assert_int_equal(answer->result, STORE_OK);
    for (int i = 0; i < answer->kept_count; i++) {
        const struct store_kept *kept = &answer->kept[i];
        listed->count[kept->kind]++;
        if (kept->kind == STORE_KEPT_SETTING)
            text_putf(&text, "%s=%s\n", kept->key, kept->value);
        else if (i < 40)
            text_putf(&text, "%d %lld@%lld %s %s %s\n", kept->kind, (long long)kept->table,
                      (long long)kept->number, kept->network, kept->name, kept->line);
    }
    listed->more = (int)answer->kept_more;
}

static struct listed *list_kept(struct bench *bench)
{
    static struct listed listed;
    listed = (struct listed){.more = -1};
    store_flush(bench->store); /* what is being written is read, too */
    struct store_question question = {
        .kind = STORE_ASK_KEPT,
        .identities = {{"irc:libera", KEY, ""}, {"discord:club", OTHER, ""}},
        .identity_count = 2,
        .done = note_kept,
        .arg = &listed};
    store_ask(bench->store, &question);
    store_flush(bench->store);
    store_dispatch(bench->store);
    assert_true(listed.more >= 0); /* it was answered */
    return &listed;
}

/* A table of theirs has three of its five persons; the settings of others look much like theirs. */
static void test_all_that_is_erased_is_listed_before(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    fill(bench, 60);
    finish(bench, 61, "@" KEY);
    const struct listed *listed = list_kept(bench);
    assert_string_equal(listed->text, "0 0@1 irc:libera " NAME " \n"
                                      "1 51@2 irc:libera " NAME " record\n"
                                      "1 51@4 irc:libera " NAME " record\n"
                                      "1 1@2 irc:libera " NAME " record\n"
                                      "1 1@4 irc:libera " NAME " record\n"
                                      "2 51@2 irc:libera " NAME " 2 plan-of-the-lynx\n"
                                      "2 51@4 irc:libera " NAME " 2 plan-of-the-lynx\n"
                                      "2 1@2 irc:libera " NAME " 2 plan-of-the-lynx\n"
                                      "2 1@4 irc:libera " NAME " 2 plan-of-the-lynx\n"
                                      "3 1@0 irc:libera  \n"
                                      "legends irc:libera " KEY "=coloretto, @20779.1f\n"
                                      "look irc:libera " KEY "=symbols @20779.1f\n"
                                      "1 51@3 discord:club " NAME " record\n"
                                      "1 1@3 discord:club " NAME " record\n"
                                      "2 51@3 discord:club " NAME " 2 plan-of-the-lynx\n"
                                      "2 1@3 discord:club " NAME " 2 plan-of-the-lynx\n"
                                      "discord:club:dm:" OTHER "=" CHANNEL " @20779.1f\n"
                                      "discord:club:legends:" OTHER "=coloretto, @20779.1f\n"
                                      "discord:club:heard:" CHANNEL "=7777777777777777\n");
    assert_int_equal(listed->more, 0);
    erase(bench, NULL, NULL);
    listed = list_kept(bench);
    assert_string_equal(listed->text, "");
}

/* Of more than an answer may hold it says how many there are. */
static void test_a_list_is_bounded(void **state)
{
    enum { TABLES = STORE_KEPT + 7 };
    struct bench *bench = *state;
    const struct store_person person = {1, "discord:club", OTHER, NAME, "salt-of-the-lynx", "", ""};
    bench->store = witness_open(bench->folder);
    for (int table = 1; table <= TABLES; table++)
        open_table(bench, table, &person, 1, (struct store_place){NULL, NULL});
    witness_wait(&bench->witness, bench->store, TABLES);
    put(bench, "discord:club:look:" OTHER, "plain");
    const struct listed *listed = list_kept(bench);
    assert_int_equal(listed->count[STORE_KEPT_PERSON], STORE_KEPT);
    assert_int_equal(listed->count[STORE_KEPT_SETTING], 0);
    assert_int_equal(listed->more, 8);
}

/* ---- killed, on a disk that dies ---- */

/* The child erases on a disk that dies at this place, and is gone without closing anything. */
static enum store_result erase_and_die(struct bench *bench, int place, bool *has_failed)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        bench->store = witness_open(bench->folder);
        bench->witness.count = 0;
        broken_disk_fail(place, INT_MAX, EIO);
        erase(bench, witness_done, &bench->witness);
        witness_wait(&bench->witness, bench->store, 1);
        _exit((int)bench->witness.results[0] | (broken_disk_has_failed() ? 0x40 : 0));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    *has_failed = WEXITSTATUS(status) & 0x40;
    return WEXITSTATUS(status) & 0x3f;
}

static void test_a_kill_on_a_dying_disk_leaves_all_or_nothing(void **state)
{
    struct bench *bench = *state;
    int place = 0, refused = 0, done = 0;
    for (bool has_failed = true; has_failed; place++) {
        bench->store = witness_open(bench->folder);
        fill(bench, 60);
        tidy_up_others(bench);
        store_close(bench->store);
        bench->store = NULL;
        enum store_result result = erase_and_die(bench, place, &has_failed);
        refused += result != STORE_OK;
        done += result == STORE_OK;
        bench->store = witness_open(bench->folder);
        /* What was refused may be done all the same: the flush failed, and so did what would
           have undone it. */
        if (result == STORE_OK || count_files_with(bench->folder, KEY) == 0)
            assert_nowhere(bench->folder);
        else
            assert_everywhere(bench->folder);
        store_close(bench->store);
        bench->store = NULL;
        scratch_remove(bench->folder);
        bench->folder = scratch_make();
    }
    assert_true(refused > 1 && done > 1); /* also between the commit and the emptying of the log */
}

/* ---- records that are old enough ---- */

static int64_t now_of(void *arg)
{
    return *(int64_t *)arg;
}

static void test_nobody_is_left_of_a_pruned_record(void **state)
{
    struct bench *bench = *state;
    int64_t now = 100;
    bench->store = witness_open(bench->folder);
    store_use_clock(bench->store, now_of, &now);
    const struct store_person person = {
        1, "irc:libera", KEY, NAME, "salt-of-the-lynx", "host-of-the-lynx", "1 plan-of-the-lynx"};
    const char *end[] = {"end"};
    open_table(bench, 1, &person, 1, (struct store_place){"irc:libera", "@" KEY});
    store_append(bench->store, 1, 3, end, 1, true, witness_done, &bench->witness);
    /* the newest stays */
    open_table(bench, 2, NULL, 0, (struct store_place){"irc:libera", "#games"});
    witness_wait(&bench->witness, bench->store, 3);
    assert_true(count_files_with(bench->folder, KEY) > 0);
    witness_prune(bench->store, 50);
    assert_true(count_files_with(bench->folder, NAME) > 0);
    witness_prune(bench->store, 1000);
    store_close(bench->store);
    bench->store = witness_open(bench->folder);
    static const char *const gone[] = {KEY, NAME, "salt-of-the-lynx", "host-of-the-lynx",
                                       "plan-of-the-lynx"};
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        assert_int_equal(count_files_with(bench->folder, gone[i]), 0);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, open_bench, close_bench)

int main(void)
{
    broken_disk_attach();
    const struct CMUnitTest tests[] = {
        EACH(test_an_erased_person_is_in_no_file),
        EACH(test_the_others_and_the_lines_stay),
        EACH(test_outcomes_stay_under_a_number_of_nobody),
        EACH(test_all_that_is_erased_is_listed_before),
        EACH(test_a_list_is_bounded),
        EACH(test_a_kill_on_a_dying_disk_leaves_all_or_nothing),
        EACH(test_nobody_is_left_of_a_pruned_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
