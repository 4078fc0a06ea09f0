/* Outcomes of games: written once, with the line that ends the game, under numbers; ratings that
   follow from them and from nothing else, in the database as recount.py counts them. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "check.h"
#include "scratch.h"
#include "store.h"
#include "store_people.h"
#include "store_witness.h"
#include "testing.h"

enum { RANDOM_GAMES = 1500, PEOPLE = 30, ROUNDS = 12, MONTH = 30 * 24 * 3600 };

struct bench {
    char *folder, *database;
    struct store *store;
    struct witness witness;
    int64_t now;
    struct store_answer answer;
    bool is_answered;
};

static int64_t clock_of(void *arg)
{
    return ((struct bench *)arg)->now;
}

static void open_store(struct bench *bench)
{
    bench->store = witness_open(bench->folder);
    store_use_clock(bench->store, clock_of, bench);
}

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->database = scratch_path(bench->folder, "tabletalk.db");
    bench->now = 1790000000; /* 2026-09-21 */
    open_store(bench);
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

/* ---- what is asked of the database itself ---- */

/* Rows as text, a line each; every number of a rating with all its digits. To free. */
static char *dump(const struct bench *bench, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    char *text = strdup("");
    assert_int_equal(sqlite3_open_v2(bench->database, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        char *longer = NULL, row[512] = "";
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            size_t length = strlen(row);
            if (sqlite3_column_type(statement, i) == SQLITE_FLOAT)
                snprintf(row + length, sizeof row - length, "%a ",
                         sqlite3_column_double(statement, i));
            else
                snprintf(row + length, sizeof row - length, "%s ",
                         (const char *)sqlite3_column_text(statement, i));
        }
        assert_true(asprintf(&longer, "%s%s\n", text, row) > 0);
        free(text);
        text = longer;
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return text;
}

static void assert_rows(const struct bench *bench, const char *sql, const char *expected)
{
    char *got = dump(bench, sql);
    assert_string_equal(got, expected);
    free(got);
}

static const char all_ratings[] = "SELECT * FROM rating ORDER BY 1, 2, 3, 4, 5";

static void assert_recount_agrees(const struct bench *bench)
{
    char command[512];
    snprintf(command, sizeof command, "storage/recount.py %s", bench->database);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a path of our own */
}

/* ---- what is written ---- */

static struct store_outcome_seat person(const char *network, const char *key, int place)
{
    return (struct store_outcome_seat){.identities = {{network, key, key}},
                                       .identity_count = 1,
                                       .robot = "",
                                       .place = place,
                                       .points = 10 - place};
}

static struct store_outcome_seat robot(const char *strategy, int place)
{
    return (struct store_outcome_seat){.robot = strategy, .place = place};
}

static struct store_outcome two(const char *winner, const char *loser)
{
    return (struct store_outcome){.game_number = 1,
                                  .game = "heartcatchers",
                                  .options = "",
                                  .network = "net",
                                  .room = "#g",
                                  .unrated = "",
                                  .seat_count = 2,
                                  .seats = {person("net", winner, 1), person("net", loser, 2)}};
}

static void finish(struct bench *bench, int64_t table, int64_t seq,
                   const struct store_outcome *outcome)
{
    struct store_append append = {.table = table,
                                  .first_seq = seq,
                                  .lines = (const char *const[]){"the last move"},
                                  .count = 1,
                                  .outcomes = outcome,
                                  .outcome_count = 1};
    int before = bench->witness.count;
    store_write(bench->store, &append, witness_done, &bench->witness);
    witness_wait(&bench->witness, bench->store, before + 1);
}

static enum store_result latest(const struct bench *bench)
{
    return bench->witness.results[bench->witness.count - 1];
}

static void note_answer(void *arg, const struct store_answer *answer)
{
    struct bench *bench = arg;
    bench->answer = *answer;
    bench->is_answered = true;
}

static const struct store_answer *ask(struct bench *bench, struct store_question question)
{
    question.done = note_answer;
    question.arg = bench;
    bench->is_answered = false;
    store_ask(bench->store, &question);
    store_flush(bench->store);
    store_dispatch(bench->store);
    assert_true(bench->is_answered);
    assert_int_equal(bench->answer.result, STORE_OK);
    return &bench->answer;
}

static void show(struct bench *bench, const char *network, const char *key, bool is_shown)
{
    int before = bench->witness.count;
    struct store_identity identity = {network, key, key};
    store_show_identity(bench->store, &identity, is_shown, witness_done, &bench->witness);
    witness_wait(&bench->witness, bench->store, before + 1);
    assert_int_equal(latest(bench), STORE_OK);
}

/* ---- tests ---- */

static test_case(an_outcome_stands_under_numbers)
{
    struct bench *bench = *state;
    struct store_outcome outcome = two("ann", "bob");
    outcome.seats[outcome.seat_count++] = robot("greedy", 3);
    outcome.seats[outcome.seat_count++] =
        (struct store_outcome_seat){.robot = "", .place = 4, .has_left = true};
    outcome.options = "match=3";
    finish(bench, 7, 1, &outcome);
    assert_rows(bench, "SELECT * FROM outcome",
                "1 7 1 1790000000 heartcatchers match=3 net #g  \n");
    assert_rows(
        bench, "SELECT * FROM outcome_seat",
        "1 1 1  1 9 0 1 1 \n1 2 2  2 8 0 1 1 \n1 3 0 greedy 3 0 0 1 1 \n1 4 0  4 0 1 1 1 \n");
    assert_rows(bench, "SELECT * FROM identity", "1 net ann ann 0 \n2 net bob bob 0 \n");
    assert_rows(
        bench, "SELECT game, network, room, month, person, games, won, rated FROM rating",
        "heartcatchers   0 1 1 1 1 \nheartcatchers   0 2 1 0 1 \nheartcatchers   202609 1 1 1 1 \n"
        "heartcatchers   202609 2 1 0 1 \nheartcatchers net #g 0 1 1 1 1 \nheartcatchers net #g 0 2 1 0 1 \n"
        "heartcatchers net #g 202609 1 1 1 1 \nheartcatchers net #g 202609 2 1 0 1 \n");
}

/* A refused append has no outcome, and of two of one game the first one counts: no number, no
   rating changes. */
static test_case(an_outcome_is_written_once)
{
    struct bench *bench = *state;
    struct store_outcome outcome = two("ann", "bob"), other = two("bob", "ann");
    finish(bench, 1, 2, &outcome);
    assert_int_equal(latest(bench), STORE_CONFLICT);
    assert_rows(bench, "SELECT * FROM outcome", "");
    assert_rows(bench, "SELECT * FROM identity", "");
    finish(bench, 1, 1, &outcome);
    char *ratings = dump(bench, all_ratings);
    finish(bench, 1, 1, &outcome);
    assert_int_equal(latest(bench), STORE_CONFLICT);
    finish(bench, 1, 2, &other);
    assert_int_equal(latest(bench), STORE_OK);
    assert_rows(bench, "SELECT number, record, part FROM outcome", "1 1 1 \n");
    assert_rows(bench, all_ratings, ratings);
    free(ratings);
}

static test_case(a_game_for_one_or_with_a_fixed_deal_moves_no_rating)
{
    struct bench *bench = *state;
    struct store_outcome outcome = two("ann", "bob");
    outcome.unrated = "people";
    finish(bench, 1, 1, &outcome);
    assert_rows(bench,
                "SELECT person, games, won, rated, mu FROM rating WHERE month = 0 AND room = ''",
                "1 1 1 0 0x1.9p+4 \n2 1 0 0 0x1.9p+4 \n");
    outcome.unrated = STORE_UNCOUNTED;
    finish(bench, 2, 1, &outcome);
    assert_rows(bench, "SELECT count(*) FROM outcome", "2 \n");
    assert_rows(bench, "SELECT person, games FROM rating WHERE month = 0 AND room = ''",
                "1 1 \n2 1 \n");
    assert_recount_agrees(bench);
}

/* From the link on all identities play under the lowest number; what each played before is kept,
   and counts. */
static test_case(several_identities_are_one_person)
{
    struct bench *bench = *state;
    struct store_outcome outcome = two("ann", "bob");
    finish(bench, 1, 1, &outcome);
    outcome.seats[0] = person("far", "annie", 2);
    outcome.seats[1] = person("net", "bob", 1);
    finish(bench, 2, 1, &outcome);
    outcome.seats[0] = person("far", "annie", 1);
    outcome.seats[0].identities[outcome.seats[0].identity_count++] =
        (struct store_identity){"net", "ann", "ann"};
    outcome.seats[1] = person("net", "bob", 2);
    finish(bench, 3, 1, &outcome);
    outcome.seats[0] = person("net", "ann", 1);
    outcome.seats[0].identities[outcome.seats[0].identity_count++] =
        (struct store_identity){"far", "annie", "annie"};
    finish(bench, 4, 1, &outcome);
    assert_rows(bench, "SELECT outcome, person FROM outcome_seat WHERE seat = 1",
                "1 1 \n2 3 \n3 1 \n4 1 \n");
    const struct store_answer *answer =
        ask(bench, (struct store_question){.identities = {{"far", "annie", ""}, {"net", "ann", ""}},
                                           .identity_count = 2,
                                           .most = STORE_STANDINGS});
    assert_int_equal(answer->count, 1);
    assert_int_equal(answer->list[0].games, 4);
    assert_int_equal(answer->list[0].won, 3);
    assert_true(answer->list[0].mu > 25);
    answer = ask(bench, (struct store_question){.identities = {{"far", "annie", ""}},
                                                .identity_count = 1,
                                                .most = STORE_STANDINGS});
    assert_int_equal(answer->list[0].games, 1);
    assert_true(answer->list[0].mu < 25);
    assert_recount_agrees(bench);
}

static test_case(only_who_wants_it_is_listed)
{
    struct bench *bench = *state;
    struct store_outcome outcome = two("ann", "bob");
    struct store_question top = {
        .kind = STORE_ASK_TOP, .game = "heartcatchers", .most = STORE_STANDINGS};
    struct store_question named = {.kind = STORE_ASK_NAMED, .identities = {{"net", "", "ANN"}}};
    finish(bench, 1, 1, &outcome);
    assert_int_equal(ask(bench, top)->count, 0);
    assert_int_equal(ask(bench, named)->named, 0);
    show(bench, "net", "bob", true);
    show(bench, "net", "ann", true);
    const struct store_answer *answer = ask(bench, top);
    assert_int_equal(answer->count, 2);
    assert_string_equal(answer->list[0].name, "ann");
    assert_string_equal(answer->list[1].name, "bob");
    assert_string_equal(ask(bench, named)->known.key, "ann");
    snprintf(top.network, sizeof top.network, "net");
    snprintf(top.room, sizeof top.room, "#elsewhere");
    assert_int_equal(ask(bench, top)->count, 0);
    snprintf(top.room, sizeof top.room, "#g");
    top.month = 202609;
    assert_int_equal(ask(bench, top)->count, 2);
    top.month = 202610;
    assert_int_equal(ask(bench, top)->count, 0);
    show(bench, "far", "ann", true); /* of two of one name the one of the network is meant */
    assert_int_equal(ask(bench, named)->named, 1);
    assert_string_equal(bench->answer.known.network, "net");
    snprintf(named.identities[0].network, sizeof named.identities[0].network, "third");
    assert_int_equal(ask(bench, named)->named, 2);
    show(bench, "net", "ann", false);
    show(bench, "far", "ann", false);
    assert_int_equal(ask(bench, named)->named, 0);
}

/* Nobody with the database can say who a number was; what others played with them stays as it
   was. */
static test_case(outcomes_outlive_who_they_are_about)
{
    struct bench *bench = *state;
    struct store_outcome outcome = two("ann", "bob");
    sqlite3 *db = NULL;
    finish(bench, 1, 1, &outcome);
    char *ratings = dump(bench, all_ratings);
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM identity WHERE key = 'bob'", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_rows(bench, all_ratings, ratings);
    free(ratings);
    assert_recount_agrees(bench);
    outcome.seats[0] = person("net", "bob", 1);
    finish(bench, 2, 1, &outcome);
    /* not 2 again */
    assert_rows(bench, "SELECT person FROM outcome_seat WHERE outcome = 2 AND seat = 1", "3 \n");
}

/* ---- counting again ---- */

static struct store_outcome draw_outcome(char keys[][16])
{
    static const char *const rooms[] = {"#a", "#b", ""}, *const all[] = {"coloretto", "kritters"};
    static const char *const unrated[] = {"", "", "", "", "people", "hint", STORE_UNCOUNTED};
    struct store_outcome outcome = {.game_number = 1, .options = ""};
    outcome.room = rooms[random() % 3];
    outcome.network = outcome.room[0] ? "net" : "";
    outcome.game = all[random() % 2];
    outcome.unrated = unrated[random() % 7];
    outcome.seat_count = 2 + (int)(random() % 5);
    for (int seat = 0; seat < outcome.seat_count; seat++) {
        int place = 1 + (int)(random() % outcome.seat_count), who = (int)(random() % PEOPLE);
        snprintf(keys[seat], 16, "p%d", who + PEOPLE * seat); /* nobody sits there twice */
        outcome.seats[seat] = random() % 4 == 0 ? robot(random() % 2 ? "greedy" : "random", place)
                              : random() % 10 == 0
                                  ? (struct store_outcome_seat){.robot = "", .place = place}
                                  : person("net", keys[seat], place);
    }
    return outcome;
}

struct told {
    bool is_told;
    enum store_result result;
    struct store_recount count;
};

static void on_recounted(void *arg, enum store_result result, const struct store_recount *count)
{
    *(struct told *)arg = (struct told){true, result, *count};
}

static struct store_recount recount(struct bench *bench)
{
    struct told told = {.is_told = false};
    store_recount(bench->store, on_recounted, &told);
    store_flush(bench->store);
    store_dispatch(bench->store);
    assert_true(told.is_told);
    assert_int_equal(told.result, STORE_OK);
    return told.count;
}

static void change(const struct bench *bench, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static test_case(ratings_counted_again_are_the_same_to_the_last_bit)
{
    struct bench *bench = *state;
    srandom(5);
    for (int game = 1; game <= RANDOM_GAMES; game++) {
        char keys[STORE_OUTCOME_SEATS][16];
        struct store_outcome outcome = draw_outcome(keys);
        struct store_append append = {.table = game,
                                      .first_seq = 1,
                                      .lines = (const char *const[]){"the last move"},
                                      .count = 1,
                                      .outcomes = &outcome,
                                      .outcome_count = 1};
        bench->now += random() % (2 * MONTH * 12 / RANDOM_GAMES);
        store_write(bench->store, &append, witness_done, &bench->witness);
    }
    witness_wait(&bench->witness, bench->store, RANDOM_GAMES);
    assert_recount_agrees(bench);
    char *ratings = dump(bench, all_ratings);
    struct store_recount count = recount(bench);
    char *counted =
        dump(bench, "SELECT count(*) FROM outcome WHERE unrated <> '" STORE_UNCOUNTED "'");
    assert_int_equal(count.outcomes, atoi(counted));
    assert_in_range(count.outcomes, 1, RANDOM_GAMES - 1);
    assert_int_equal(count.differed, 0);
    change(
        bench,
        "UPDATE rating SET mu = mu + 1e-13 WHERE person = 3 AND month = 0 AND room = '' AND game = 'coloretto';"
        "DELETE FROM rating WHERE person = 4 AND month = 0 AND room = '' AND game = 'coloretto';"
        "INSERT INTO rating VALUES ('chess', '', '', 0, 3, 1, 1, 1, 25.5, 8.5)");
    assert_int_equal(recount(bench).differed, 3);
    assert_rows(bench, all_ratings, ratings);
    assert_int_equal(recount(bench).differed, 0);
    free(counted);
    free(ratings);
}

/* ---- kill -9 ---- */

/* Says through the pipe when something is saved: before that a kill shows nothing. */
static void write_for_ever(const char *folder, int saved)
{
    struct store *store = witness_open(folder);
    int64_t table = store_next_table(store);
    for (;; table++) {
        struct store_outcome outcome = two("ann", table % 3 ? "bob" : "cid");
        struct store_append append = {.table = table,
                                      .first_seq = 1,
                                      .lines = (const char *const[]){"the last move"},
                                      .count = 1,
                                      .outcomes = &outcome,
                                      .outcome_count = 1,
                                      .ends = true};
        store_write(store, &append, NULL, NULL);
        if (table % 8 == 0) {
            store_flush(store);
            assert_int_equal(write(saved, ".", 1), 1);
        }
        store_dispatch(store);
    }
}

static test_case(after_a_kill_there_is_one_outcome_for_each_game)
{
    struct bench *bench = *state;
    store_close(bench->store);
    for (int round = 0; round < ROUNDS; round++) {
        int saved[2];
        char said;
        assert_int_equal(pipe(saved), 0);
        pid_t child = fork();
        if (child == 0)
            write_for_ever(bench->folder, saved[1]);
        close(saved[1]);
        assert_int_equal(read(saved[0], &said, 1), 1);
        usleep(3000 + 5000 * (useconds_t)round);
        kill(child, SIGKILL);
        close(saved[0]);
        assert_int_equal(waitpid(child, NULL, 0), child);
    }
    open_store(bench);
    assert_rows(bench, "SELECT count(*) > 0 FROM line", "1 \n");
    assert_rows(bench, "SELECT record FROM line EXCEPT SELECT record FROM outcome", "");
    assert_rows(bench, "SELECT record FROM outcome EXCEPT SELECT record FROM line", "");
    assert_rows(bench,
                "SELECT (SELECT count(*) FROM outcome) = sum(games) FROM rating "
                "WHERE person = 1 AND month = 0 AND room = ''",
                "1 \n");
    assert_recount_agrees(bench);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(an_outcome_stands_under_numbers),
        EACH(an_outcome_is_written_once),
        EACH(a_game_for_one_or_with_a_fixed_deal_moves_no_rating),
        EACH(several_identities_are_one_person),
        EACH(only_who_wants_it_is_listed),
        EACH(outcomes_outlive_who_they_are_about),
        EACH(ratings_counted_again_are_the_same_to_the_last_bit),
        EACH(after_a_kill_there_is_one_outcome_for_each_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
