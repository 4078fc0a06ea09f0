/* Thoughts on threads: the same as without threads, in a fair order, bounded, cancelled at any
   time. Runs under the thread sanitizer, too. Nothing here waits for a time: only for an answer. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "table.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"

enum {
    QUESTIONS = 24,
    LONG = 1 << 20 /* rollouts: a thought that is still under way whatever follows */
};

/* A deal, as the seat sees it that is to move. */
struct spot {
    struct ruleset rules;
    struct sight sight;
    struct moves moves;
    int seat;
};

static struct spot spots[QUESTIONS];

static void deal(struct spot *spot, const struct game *game, uint64_t seed)
{
    struct chance_seed luck = {seed * 0xd1342543de82ef95u + 1};
    struct chance chance;
    struct table table;
    game_ruleset(game, &spot->rules);
    spot->rules.first_seat = 0;
    table_init(&table, &spot->rules, 2);
    chance_init(&chance, chance_seeded, &luck);
    game->setup(&(struct play){.rules = &spot->rules, .table = &table, .chance = &chance});
    table_sight(&spot->rules, &table, SEAT_PUBLIC, &spot->sight);
    spot->seat = __builtin_ctz(game->due(&spot->rules, &spot->sight));
    table_sight(&spot->rules, &table, spot->seat, &spot->sight);
    spot->moves.count = 0;
    game->legal(&spot->rules, &spot->sight, spot->seat, &spot->moves);
    assert_in_range(spot->moves.count, 2, MOVES_MAX);
}

static const struct game *game_of(int i)
{
    return game_find(i % 2 ? "roygbiv" : "heartcatchers");
}

static test_fixture(deal_all)
{
    for (int i = 0; i < QUESTIONS; i++)
        deal(&spots[i], game_of(i), (uint64_t)i);
    return 0;
}

static struct thinker_question question_of(int i, int rollouts, uint64_t payer)
{
    const struct spot *spot = &spots[i];
    return (struct thinker_question){.asked = {.game = game_of(i),
                                               .rules = &spot->rules,
                                               .sight = &spot->sight,
                                               .seat = spot->seat,
                                               .moves = &spot->moves},
                                     .limits = {.rollouts = rollouts},
                                     .seed = (uint64_t)i,
                                     .payer = payer};
}

/* ---- answers ---- */

struct answered {
    int number;
    struct move moves[QUESTIONS];
    int count, order[QUESTIONS];
};

struct asker {
    struct answered *all;
    int number;
};

static void note(void *arg, const struct thinker_answer *answer)
{
    const struct asker *asker = arg;
    assert_true(moves_has(answer->moves, answer->move));
    asker->all->moves[asker->number] = *answer->move;
    asker->all->order[asker->all->count++] = asker->number;
}

static void never(void *arg, const struct thinker_answer *answer)
{
    (void)arg;
    (void)answer;
    fail_msg("somebody was told what was cancelled");
}

static void wait_for(struct thinker *thinker, const int *count, int wanted)
{
    while (*count < wanted) {
        struct pollfd asked = {.fd = thinker_fd(thinker), .events = POLLIN};
        assert_int_equal(poll(&asked, 1, -1), 1);
        thinker_dispatch(thinker);
    }
}

static struct thinker *threads(int count)
{
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    struct thinker *thinker = thinker_new(count, &why);
    assert_non_null(thinker);
    return thinker;
}

static void ask_all(struct thinker *thinker, struct answered *all)
{
    struct asker askers[QUESTIONS];
    memset(all, 0, sizeof *all);
    for (int i = 0; i < QUESTIONS; i++) {
        struct thinker_question question = question_of(i, 60, (uint64_t)(i % 3));
        askers[i] = (struct asker){all, i};
        assert_non_null(thinker_ask(thinker, &question, note, &askers[i]));
    }
    wait_for(thinker, &all->count, QUESTIONS);
    thinker_free(thinker);
}

static test_case(threads_change_no_answer)
{
    static const int counts[] = {1, 4};
    struct answered here, there;
    ask_all(thinker_new_inline(), &here);
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        ask_all(threads(counts[n]), &there);
        for (int i = 0; i < QUESTIONS; i++)
            assert_true(move_same(&here.moves[i], &there.moves[i]));
    }
}

static test_case(each_payers_first_goes_before_anybodys_second)
{
    static const uint64_t payers[] = {7, 7, 7, 8, 7, 9, 8};
    static const int order[] = {0, 3, 5, 1, 6, 2, 4};
    enum { COUNT = sizeof payers / sizeof *payers };
    struct thinker *thinker = thinker_new_inline();
    struct answered all = {0};
    struct asker askers[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct thinker_question question = question_of(i, 4, payers[i]);
        askers[i] = (struct asker){&all, i};
        assert_non_null(thinker_ask(thinker, &question, note, &askers[i]));
    }
    wait_for(thinker, &all.count, COUNT);
    assert_memory_equal(all.order, order, sizeof order);
    thinker_free(thinker);
}

static test_case(a_payer_and_all_together_have_a_bound)
{
    struct thinker *thinker = thinker_new_inline();
    struct thinker_question question = question_of(0, 4, 1);
    int taken = 0;
    while (thinker_ask(thinker, &question, never, NULL))
        assert_in_range(++taken, 1, THOUGHTS_EACH);
    assert_int_equal(taken, THOUGHTS_EACH);
    for (question.payer = 2; thinker_ask(thinker, &question, never, NULL); question.payer++)
        assert_in_range(++taken, 1, THOUGHTS_MOST);
    assert_int_equal(taken, THOUGHTS_MOST);
    assert_int_equal(thinker_waiting(thinker), THOUGHTS_MOST);
    thinker_free(thinker);
}

/* ---- cancelled ---- */

static test_case(what_is_cancelled_is_told_to_nobody)
{
    struct thinker *thinker = threads(2);
    struct answered all = {0};
    struct asker asker = {&all, 0};
    for (int turn = 0; turn < 200; turn++) {
        struct thinker_question question = question_of(turn % QUESTIONS, LONG, 1);
        struct thought *first = thinker_ask(thinker, &question, never, NULL);
        question.limits.rollouts = 8;
        struct thought *second = thinker_ask(thinker, &question, never, NULL);
        struct thought *third = thinker_ask(thinker, &question, never, NULL);
        assert_true(first && second && third);
        thinker_cancel(thinker, third);
        thinker_cancel(thinker, first);
        if (turn % 2)
            thinker_settle(thinker);
        thinker_cancel(thinker, second);
        thinker_dispatch(thinker);
    }
    struct thinker_question question = question_of(0, 8, 2);
    assert_non_null(thinker_ask(thinker, &question, note, &asker));
    wait_for(thinker, &all.count, 1);
    thinker_free(thinker);
}

static test_case(it_closes_while_it_thinks)
{
    for (int turn = 0; turn < 20; turn++) {
        struct thinker *thinker = threads(2);
        for (int i = 0; i < 6; i++) {
            struct thinker_question question = question_of(i, turn % 2 ? LONG : 8, 1);
            assert_non_null(thinker_ask(thinker, &question, never, NULL));
        }
        thinker_free(thinker);
    }
}

/* It is known when as much was thought as a hard robot thinks about a move; without threads,
   where tests have to repeat themselves, never. */
static test_case(what_a_hard_move_costs_is_measured)
{
    struct answered all = {.count = 0};
    struct asker asker = {&all, 0};
    int hard = robot_rollouts(game_of(0), 2, ROBOT_HARD);
    struct thinker *each[] = {threads(1), thinker_new_inline()};
    for (int t = 0; t < 2; t++) {
        for (int played = 0; played < 20; played++) {
            struct thinker_question question = question_of(0, played == 0 ? hard / 8 : hard, 1);
            assert_non_null(thinker_ask(each[t], &question, note, &asker));
            wait_for(each[t], &all.count, played + 1);
            assert_true(played > 0 || thinker_hard_us(each[t]) == 0);
        }
        int64_t us = thinker_hard_us(each[t]);
        assert_true(t == 0 ? us > 0 : us == 0);
        all.count = 0;
        thinker_free(each[t]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_answer),
        cmocka_unit_test(each_payers_first_goes_before_anybodys_second),
        cmocka_unit_test(a_payer_and_all_together_have_a_bound),
        cmocka_unit_test(what_is_cancelled_is_told_to_nobody),
        cmocka_unit_test(it_closes_while_it_thinks),
        cmocka_unit_test(what_a_hard_move_costs_is_measured),
    };
    return cmocka_run_group_tests(tests, deal_all, NULL);
}
