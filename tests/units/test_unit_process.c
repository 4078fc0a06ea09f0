/* Who serves a unit counts while its loop turns (service.h, unit.h), and who does not count is
   ended (unit.h): two processes of one page, of two networks of one name. Each is a
   process that only waits; the test counts for it. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "log.h"
#include "loop.h"
#include "service.h"
#include "testing.h"
#include "unit.h"

enum { MOST_MS = 2000, IRC = 0, DISCORD = 1, PROCESSES = 2 };

static struct unit_page *page;
static struct unit_process processes[PROCESSES];
static int64_t now;

static pid_t start_waiting(void)
{
    pid_t pid = fork();
    if (pid == 0)
        for (;;)
            pause();
    return pid;
}

static test_fixture(open_page)
{
    int fd;
    page = unit_page_make(&fd);
    assert_non_null(page);
    close(fd);
    now = 1000000;
    for (int i = 0; i < PROCESSES; i++) {
        processes[i] = (struct unit_process){
            .slot = i, .pid = start_waiting(), .is_ours = true, .looked_at = now};
        snprintf(processes[i].name, LEASE_NAME, "%s:club", i == IRC ? "irc" : "discord");
        assert_true(processes[i].pid > 0);
        atomic_store(&page->slots[i].beats, 1);
        atomic_store(&page->slots[i].until, INT64_MAX);
    }
    return 0;
}

static test_fixture(close_page)
{
    for (int i = 0; i < PROCESSES; i++)
        if (processes[i].pid > 0) {
            kill(processes[i].pid, SIGKILL);
            waitpid(processes[i].pid, NULL, 0);
        }
    return 0;
}

static void count(int process)
{
    atomic_fetch_add(&page->slots[process].beats, 1);
}

/* So much time passes, and we look at both as often as we ought to, or less often. True if that
   one was ended. */
static bool look_for(int process, int64_t ms, int64_t every)
{
    bool has_ended = false;
    for (int64_t end = now + ms; now < end;) {
        now += every;
        count(1 - process); /* its namesake is well */
        assert_false(unit_process_hangs(&processes[1 - process], page, MOST_MS, now));
        has_ended |= unit_process_hangs(&processes[process], page, MOST_MS, now);
    }
    return has_ended;
}

static bool lives(int process)
{
    return waitpid(processes[process].pid, NULL, WNOHANG) == 0;
}

static void assert_killed(int process)
{
    int status = 0;
    pid_t ended = 0;
    for (long end = test_now() + TEST_SOON_MS; ended == 0 && test_now() < end; test_sleep(1))
        ended = waitpid(processes[process].pid, &status, WNOHANG);
    assert_int_equal(ended, processes[process].pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    unit_process_ended(&processes[process], status, now);
}

static test_case(who_does_not_count_is_ended_and_its_namesake_is_not)
{
    for (int process = 0; process < PROCESSES; process++) {
        assert_false(look_for(process, MOST_MS - UNIT_BEAT_MS, UNIT_BEAT_MS));
        assert_true(lives(process));
        assert_true(look_for(process, 2 * UNIT_BEAT_MS, UNIT_BEAT_MS));
        assert_true(processes[process].is_killed && processes[process].was_silent);
        assert_false(look_for(process, 3 * MOST_MS, UNIT_BEAT_MS)); /* once is enough */
        assert_killed(process);
        assert_true(processes[process].pid == 0 && !processes[process].is_killed);
        assert_true(lives(1 - process));
        processes[process].pid = start_waiting(); /* for the other turn */
        count(process);
    }
}

static test_case(who_is_stopped_is_ended_too)
{
    int status;
    kill(processes[DISCORD].pid, SIGSTOP);
    assert_int_equal(waitpid(processes[DISCORD].pid, &status, WUNTRACED), processes[DISCORD].pid);
    assert_true(WIFSTOPPED(status)); /* a signal that comes before that would end it */
    assert_true(look_for(DISCORD, 2 * MOST_MS, UNIT_BEAT_MS));
    assert_killed(DISCORD);
}

static test_case(who_counts_slowly_is_left_alone)
{
    for (int i = 0; i < 50; i++) {
        count(IRC);
        assert_false(look_for(IRC, MOST_MS - UNIT_BEAT_MS, UNIT_BEAT_MS));
    }
    assert_true(lives(IRC));
}

/* We were stopped, or slept with the whole machine, for hours: nobody else could count
   meanwhile, perhaps. */
static test_case(the_time_in_which_nobody_looked_does_not_count)
{
    count(IRC);
    for (int i = 0; i < 3; i++)
        assert_false(look_for(IRC, 3600 * 1000, 3600 * 1000));
    assert_true(lives(IRC));
    /* who hangs nevertheless is found when we look again */
    assert_true(look_for(IRC, MOST_MS, UNIT_BEAT_MS));
    assert_killed(IRC);
}

static test_case(who_begins_or_ends_need_not_count)
{
    atomic_store(&page->slots[IRC].beats, 0);
    assert_false(look_for(IRC, UNIT_BLIND_MS - UNIT_BEAT_MS, UNIT_BEAT_MS));
    count(IRC);
    assert_false(look_for(IRC, MOST_MS - UNIT_BEAT_MS, UNIT_BEAT_MS));
    atomic_store(&page->slots[IRC].beats, 0);
    assert_false(look_for(IRC, UNIT_BLIND_MS - UNIT_BEAT_MS, UNIT_BEAT_MS));
    assert_true(look_for(IRC, 2 * UNIT_BEAT_MS, UNIT_BEAT_MS)); /* but not for ever */
    assert_killed(IRC);
}

/* Neither one that does not end, nor one whose lease is not certain, is started a second time. */
static test_case(a_unit_has_one_process_at_a_time)
{
    char *const nothing[] = {NULL};
    const struct unit_start start = {
        .argv = nothing, .owner = "here.1.1", .page = page, .page_fd = -1};
    pid_t pid = processes[IRC].pid;
    assert_true(look_for(IRC, 2 * MOST_MS, UNIT_BEAT_MS));
    unit_process_start(&processes[IRC], &start, now);
    assert_int_equal(processes[IRC].pid, pid);
    assert_killed(IRC);
    atomic_store(&page->slots[IRC].until, now);
    unit_process_start(&processes[IRC], &start, now);
    assert_int_equal(processes[IRC].pid, 0);
}

/* ---- who counts ---- */

static test_case(a_loop_that_turns_counts_until_it_ends)
{
    _Atomic int64_t *beats = &page->slots[IRC].beats;
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    struct service *service = service_new(loop);
    atomic_store(beats, 0);
    service_count(service, beats, UNIT_BEAT_MS);
    loop_step(loop, 10 * UNIT_BEAT_MS);
    assert_int_equal(*beats, 0); /* it is not ready yet */
    service_ready(service);
    assert_true(*beats > 0);
    for (int64_t before = *beats; before < 20; before = *beats) {
        loop_step(loop, UNIT_BEAT_MS);
        assert_true(*beats > before);
    }
    service_reloads(service);
    service_ready(service);
    service_stops(service);
    assert_int_equal(*beats, 0);
    loop_step(loop, 10 * UNIT_BEAT_MS);
    assert_int_equal(*beats, 0);
    assert_int_equal(page->slots[DISCORD].beats, 1); /* its namesake's */
    service_free(service);
    loop_free(loop);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_page, close_page)

int main(void)
{
    log_setup(LOG_ERROR, -1);
    const struct CMUnitTest tests[] = {
        TEST(who_does_not_count_is_ended_and_its_namesake_is_not),
        TEST(who_is_stopped_is_ended_too),
        TEST(who_counts_slowly_is_left_alone),
        TEST(the_time_in_which_nobody_looked_does_not_count),
        TEST(who_begins_or_ends_need_not_count),
        TEST(a_unit_has_one_process_at_a_time),
        TEST(a_loop_that_turns_counts_until_it_ends),
    };
    return cmocka_run_group_tests_name("unit_process", tests, NULL, NULL);
}
