/* What every store must do: one suite, run over each of them (and over the tests' faulty store,
   which is only of use while it is faithful). A new store is one row of `kinds`. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faulty_store.h"
#include "model_store.h"
#include "namesake.h"
#include "postgres_server.h"
#include "scratch.h"
#include "store.h"
#include "store/bench.h"
#include "store_people.h"
#include "store_read.h"
#include "testing.h"
#include "text.h"

struct kind {
    const char *name;
    struct store *(*open)(const char *folder);
    bool survives; /* closing and opening again */
};

static struct store *open_memory(const char *folder)
{
    (void)folder;
    return store_memory_new();
}

static struct store *open_model(const char *folder)
{
    (void)folder;
    return model_store_new();
}

static struct store *open_faulty(const char *folder)
{
    (void)folder;
    return faulty_store_front(faulty_store_new_take(store_memory_new()));
}

static struct store *open_inline(const char *folder)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_sqlite_open_inline(folder, &why);
    assert_non_null(store);
    return store;
}

#ifdef TABLETALK_POSTGRES
/* one for all tests, each of which has a schema of its own */
static struct postgres_server *server;

static struct store *open_postgres(const char *folder)
{
    return witness_open_postgres(server, folder);
}
#endif

static const struct kind kinds[] = {
#ifdef TABLETALK_POSTGRES
    {"postgres", open_postgres, true},
#endif
    {"memory", open_memory, false},    {"model", open_model, false},
    {"sqlite", witness_open, true},    {"inline", open_inline, true},
    {"faulty", open_faulty, false},
};
static const struct kind *kind; /* of the run that is under way */

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->store = kind->open(bench->folder);
    *state = bench;
    return 0;
}

/* The same with namesakes on another network: nothing of them may change. */
static const struct namesake_of namesakes = {"#a", {"ann", "bob", "#1", "#2"}};

static int set_up_beside(void **state)
{
    set_up(state);
    struct bench *bench = *state;
    namesake_write(bench->store, &namesakes);
    bench->namesake = namesake_kept(bench->store, &namesakes);
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    if (bench->namesake) {
        char *kept = namesake_kept(bench->store, &namesakes);
        assert_string_equal(kept, bench->namesake);
        free(kept);
        free(bench->namesake);
    }
    store_close(bench->store);
    scratch_remove(bench->folder);
    free(bench);
    return 0;
}

void append(struct bench *bench, int64_t table, int64_t seq, const char *line)
{
    store_append(bench->store, table, seq, &line, 1, false, witness_done, &bench->witness);
}

void end(struct bench *bench, int64_t table, int64_t seq)
{
    store_append(bench->store, table, seq, NULL, 0, true, witness_done, &bench->witness);
}

void put(struct bench *bench, const char *key, const char *value)
{
    store_put(bench->store, key, value, witness_done, &bench->witness);
}

/* `expected`: a letter per write since the start, o for STORE_OK, c for STORE_CONFLICT, t for
   STORE_TAKEN. */
static void assert_results(struct bench *bench, const char *expected)
{
    char got[WITNESS_MAX + 1] = "";
    witness_wait(&bench->witness, bench->store, (int)strlen(expected));
    for (int i = 0; i < bench->witness.count; i++)
        got[i] = "ofrbidcmgtua"[bench->witness.results[i]];
    assert_string_equal(got, expected);
}

void assert_loads(struct bench *bench, const char *expected)
{
    for (int i = 0; i < (kind->survives ? 2 : 1); i++) {
        char *loaded = witness_load(bench->store);
        namesake_leave_out(loaded);
        assert_string_equal(loaded, expected);
        free(loaded);
        if (!kind->survives)
            return;
        store_close(bench->store);
        bench->store = kind->open(bench->folder);
    }
}

static void test_a_new_store_is_empty(void **state)
{
    struct bench *bench = *state;
    assert_loads(bench, "");
    assert_int_equal(store_next_table(bench->store), 1);
}

static void test_lines_come_back_table_by_table_in_order(void **state)
{
    struct bench *bench = *state;
    append(bench, 7, 1, "seven one");
    append(bench, 2, 1, "two one");
    store_append(bench->store, 7, 2, (const char *const[]){"seven two", "seven three"}, 2, false,
                 witness_done, &bench->witness);
    append(bench, 2, 2, "two two");
    append(bench, 7, 4, "seven four");
    assert_results(bench, "ooooo");
    assert_loads(
        bench,
        "2.1 two one\n2.2 two two\n7.1 seven one\n7.2 seven two\n7.3 seven three\n7.4 seven four\n");
    assert_int_equal(store_next_table(bench->store), 8);
}

static void test_a_line_that_is_not_next_changes_nothing(void **state)
{
    struct bench *bench = *state;
    append(bench, 1, 2, "no line 1 yet");
    append(bench, 1, 1, "first");
    append(bench, 1, 1, "first again");
    append(bench, 1, 3, "a gap");
    store_append(bench->store, 1, 1, (const char *const[]){"first", "second"}, 2, true,
                 witness_done, &bench->witness);
    append(bench, 1, 2, "second");
    assert_results(bench, "coccco");
    assert_loads(bench, "1.1 first\n1.2 second\n");
}

static void test_an_ended_table_is_closed_but_not_gone(void **state)
{
    struct bench *bench = *state;
    append(bench, 1, 1, "in play");
    append(bench, 2, 1, "a move");
    store_append(bench->store, 2, 2, (const char *const[]){"the result"}, 1, true, witness_done,
                 &bench->witness);
    append(bench, 2, 3, "too late");
    end(bench, 2, 3);
    end(bench, 3, 1); /* opened and closed without a line: its number is used up */
    append(bench, 3, 1, "too late");
    assert_results(bench, "oooccoc");
    assert_loads(bench, "1.1 in play\n");
    char *record = witness_read_table(bench->store, 2);
    assert_string_equal(record, "2.1 a move\n2.2 the result\n");
    free(record);
    assert_int_equal(store_next_table(bench->store), 4);
}

static void test_settings_are_replaced_and_forgotten(void **state)
{
    struct bench *bench = *state;
    put(bench, "person/bob", "colour=off");
    put(bench, "person/ann", "one\ntwo 'quoted' \"\xc3\xa9\xe2\x99\xa5\"; DROP TABLE setting");
    put(bench, "person/bob", "colour=on");
    put(bench, "session", "x");
    put(bench, "session", NULL);
    put(bench, "never seen", NULL);
    put(bench, "empty", "");
    append(bench, 1, 1, "settings come first");
    assert_results(bench, "oooooooo");
    assert_loads(
        bench, "empty=\nperson/ann=one\ntwo 'quoted' \"\xc3\xa9\xe2\x99\xa5\"; DROP TABLE setting\n"
               "person/bob=colour=on\n1.1 settings come first\n");
}

static void test_the_longest_line_is_kept_whole(void **state)
{
    struct bench *bench = *state;
    char *line = malloc(STORE_LINE_MAX + 1), *expected = NULL;
    memset(line, 'x', STORE_LINE_MAX);
    line[STORE_LINE_MAX] = '\0';
    append(bench, 1, 1, line);
    assert_true(asprintf(&expected, "1.1 %s\n", line) > 0);
    memset(line, '!', STORE_LINE_MAX); /* it was copied */
    assert_results(bench, "o");
    assert_loads(bench, expected);
    free(line);
    free(expected);
}

static void test_nothing_completes_before_dispatch(void **state)
{
    struct bench *bench = *state;
    append(bench, 1, 1, "one");
    put(bench, "key", "value");
    /* nobody wants to know */
    store_append(bench->store, 1, 2, (const char *const[]){"two"}, 1, false, NULL, NULL);
    store_flush(bench->store);
    assert_int_equal(bench->witness.count, 0);
    struct pollfd wait = {.fd = store_fd(bench->store), .events = POLLIN};
    assert_int_equal(poll(&wait, 1, 0), 1);
    store_dispatch(bench->store);
    assert_int_equal(bench->witness.count, 2);
    assert_int_equal(poll(&wait, 1, 0), 0);
    store_dispatch(bench->store); /* with nothing to do */
    assert_int_equal(bench->witness.count, 2);
}

struct chain {
    struct bench *bench;
    int64_t next;
};

static void append_next(void *arg, enum store_result result)
{
    struct chain *chain = arg;
    assert_int_equal(result, STORE_OK);
    witness_done(&chain->bench->witness, result);
    if (chain->next <= 50)
        store_append(chain->bench->store, 1, chain->next++, (const char *const[]){"move"}, 1, false,
                     append_next, chain);
}

static void test_a_completion_may_hand_over_the_next_write(void **state)
{
    struct bench *bench = *state;
    struct chain chain = {bench, 1};
    append_next(&chain, STORE_OK);
    witness_wait(&bench->witness, bench->store, 51);
    assert_int_equal(witness_append(bench->store, 1, 51, "move"), STORE_OK);
}

static void test_closing_writes_what_was_handed_over(void **state)
{
    struct bench *bench = *state;
    for (int64_t seq = 1; seq <= 500; seq++)
        append(bench, 1, seq, "move");
    if (!kind->survives)
        return;
    store_close(bench->store);
    bench->store = kind->open(bench->folder);
    assert_int_equal(bench->witness.count, 0); /* and tells nobody */
    assert_int_equal(witness_append(bench->store, 1, 501, "move"), STORE_OK);
}

static void abort_quietly(struct bench *bench, const char *line)
{
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        append(bench, 1, 1, line);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void test_a_line_that_is_none_is_our_bug(void **state)
{
    char *line = calloc(1, STORE_LINE_MAX + 2);
    memset(line, 'x', STORE_LINE_MAX + 1);
    abort_quietly(*state, line);
    abort_quietly(*state, "two\nlines");
    free(line);
}

/* ---- places ---- */

static void write_at(struct bench *bench, int64_t table, int64_t seq, const char *room)
{
    const char *line = "a line";
    struct store_append append = {.table = table, .first_seq = seq, .lines = &line, .count = 1};
    append.place = (struct store_place){.network = "net", .room = room};
    store_write(bench->store, &append, witness_done, &bench->witness);
}

static void set_aside(struct bench *bench, int64_t table, int64_t seq)
{
    const char *line = "aside";
    struct store_append append = {
        .table = table, .first_seq = seq, .lines = &line, .count = 1, .leaves = true};
    store_write(bench->store, &append, witness_done, &bench->witness);
}

static void assert_reads(struct bench *bench, const char *network, int64_t only,
                         const char *expected)
{
    for (int most = 1; most <= 4; most++) {
        char *got = witness_read(bench->store, network, only, most);
        namesake_leave_out(got);
        assert_string_equal(got, expected);
        free(got);
    }
}

static void assert_lists(struct bench *bench, unsigned states, const char *expected)
{
    for (int most = 1; most <= 3; most++) {
        char *got = witness_list(bench->store, states, most);
        namesake_leave_out(got);
        assert_string_equal(got, expected);
        free(got);
    }
}

static int64_t tick(void *arg)
{
    int *seconds = arg;
    return ++*seconds;
}

static void test_two_tables_in_play_never_have_one_room(void **state)
{
    struct bench *bench = *state;
    write_at(bench, 1, 1, "#a");
    write_at(bench, 2, 1, "#a"); /* taken */
    write_at(bench, 2, 1, "#b");
    append(bench, 1, 2, "stays");
    write_at(bench, 2, 2, "#a"); /* taken, and the line is not kept */
    write_at(bench, 1, 3, "#c"); /* moves */
    write_at(bench, 2, 2, "#a");
    end(bench, 2, 3);
    write_at(bench, 3, 1, "#a");
    set_aside(bench, 3, 2);
    write_at(bench, 4, 1, "#a");
    write_at(bench, 3, 3, "#a"); /* cannot come back while table 4 is there */
    write_at(bench, 3, 3, "#d");
    write_at(bench, 3, 4, "#d"); /* its own place */
    assert_results(bench, "otootooooootoo");
    assert_reads(
        bench, "net", 0,
        "1.1 a line\n1.2 stays\n1.3 a line\n3.1 a line\n3.2 aside\n3.3 a line\n3.4 a line\n4.1 a line\n");
}

static void write_guest(struct bench *bench, int64_t table, int64_t seq, const char *guest,
                        const char *freed)
{
    const char *line = "room";
    struct store_append append = {.table = table, .first_seq = seq, .lines = &line, .count = 1};
    append.guest = (struct store_place){.network = guest ? "other" : NULL, .room = guest};
    append.freed = (struct store_place){.network = freed ? "other" : NULL, .room = freed};
    store_write(bench->store, &append, witness_done, &bench->witness);
}

static void test_a_table_can_have_guests(void **state)
{
    struct bench *bench = *state;
    write_at(bench, 1, 1, "#a");
    write_guest(bench, 1, 2, "#b", NULL);
    write_guest(bench, 1, 3, "#c", NULL);
    write_at(bench, 2, 1, "#d");
    write_guest(bench, 2, 2, "#b", NULL); /* taken */
    assert_results(bench, "oooot");
    assert_reads(bench, "other", 0, "1.1 a line\n1.2 room\n1.3 room\n");
    write_guest(bench, 1, 4, NULL, "#b");
    write_guest(bench, 2, 2, "#b", NULL);
    assert_results(bench, "ooootoo");
    set_aside(bench, 1, 5);
    write_guest(bench, 2, 3, "#c", NULL);
    end(bench, 2, 4);
    assert_results(bench, "ooootooooo");
    assert_reads(bench, "other", 0, "");
    assert_reads(bench, "net", 0, "");
}

static test_case(test_a_room_that_becomes_free_is_one_of_one_network)
{
    struct bench *bench = *state;
    const char *line = "room";
    struct store_append append = {
        .table = 1, .first_seq = 2, .lines = &line, .count = 1, .guest = {"far", "#b"}};
    int seconds = 0;
    store_use_clock(bench->store, tick, &seconds);
    write_at(bench, 1, 1, "#b");
    store_write(bench->store, &append, witness_done, &bench->witness);
    write_guest(bench, 1, 3, "#b", NULL);
    write_guest(bench, 1, 4, "#c", NULL);
    write_guest(bench, 1, 5, NULL, "#b");
    assert_results(bench, "ooooo");
    assert_lists(bench, STORE_IN_PLAY, "1 in play net#b 5/22 1-5 too: far\nother\n");
    write_at(bench, 2, 1, "#b"); /* all others are taken still */
    write_at(bench, 2, 1, "#d");
    append.table = 2;
    store_write(bench->store, &append, witness_done, &bench->witness);
    write_guest(bench, 2, 2, "#c", NULL);
    write_guest(bench, 2, 2, "#b", NULL);
    assert_results(bench, "ooooototto");
}

static void test_what_stands_beside_the_lines_comes_with_them(void **state)
{
    struct bench *bench = *state;
    const char *first[] = {"one", "two"}, *second = "three";
    const struct store_person ann = {1, "net", "#1", "ann", "5a17", "feed", ""},
                              bob = {2, "net", "#2", "bob", "0000", "", "2 hide b"};
    const struct store_person persons[] = {bob, ann},
                              renamed = {2, "net", "#2", "rob", "0000", "", "3 hide c"};
    struct store_append append = {.table = 7,
                                  .first_seq = 1,
                                  .lines = first,
                                  .count = 2,
                                  .message = "net 15",
                                  .persons = persons,
                                  .person_count = 2,
                                  .secret = "abc",
                                  .place = {"net", "#a"}};
    store_write(bench->store, &append, witness_done, &bench->witness);
    append.lines = &second;
    append.count = 1;
    append.message = append.secret = NULL;
    append.persons = &renamed;
    append.person_count = 1;
    /* not the next line: nothing of it is kept */
    store_write(bench->store, &append, witness_done, &bench->witness);
    append.first_seq = 3;
    append.message = "net 16";
    append.place.network = NULL;
    assert_results(bench, "oc");
    assert_reads(
        bench, NULL, 7,
        "7 abc\n7@1 net #1 ann 5a17 feed\n7@2 net #2 bob 0000  ahead 2 hide b\n7.1 <- net 15\n7.1 one\n7.2 two\n");
    store_write(bench->store, &append, witness_done, &bench->witness);
    assert_results(bench, "oco");
    assert_reads(
        bench, NULL, 7,
        "7 abc\n7@1 net #1 ann 5a17 feed\n7@2 net #2 rob 0000  ahead 3 hide c\n7.1 <- net 15\n7.1 one\n7.2 two\n"
        "7.3 <- net 16\n7.3 three\n");
    append = (struct store_append){.table = 7, .first_seq = 4, .ends = true};
    /* what is said in advance goes with the end */
    store_write(bench->store, &append, witness_done, &bench->witness);
    assert_results(bench, "ocoo");
    assert_reads(
        bench, NULL, 7,
        "7 abc\n7@1 net #1 ann 5a17 feed\n7@2 net #2 rob 0000 \n7.1 <- net 15\n7.1 one\n7.2 two\n"
        "7.3 <- net 16\n7.3 three\n");
}

static void test_a_portion_has_what_was_asked_for(void **state)
{
    struct bench *bench = *state;
    const char *line = "elsewhere";
    struct store_append other = {.table = 5,
                                 .first_seq = 1,
                                 .lines = &line,
                                 .count = 1,
                                 .place = {.network = "other", .room = "#a"}};
    write_at(bench, 1, 1, "#a");
    append(bench, 1, 2, "two");
    append(bench, 1, 3, "three");
    append(bench, 2, 1, "without a place");
    write_at(bench, 3, 1, "#c");
    end(bench, 3, 2);
    write_at(bench, 4, 1, "#d");
    set_aside(bench, 4, 2);
    store_write(bench->store, &other, witness_done, &bench->witness);
    assert_results(bench, "ooooooooo");
    assert_reads(bench, "net", 0, "1.1 a line\n1.2 two\n1.3 three\n");
    assert_reads(bench, "other", 0, "5.1 elsewhere\n");
    assert_reads(bench, "nowhere", 0, "");
    assert_reads(
        bench, NULL, 0,
        "1.1 a line\n1.2 two\n1.3 three\n2.1 without a place\n4.1 a line\n4.2 aside\n5.1 elsewhere\n");
    assert_reads(bench, NULL, 3, "3.1 a line\n");
    assert_reads(bench, NULL, 9, "");
}

static void test_tables_are_listed_with_their_age_and_size(void **state)
{
    struct bench *bench = *state;
    int seconds = 0;
    store_use_clock(bench->store, tick, &seconds);
    write_at(bench, 1, 1, "#a");
    append(bench, 1, 2, "two");
    append(bench, 2, 1, "no place");
    write_at(bench, 3, 1, "#c");
    end(bench, 3, 2);
    write_at(bench, 4, 1, "#c");
    set_aside(bench, 4, 2);
    assert_results(bench, "ooooooo");
    write_guest(bench, 1, 3, "#g", NULL);
    write_guest(bench, 1, 4, "#h", NULL);
    assert_results(bench, "ooooooooo");
    assert_lists(bench, STORE_IN_PLAY, "1 in play net#a 4/17 1-9 too: other\nother\n");
    write_guest(bench, 1, 5, NULL, "#h");
    write_guest(bench, 1, 6, NULL, "#g");
    assert_results(bench, "ooooooooooo");
    assert_lists(
        bench, STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED,
        "1 in play net#a 6/25 1-11\n2 aside  1/8 3-3\n3 ended net#c 1/6 4-5\n4 aside net#c 2/11 6-7\n");
    assert_lists(bench, STORE_ASIDE, "2 aside  1/8 3-3\n4 aside net#c 2/11 6-7\n");
    assert_lists(bench, STORE_ENDED, "3 ended net#c 1/6 4-5\n");
}

static void assert_page(struct bench *bench, unsigned states, int64_t *before, const char *expected)
{
    char *got = witness_page(bench->store, states, before, 2);
    assert_string_equal(got, expected);
    free(got);
}

/* Tables that begin meanwhile have higher numbers, and are on no later page. */
static void test_pages_have_every_table_once(void **state)
{
    enum { OPEN = STORE_IN_PLAY | STORE_ASIDE, ALL = OPEN | STORE_ENDED };
    struct bench *bench = *state;
    int64_t before = INT64_MAX, open = INT64_MAX, none = 1;
    assert_page(bench, ALL, &before, "and 0");
    for (int64_t table = 1; table <= 7; table++)
        append(bench, table, 1, "x");
    for (int64_t table = 2; table <= 7; table += 2)
        end(bench, table, 2);
    assert_results(bench, "oooooooooo");
    before = INT64_MAX;
    assert_page(bench, ALL, &before, "7 6 and 3");
    append(bench, 8, 1, "x");
    end(bench, 5, 2);
    assert_results(bench, "oooooooooooo");
    assert_page(bench, ALL, &before, "5 4 and 3");
    assert_page(bench, ALL, &before, "3 2 and 1");
    assert_page(bench, ALL, &before, "1 and 0");
    assert_page(bench, ALL, &before, "and 0");
    assert_page(bench, OPEN, &open, "8 7 and 2");
    assert_page(bench, OPEN, &open, "3 1 and 0");
    assert_page(bench, OPEN, &none, "and 0");
}

static void test_what_ended_long_ago_is_pruned_in_steps(void **state)
{
    struct bench *bench = *state;
    int seconds = 0, count = 0;
    store_use_clock(bench->store, tick, &seconds);
    for (int64_t seq = 1; seq <= 2 * STORE_PRUNE + 50; seq++, count++)
        append(bench, 1, seq, "x");
    end(bench, 1, count + 1); /* at the second 451 */
    write_at(bench, 2, 1, "#b");
    end(bench, 2, 2); /* 453 */
    write_at(bench, 3, 1, "#c");
    set_aside(bench, 3, 2); /* 455 */
    write_at(bench, 4, 1, "#d");
    end(bench, 4, 2); /* 457 */
    witness_wait(&bench->witness, bench->store, count + 7);
    /* 450 lines are more than two steps */
    assert_true(witness_prune(bench->store, 453) >= (kind->survives ? 3 : 1));
    assert_lists(
        bench, STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED,
        "2 ended net#b 1/6 452-453\n3 aside net#c 2/11 454-455\n4 ended net#d 1/6 456-457\n");
    witness_prune(bench->store, 10000);
    assert_lists(bench, STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED,
                 "3 aside net#c 2/11 454-455\n4 ended net#d 1/6 456-457\n");
    assert_int_equal(store_next_table(bench->store), 5);
    assert_reads(bench, NULL, 1, "");
}

static void test_no_more_than_the_oldest_day_is_pruned_at_once(void **state)
{
    struct bench *bench = *state;
    int seconds = 0;
    store_use_clock(bench->store, tick, &seconds);
    for (int table = 1; table <= 3; table++) {
        seconds = (table - 1) * STORE_PRUNE_SPAN + 10 * table;
        write_at(bench, table, 1, "#a");
        end(bench, table, 2);
    }
    witness_wait(&bench->witness, bench->store, 6);
    witness_prune(bench->store, INT64_C(2208988800));
    assert_lists(bench, STORE_ENDED,
                 "2 ended net#a 1/6 86421-86422\n3 ended net#a 1/6 172831-172832\n");
    witness_prune(bench->store, INT64_C(2208988800));
    assert_lists(bench, STORE_ENDED, "3 ended net#a 1/6 172831-172832\n");
}

/* ---- erasing ---- */

int64_t fixed_clock(void *arg)
{
    return *(int64_t *)arg;
}

/* A table of ann and bob, who are known by numbers. */
static void write_table(struct bench *bench, int64_t table, struct store_place place)
{
    const char *line = "a line";
    const struct store_person persons[] = {{1, "net", "ann", "ann", "5a17", "feed", "2 hide b"},
                                           {2, "net", "bob", "bob", "0000", "", ""}};
    struct store_append append = {.table = table,
                                  .first_seq = 1,
                                  .lines = &line,
                                  .count = 1,
                                  .message = "net 15",
                                  .persons = persons,
                                  .person_count = 2,
                                  .place = place};
    store_write(bench->store, &append, witness_done, &bench->witness);
    for (int i = 0; i < 2; i++) {
        const struct store_identity identity = {"net", persons[i].key, persons[i].name};
        store_show_identity(bench->store, &identity, true, NULL, NULL);
    }
}

/* Of somebody of the same key on another network, and of the others at the table, all is left. */
static test_case(test_who_is_erased_is_one_person_of_one_network)
{
    struct bench *bench = *state;
    const struct store_person erased = {.network = "net", .key = "ann"};
    const struct store_erasure erasure = {.persons = &erased, .person_count = 1};
    int64_t now = 5;
    if (strcmp(kind->name, "model") == 0)
        return; /* it erases nobody */
    store_use_clock(bench->store, fixed_clock, &now);
    write_table(bench, 1, (struct store_place){"net", "@ann"});
    write_table(bench, 2, (struct store_place){"far", "@ann"}); /* where ann of "far" is at home */
    put(bench, "look net ann", "plain");
    put(bench, "look net bob", "plain");
    assert_results(bench, "oooo");
    char *others = witness_kept(bench->store, "net", "bob");
    store_erase(bench->store, &erasure, witness_done, &bench->witness);
    assert_results(bench, "ooooo");
    char *theirs = witness_kept(bench->store, "net", "ann"),
         *still = witness_kept(bench->store, "net", "bob");
    assert_string_equal(theirs, "");
    assert_lists(bench, STORE_IN_PLAY, "2 in play far@ann 1/6 5-5\n");
    assert_string_equal(still, others);
    assert_string_not_equal(still, "");
    free(theirs);
    free(still);
    free(others);
}

/* The model knows no rows. */
static test_case(test_who_sat_where)
{
    if (kind->open != open_model)
        test_fellows_and_rooms(state);
}

static test_case(test_every_result_has_its_sentence)
{
    for (enum store_result a = STORE_OK; a < STORE_RESULT_COUNT; a++)
        for (enum store_result b = STORE_OK; b < a; b++)
            assert_string_not_equal(store_result_text(a), store_result_text(b));
}

#define EACH(test)   cmocka_unit_test_setup_teardown(test, set_up, tear_down)
#define BESIDE(test) cmocka_unit_test_setup_teardown(test, set_up_beside, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_a_new_store_is_empty),
        EACH(test_lines_come_back_table_by_table_in_order),
        BESIDE(test_a_line_that_is_not_next_changes_nothing),
        EACH(test_an_ended_table_is_closed_but_not_gone),
        BESIDE(test_settings_are_replaced_and_forgotten),
        BESIDE(test_a_table_can_have_guests),
        EACH(test_the_longest_line_is_kept_whole),
        EACH(test_nothing_completes_before_dispatch),
        EACH(test_a_completion_may_hand_over_the_next_write),
        EACH(test_closing_writes_what_was_handed_over),
        EACH(test_a_line_that_is_none_is_our_bug),
        BESIDE(test_two_tables_in_play_never_have_one_room),
        BESIDE(test_what_stands_beside_the_lines_comes_with_them),
        BESIDE(test_a_room_that_becomes_free_is_one_of_one_network),
        BESIDE(test_who_is_erased_is_one_person_of_one_network),
        BESIDE(test_a_portion_has_what_was_asked_for),
        BESIDE(test_tables_are_listed_with_their_age_and_size),
        EACH(test_pages_have_every_table_once),
        EACH(test_what_ended_long_ago_is_pruned_in_steps),
        EACH(test_no_more_than_the_oldest_day_is_pruned_at_once),
        EACH(test_random_writes_equal_the_model),
        EACH(test_standings_equal_the_model),
        EACH(test_who_sat_where),
        cmocka_unit_test(test_every_result_has_its_sentence),
    };
    int failed = 0;
#ifdef TABLETALK_POSTGRES
    server = postgres_server_start(NULL);
    if (!server)
        return EXIT_FAILURE;
#endif
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        kind = &kinds[i];
        failed +=
            _cmocka_run_group_tests(kind->name, tests, sizeof tests / sizeof tests[0], NULL, NULL);
    }
#ifdef TABLETALK_POSTGRES
    postgres_server_stop(server);
#endif
    return failed;
}
