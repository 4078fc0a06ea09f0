/* Starting and stopping the processes of a test. It must not know what they are. A child gets
   SIGKILL from the kernel when the test dies; a server that gives up root loses that (prctl(2))
   and needs an end of its own, see ircd.c. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { STOP_MILLISECONDS = 5000, POLL_MILLISECONDS = 5 };

long test_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void test_sleep(int milliseconds)
{
    struct timespec rest = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000L};
    while (nanosleep(&rest, &rest) < 0 && errno == EINTR)
        ;
}

static _Noreturn void become(const char *const argv[], int input, int output, const char *log,
                             int failed)
{
    /* a shell without job control lets what it starts in the background ignore these */
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    int errors = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (input < 0)
        input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (errors >= 0 && dup2(input, STDIN_FILENO) >= 0 &&
        dup2(output < 0 ? errors : output, STDOUT_FILENO) >= 0 &&
        dup2(errors, STDERR_FILENO) >= 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0)
        execv(argv[0], (char *const *)argv);
    int reason = errno;
    ssize_t told = write(failed, &reason, sizeof reason);
    _exit(told == sizeof reason ? 127 : 126);
}

bool child_start(struct child *child, const char *const argv[], int input, int output,
                 const char *log)
{
    int failed[2], reason;
    check(pipe2(failed, O_CLOEXEC) == 0);
    fflush(NULL);
    child->status = 0;
    child->pid = fork();
    check(child->pid >= 0);
    if (child->pid == 0)
        become(argv, input, output, log, failed[1]);
    close(failed[1]);
    /* closed by a successful exec */
    bool has_failed = read(failed[0], &reason, sizeof reason) == sizeof reason;
    close(failed[0]);
    if (has_failed) {
        fprintf(stderr, "cannot start %s: %s\n", argv[0], strerror(reason));
        child_wait(child, STOP_MILLISECONDS);
    }
    return !has_failed;
}

bool child_is_running(struct child *child)
{
    if (child->pid > 0 && waitpid(child->pid, &child->status, WNOHANG) == child->pid)
        child->pid = 0;
    return child->pid > 0;
}

bool child_wait(struct child *child, int milliseconds)
{
    long end = test_now() + milliseconds;
    while (child_is_running(child) && test_now() < end)
        test_sleep(POLL_MILLISECONDS);
    return child->pid == 0;
}

bool child_stop(struct child *child, int signal)
{
    if (!child_is_running(child))
        return true;
    kill(child->pid, signal);
    if (child_wait(child, STOP_MILLISECONDS))
        return true;
    /* the disk may have it write first */
    kill(child->pid, SIGKILL);
    check(child_wait(child, TEST_SOON_MS));
    return false;
}
