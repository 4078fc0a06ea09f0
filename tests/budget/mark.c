/* Where a measured stretch begins and ends. A thread waits for SIGUSR2, which interrupts no
   other: at the first it lets callgrind begin, at each it has callgrind write down, for each
   thread, what was counted since the one before. strace sees the thread wait for the next. Part
   of programs that budget.py runs, and of nothing that is installed. */
#include "mark.h"

#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_MONITOR_COMMAND(command) (0)
#endif

static sem_t done;

/* The bytes of the heap that are in use go into the file that the environment names. */
static void note_heap(void)
{
    const char *path = getenv("BUDGET_HEAP");
    if (!path)
        return;
    size_t used = mallinfo2().uordblks;
    FILE *file = fopen(path, "a");
    check(file && fprintf(file, "%zu\n", used) > 0 && fclose(file) == 0);
}

static void *hear_marks(void *arg)
{
    sigset_t marks;
    int signo;
    (void)arg;
    sigemptyset(&marks);
    sigaddset(&marks, SIGUSR2);
    for (bool counts = false; sigwait(&marks, &signo) == 0; counts = true) {
        if (!counts)
            (void)VALGRIND_MONITOR_COMMAND("instrumentation on");
        (void)VALGRIND_MONITOR_COMMAND("dump");
        note_heap();
        sem_post(&done);
    }
    return NULL;
}

/* Before main(): the threads that come later leave the signal to this one. */
__attribute__((constructor)) static void begin(void)
{
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    check(sem_init(&done, 0, 0) == 0 && pthread_create(&thread, NULL, hear_marks, NULL) == 0);
    sigaddset(&before, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void budget_mark(void)
{
    check(kill(getpid(), SIGUSR2) == 0 && sem_wait(&done) == 0);
}
