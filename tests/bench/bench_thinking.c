/* What thoughts cost those who do not wait for them: the CPU time of commands on the loop's
   thread, without thoughts and beside those of so many tables, in turns. Only the loop's thread
   counts. Prints figures and fails on nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "check.h"
#include "host_commands.h"
#include "house.h"
#include "port.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "text.h"
#include "thinker.h"

enum { TABLES = 50, ROUNDS = 41, COMMANDS = 400 };

static struct house house;
static struct thinker *thinker;
static struct table_thinking {
    struct thought *thought;
    struct thinker_question question;
    struct sight sight;
    struct moves moves;
} thinking[TABLES];
static long thoughts;
static bool is_on;

static double loop_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static struct session *table(int i)
{
    char room[16];
    snprintf(room, sizeof room, "#%d", i);
    return house_table(&house, room);
}

/* As a table of robots does that think one after the other. */
static void ask(int i);
static void thought_out(void *arg, const struct thinker_answer *answer)
{
    struct table_thinking *one = arg;
    (void)answer;
    thoughts++;
    one->thought = NULL;
    if (is_on)
        ask((int)(one - thinking));
}

static void ask(int i)
{
    thinking[i].question.seed++;
    thinking[i].thought = thinker_ask(thinker, &thinking[i].question, thought_out, &thinking[i]);
    check(thinking[i].thought);
}

static void prepare(int i)
{
    struct session *session = table(i);
    struct table_thinking *one = &thinking[i];
    int seat = session->playing->table.turn;
    check(session_legal(session, seat, &one->sight, &one->moves));
    one->question = (struct thinker_question){
        .asked = {session->game, &session->playing->rules, &one->sight, seat, &one->moves},
        .limits = {.rollouts = robot_rollouts(session->game, session->seat_count, ROBOT_HARD)},
        .payer = (uint64_t)i + 1};
}

/* Somebody looks at each table in turn. */
static double say_commands(void)
{
    double us = 0;
    for (int i = 0; i < bench_times(COMMANDS); i++) {
        char room[16], who[16];
        snprintf(room, sizeof room, "#%d", i % TABLES);
        snprintf(who, sizeof who, "ann%d", i % TABLES);
        house_forget(&house);
        double begin = loop_us();
        house_say(&house, room, who, i % 2 ? "board" : "hand");
        us += loop_us() - begin;
        check(house.posts + house.whispers > 0);
        thinker_dispatch(thinker);
    }
    return us / bench_times(COMMANDS);
}

static void set_thinking(bool on)
{
    is_on = on;
    for (int i = 0; i < TABLES; i++) {
        if (on && !thinking[i].thought)
            ask(i);
        if (!on && thinking[i].thought)
            thinker_cancel(thinker, thinking[i].thought);
        if (!on)
            thinking[i].thought = NULL;
    }
    if (!on)
        thinker_settle(thinker);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *list)
{
    qsort(list, (size_t)bench_times(ROUNDS), sizeof *list, by_size);
    return list[bench_times(ROUNDS) / 2];
}

int main(void)
{
    static double without[ROUNDS], beside[ROUNDS];
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    thinker = thinker_new(1, &why);
    check(thinker);
    house_open(&house, store_memory_new(), true, 1);
    for (int i = 0; i < TABLES; i++) {
        char room[16], ann[16], bob[16];
        snprintf(room, sizeof room, "#%d", i);
        snprintf(ann, sizeof ann, "ann%d", i); /* nobody may open so many */
        snprintf(bob, sizeof bob, "bob%d", i);
        house_say(&house, room, ann, i % 2 ? "deal heartcatchers" : "deal coloretto");
        house_say(&house, room, bob, "join");
        house_say(&house, room, ann, "start");
        prepare(i);
    }
    say_commands();
    for (int round = 0; round < bench_times(ROUNDS); round++) {
        without[round] = say_commands();
        set_thinking(true);
        beside[round] = say_commands();
        set_thinking(false);
    }
    double alone = median(without), busy = median(beside);
    printf(
        "a command on the loop: %.2f us alone, %.2f us beside %d tables that think on one thread (%+.1f %%); %ld thoughts\n",
        alone, busy, TABLES, 100 * (busy / alone - 1), thoughts);
    thinker_free(thinker);
    return 0;
}
