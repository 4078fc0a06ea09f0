/* A process that a test starts: its output goes to a file, it is stopped by its PID in bounded
   time, and it does not outlive the test. Next: ircd.h for the IRC server. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid;  /* 0: not running */
    int status; /* of waitpid, once it has ended */
};

/* Starts argv[0] (a path) with standard input from `input` (or -1 for none), standard output to
   `output` (or -1 to have it in the log too) and standard error appended to the file `log`. The
   descriptors stay the caller's. False, with a message on standard error, if there is no such
   program. */
bool child_start(struct child *child, const char *const argv[], int input, int output,
                 const char *log);

/* True while it runs; afterwards `status` is set. Does not block. */
bool child_is_running(struct child *child);

/* Waits at most `milliseconds` for it to end by itself; false if it still runs. */
bool child_wait(struct child *child, int milliseconds);

/* Ends it: `signal`, and SIGKILL five seconds later. Returns true if the signal was enough. Nothing
   happens to a child that has ended. */
bool child_stop(struct child *child, int signal);

/* How long a test waits for what must come: only what hangs takes so long, however busy the
   machine is. */
enum { TEST_SOON_MS = 120 * 1000 };

/* Milliseconds of a clock that only goes forward, and a sleep: for bounded waiting in tests. */
long test_now(void);
void test_sleep(int milliseconds);

#endif
