/* Asks the server of the leases on a thread of its own, one question at a time, so that a server
   that hangs does not stop the loop, which has to end what is over. */
#include "lease_thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

enum stage { IDLE, ASKED, ANSWERED, ENDS };

struct lease_thread {
    struct store_leases *leases;
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t is_asked;
    enum stage stage;
    struct lease_wish wish;
    struct lease_answer answer;
    int fd;
};

/* The question, without the lock: only the thread reads it while it is under way. */
static void renew(struct lease_thread *thread)
{
    struct text why = text_over(thread->answer.why, sizeof thread->answer.why);
    thread->answer.is_renewed =
        store_leases_renew(thread->leases, &thread->wish, &thread->answer.view, &why);
}

static void *run(void *arg)
{
    struct lease_thread *thread = arg;
    pthread_mutex_lock(&thread->lock);
    while (thread->stage != ENDS) {
        if (thread->stage != ASKED) {
            pthread_cond_wait(&thread->is_asked, &thread->lock);
            continue;
        }
        pthread_mutex_unlock(&thread->lock);
        renew(thread);
        pthread_mutex_lock(&thread->lock);
        thread->stage = ANSWERED;
        check(eventfd_write(thread->fd, 1) == 0);
    }
    pthread_mutex_unlock(&thread->lock);
    return NULL;
}

struct lease_thread *lease_thread_new(struct store_leases *leases_take, struct text *why)
{
    struct lease_thread *thread = calloc(1, sizeof *thread);
    sigset_t all, before;
    check(thread);
    thread->leases = leases_take;
    thread->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&thread->lock, NULL);
    pthread_cond_init(&thread->is_asked, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = thread->fd < 0 ? errno : pthread_create(&thread->thread, NULL, run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        return thread;
    text_putf(why, "A thread for the leases cannot be started: %s.", strerror(failed));
    store_leases_close(leases_take);
    free(thread);
    return NULL;
}

void lease_thread_free(struct lease_thread *thread)
{
    if (!thread)
        return;
    pthread_mutex_lock(&thread->lock);
    bool is_busy = thread->stage == ASKED;
    thread->stage = is_busy ? ASKED : ENDS;
    pthread_cond_signal(&thread->is_asked);
    pthread_mutex_unlock(&thread->lock);
    if (is_busy)
        return;
    pthread_join(thread->thread, NULL);
    pthread_cond_destroy(&thread->is_asked);
    pthread_mutex_destroy(&thread->lock);
    store_leases_close(thread->leases);
    close(thread->fd);
    free(thread);
}

int lease_thread_fd(const struct lease_thread *thread)
{
    return thread->fd;
}

void lease_thread_ask(struct lease_thread *thread, const struct lease_wish *wish)
{
    pthread_mutex_lock(&thread->lock);
    check(thread->stage == IDLE);
    thread->wish = *wish;
    thread->stage = ASKED;
    pthread_cond_signal(&thread->is_asked);
    pthread_mutex_unlock(&thread->lock);
}

bool lease_thread_take(struct lease_thread *thread, struct lease_answer *answer)
{
    eventfd_t count;
    pthread_mutex_lock(&thread->lock);
    bool has_answer = thread->stage == ANSWERED;
    if (has_answer) {
        (void)eventfd_read(thread->fd, &count);
        *answer = thread->answer;
        thread->stage = IDLE;
    }
    pthread_mutex_unlock(&thread->lock);
    return has_answer;
}
