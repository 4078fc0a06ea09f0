/* Whatever is written, right or wrong, every store ends up with what the model has, and answers the
   same questions the same way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "model_store.h"
#include "store_people.h"
#include "testing.h"

/* 3,000 random writes, right and wrong ones, end the same way and leave the same as in the
   model. */
void test_random_writes_equal_the_model(void **state)
{
    struct bench *bench = *state;
    struct bench model = {.store = model_store_new()};
    int64_t next[60] = {0};
    srandom(4711);
    for (int i = 0; i < 3000; i++) {
        char line[32], key[8];
        int64_t table = 1 + random() % 60, wrong = random() % 10 == 0;
        snprintf(line, sizeof line, "line %d", i);
        snprintf(key, sizeof key, "k%ld", random() % 20);
        long what = random() % 100;
        for (int j = 0; j < 2; j++) {
            struct bench *each = j ? &model : bench;
            if (what < 20)
                put(each, key, what < 5 ? NULL : line);
            else if (what == 20)
                end(each, table, next[table - 1] + 1);
            else
                append(each, table, next[table - 1] + 1 + wrong, line);
        }
        if (what > 20 && !wrong)
            next[table - 1]++;
    }
    witness_wait(&bench->witness, bench->store, 3000);
    witness_wait(&model.witness, model.store, 3000);
    assert_memory_equal(bench->witness.results, model.witness.results,
                        3000 * sizeof model.witness.results[0]);
    char *expected = witness_load(model.store);
    assert_loads(bench, expected);
    free(expected);
    store_close(model.store);
}

/* ---- standings ---- */

static struct store_outcome_seat drawn_seat(int seat)
{
    static const char *const keys[] = {"ann", "bob", "cid", "dan", "eve", "fay"};
    static const char *const robots[] = {"random", "greedy"};
    const char *key = keys[(seat + random() % 2 * 3) % 6], *linked = keys[random() % 6];
    struct store_outcome_seat drawn = {
        .robot = "", .place = 1 + (int)(random() % 3), .points = (int)(random() % 40)};
    if (random() % 4 == 0)
        drawn.robot = robots[random() % 2];
    else if (random() % 8 > 0)
        drawn.identity_count = 1 + (random() % 5 == 0);
    drawn.identities[0] = (struct store_identity){"net", key, key};
    drawn.identities[1] = (struct store_identity){"far", linked, linked};
    return drawn;
}

static void write_drawn_outcome(struct bench *each, int64_t table,
                                const struct store_outcome *outcome)
{
    const char *line = "the last move";
    struct store_append append = {.table = table,
                                  .first_seq = 1,
                                  .lines = &line,
                                  .count = 1,
                                  .outcomes = outcome,
                                  .outcome_count = 1,
                                  .ends = table % 2};
    store_write(each->store, &append, witness_done, &each->witness);
}

static void keep_answer(void *arg, const struct store_answer *answer)
{
    *(struct store_answer *)arg = *answer;
}

static struct store_answer asked(struct store *of, struct store_question question)
{
    struct store_answer answer = {.result = STORE_RESULT_COUNT};
    question.done = keep_answer;
    question.arg = &answer;
    store_ask(of, &question);
    while (answer.result == STORE_RESULT_COUNT) {
        store_flush(of);
        store_dispatch(of);
    }
    return answer;
}

/* Returns how many rows were the same. */
static int assert_same_answer(struct bench *bench, struct store *model,
                              const struct store_question *question)
{
    struct store_answer got = asked(bench->store, *question), expected = asked(model, *question);
    assert_int_equal(got.result, STORE_OK);
    assert_int_equal(got.count, expected.count);
    assert_int_equal(got.named, expected.named);
    assert_string_equal(got.known.key, expected.known.key);
    assert_string_equal(got.game, expected.game);
    assert_true(got.table == expected.table && got.ended == expected.ended);
    assert_true(got.is_over == expected.is_over && got.is_uncounted == expected.is_uncounted);
    for (int i = 0; i < got.count && question->kind == STORE_ASK_LAST; i++) {
        assert_string_equal(got.seats[i].name, expected.seats[i].name);
        assert_string_equal(got.seats[i].robot, expected.seats[i].robot);
        assert_true(got.seats[i].place == expected.seats[i].place &&
                    got.seats[i].points == expected.seats[i].points);
    }
    for (int i = 0; i < got.count && question->kind != STORE_ASK_LAST; i++) {
        const struct store_standing *one = &got.list[i], *other = &expected.list[i];
        assert_string_equal(one->game, other->game);
        assert_string_equal(one->name, other->name);
        assert_true(one->games == other->games && one->won == other->won &&
                    one->rated == other->rated);
        assert_true(one->mu == other->mu && one->sigma == other->sigma);
        for (int day = 0; day < STORE_DAYS && question->kind == STORE_ASK_SEASON; day++)
            assert_true(isnan(one->days[day]) ? isnan(other->days[day])
                                              : one->days[day] == other->days[day]);
    }
    return got.count + got.named;
}

/* "net #a", "far dan dan": a row each. */
static void write_rows(void *arg, const struct store_answer *answer)
{
    char *text = arg;
    size_t length = 0;
    assert_int_equal(answer->result, STORE_OK);
    text[0] = '\0';
    for (int i = 0; i < answer->kept_count; i++) {
        const struct store_kept *kept = &answer->kept[i];
        length += (size_t)sprintf(text + length, "%s %s%s%s\n", kept->network, kept->value,
                                  kept->kind == STORE_KEPT_FELLOW ? " " : "",
                                  kept->kind == STORE_KEPT_FELLOW ? kept->name : "");
    }
    text[length] = '!'; /* it was answered */
    text[length + 1] = '\0';
}

static void assert_rows(struct bench *bench, struct store_question question, const char *expected)
{
    char rows[4096] = "";
    question.done = write_rows;
    question.arg = rows;
    store_ask(bench->store, &question);
    while (!strchr(rows, '!')) {
        store_flush(bench->store);
        store_dispatch(bench->store);
    }
    assert_string_equal(rows, expected);
}

/* Who sat with whom, the latest first and each once; and in which rooms games ended. */
test_case(test_fellows_and_rooms)
{
    static const struct store_person people[] = {{1, "net", "ann", "ann", "s", "", ""},
                                                 {2, "net", "bob", "bob", "s", "", ""},
                                                 {3, "far", "ann", "annie", "s", "", ""},
                                                 {4, "far", "", "", "s", "", ""},
                                                 {5, "far", "dan", "dan", "s", "", ""}};
    static const struct {
        int64_t table;
        int first, count;
    } tables[] = {{1, 0, 2}, {2, 1, 4}, {3, 0, 4}, {4, 4, 1}};
    struct bench *bench = *state;
    const char *line = "a line";
    int64_t now = 1790000000;
    store_use_clock(bench->store, fixed_clock, &now);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct store_outcome outcome = {.game_number = 1,
                                        .ended = 1000 * tables[i].table,
                                        .game = "coloretto",
                                        .options = "",
                                        .network = i == 3 ? "far" : "net",
                                        .room = i % 2 ? "#b" : "#a",
                                        .unrated = i == 1 ? "people" : "",
                                        .seat_count = 2};
        outcome.seats[0] = outcome.seats[1] =
            (struct store_outcome_seat){.robot = "easy", .place = 1};
        struct store_append append = {.table = tables[i].table,
                                      .first_seq = 1,
                                      .lines = &line,
                                      .count = 1,
                                      .persons = people + tables[i].first,
                                      .person_count = tables[i].count,
                                      .outcomes = &outcome,
                                      .outcome_count = 1};
        store_write(bench->store, &append, witness_done, &bench->witness);
    }
    witness_wait(&bench->witness, bench->store, (int)(sizeof tables / sizeof *tables));
    struct store_question who = {.kind = STORE_ASK_FELLOWS, .identity_count = 1};
    who.identities[0] = (struct store_known){"net", "ann", "ann"};
    assert_rows(bench, who, "far ann annie\nnet bob bob\n!");
    who.identities[0] = (struct store_known){"far", "dan", "dan"};
    assert_rows(bench, who, "far ann annie\nnet bob bob\n!");
    who.identity_count = 2;
    who.identities[1] = (struct store_known){"net", "ann", "ann"};
    assert_rows(bench, who, "far ann annie\nnet bob bob\n!");
    who.identities[0] = (struct store_known){"net", "dan", "dan"};
    who.identity_count = 1;
    assert_rows(bench, who, "!");
    struct store_question rooms = {.kind = STORE_ASK_ROOMS, .network = "net", .till = 10000};
    assert_rows(bench, rooms, "net #a\n!"); /* in #b none was rated */
    rooms.from = 3001;
    assert_rows(bench, rooms, "!");
    rooms.from = 3000;
    assert_rows(bench, rooms, "net #a\n!");
    rooms.till = 3000;
    assert_rows(bench, rooms, "!");
    snprintf(rooms.network, sizeof rooms.network, "far");
    rooms.till = 10000;
    assert_rows(bench, rooms, "far #b\n!");
    snprintf(rooms.room, sizeof rooms.room, "#b");
    assert_rows(bench, rooms, "!");
}

test_case(test_standings_equal_the_model)
{
    static const char *const games[] = {"coloretto", "kritters"}, *const unrated[] = {
                                                                      "", "", "people",
                                                                      STORE_UNCOUNTED};
    static const char *const rooms[] = {"#a", "#b", ""};
    struct bench *bench = *state;
    struct bench model = {.store = model_store_new()};
    int64_t now = 1790000000;
    int rows = 0, seasons = 0;
    store_use_clock(bench->store, fixed_clock, &now);
    store_use_clock(model.store, fixed_clock, &now);
    srandom(11);
    for (int table = 1; table <= 200; table++) {
        struct store_outcome outcome = {.game_number = 1, .options = "", .seat_count = 3};
        outcome.game = games[random() % 2];
        outcome.unrated = unrated[random() % 4];
        outcome.room = rooms[random() % 3];
        outcome.network = outcome.room[0] ? "net" : "";
        for (int seat = 0; seat < 3; seat++)
            outcome.seats[seat] = drawn_seat(seat);
        now += 24 * 3600;
        write_drawn_outcome(bench, table, &outcome);
        write_drawn_outcome(&model, table, &outcome);
    }
    witness_wait(&bench->witness, bench->store, 200);
    witness_wait(&model.witness, model.store, 200);
    for (int i = 0; i < 2; i++) {
        const struct store_identity shown = {"net", i ? "bob" : "ann", i ? "bob" : "ann"};
        store_show_identity(bench->store, &shown, true, NULL, NULL);
        store_show_identity(model.store, &shown, true, NULL, NULL);
    }
    store_flush(bench->store); /* a question sees what is durable */
    for (int i = 0; i < 24; i++) {
        struct store_question question = {
            .month = i % 4 < 2 ? 0 : 202611, .most = 10, .identity_count = 1 + i % 2};
        question.kind = i < 8    ? STORE_ASK_TOP
                        : i < 14 ? STORE_ASK_PERSON
                        : i < 20 ? STORE_ASK_LAST
                                 : STORE_ASK_NAMED;
        snprintf(question.game, sizeof question.game, "%s",
                 question.kind == STORE_ASK_TOP && i % 3 == 1 ? "" : games[i % 2]);
        snprintf(question.room, sizeof question.room, "%s", rooms[i % 3]);
        snprintf(question.network, sizeof question.network, "%s", rooms[i % 3][0] ? "net" : "");
        question.identities[0] = (struct store_known){"net", "ann", "ann"};
        question.identities[1] = (struct store_known){"far", "dan", "dan"};
        rows += assert_same_answer(bench, model.store, &question);
    }
    assert_true(rows > 30);
    for (int i = 0; i < 6; i++) {
        struct store_question question = {
            .kind = STORE_ASK_SEASON, .network = "net", .month = 202611, .most = 10};
        question.from = 1793491200; /* 2026-11-01 */
        question.till = question.from + (int64_t)30 * 24 * 3600;
        snprintf(question.game, sizeof question.game, "%s", games[i % 2]);
        snprintf(question.room, sizeof question.room, "%s", rooms[i / 2]);
        if (rooms[i / 2][0])
            seasons += assert_same_answer(bench, model.store, &question);
    }
    assert_true(seasons > 1);
    store_close(model.store);
}
