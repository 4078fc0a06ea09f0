/* Thoughts of robots: see thinker.h. A thought waits, then a thread works at it, then it is
   over; `lock` guards the three lists and every thought in them, but not the question and the
   answer of one that is worked at. */
#include "thinker.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

#define MEASURE_WORTH 0.5

struct thought {
    struct thought *next; /* in its list */
    uint64_t payer;
    int64_t round; /* those of lower rounds go first; a payer has one in each */
    atomic_bool is_cancelled;
    struct thinker_task task; /* of other work; else without a function */
    thinker_done *done;
    void *arg;
    int chosen; /* an index in `moves` */
    struct robot_reason reason;
    struct robot_question question; /* of the copies below */
    struct robot_limits limits;
    uint64_t seed;
    struct ruleset rules;
    struct moves moves;
    struct sight sight;
};

struct thinker {
    pthread_mutex_t lock;
    pthread_cond_t has_work, has_ended;
    struct thought *waiting, *working, *over;
    int64_t round; /* of the latest that did not wait any more */
    /* how many moves of hard robots the thoughts are worth that took `cpu_ns`; from MEASURE_WORTH
       on no more are */
    double measured;
    int64_t cpu_ns;
    bool is_closing;
    int fd;
    int thread_count; /* 0: thinker_dispatch() thinks */
    pthread_t threads[THINKER_THREADS_MOST];
};

/* ---- lists ---- */

static bool take_out(struct thought **list, const struct thought *thought)
{
    while (*list && *list != thought)
        list = &(*list)->next;
    if (!*list)
        return false;
    *list = thought->next;
    return true;
}

static void put_last(struct thought **list, struct thought *thought)
{
    while (*list)
        list = &(*list)->next;
    thought->next = NULL;
    *list = thought;
}

static void free_thought(struct thought *thought)
{
    if (thought->task.work)
        thought->task.free_job(thought->task.job);
    free(thought);
}

static void free_list(struct thought **list)
{
    for (struct thought *thought; (thought = *list);) {
        *list = thought->next;
        free_thought(thought);
    }
}

/* False if the payer, or everybody, has as many as there can be. */
static bool put_in_round(struct thinker *thinker, struct thought *thought)
{
    struct thought **place = &thinker->waiting;
    int all = 0, own = 0;
    thought->round = thinker->round;
    for (const struct thought *other = thinker->waiting; other; other = other->next, all++)
        if (other->payer == thought->payer) {
            thought->round = other->round + 1;
            own++;
        }
    if (all >= THOUGHTS_MOST || own >= THOUGHTS_EACH)
        return false;
    while (*place && (*place)->round <= thought->round)
        place = &(*place)->next;
    thought->next = *place;
    *place = thought;
    return true;
}

/* ---- thinking ---- */

static bool is_cancelled(void *arg)
{
    struct thought *thought = arg;
    return atomic_load_explicit(&thought->is_cancelled, memory_order_relaxed);
}

static void think(struct thought *thought, struct robot_arena *arena)
{
    if (thought->task.work) {
        thought->task.work(thought->task.job, &thought->is_cancelled);
        return;
    }
    struct robot_limits limits = thought->limits;
    limits.is_late = is_cancelled;
    limits.arg = thought;
    thought->chosen = robot_think(&thought->question, limits, thought->seed, arena);
    thought->reason = arena->reason;
}

static int64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Holds the lock. */
static void measure(struct thinker *thinker, const struct thought *thought, int rollouts,
                    int64_t cpu_ns)
{
    const struct robot_question *question = &thought->question;
    if (thought->task.work || thinker->measured >= MEASURE_WORTH || rollouts == 0)
        return;
    thinker->measured +=
        (double)rollouts / robot_rollouts(question->game, question->sight->seen.seats, ROBOT_HARD);
    thinker->cpu_ns += cpu_ns;
}

/* The next that waits; NULL if none does, or if the thinker closes. Holds the lock. */
static struct thought *begin(struct thinker *thinker)
{
    struct thought *thought = thinker->is_closing ? NULL : thinker->waiting;
    if (!thought)
        return NULL;
    thinker->waiting = thought->next;
    thinker->round = thought->round;
    put_last(&thinker->working, thought);
    return thought;
}

/* Holds the lock. True if the loop has to be woken. */
static bool end(struct thinker *thinker, struct thought *thought)
{
    bool was_empty = !thinker->over;
    check(take_out(&thinker->working, thought));
    if (is_cancelled(thought))
        free_thought(thought);
    else
        put_last(&thinker->over, thought);
    return was_empty && thinker->over;
}

static struct robot_arena *arena_new(void)
{
    struct robot_arena *arena = malloc(sizeof *arena);
    check(arena);
    arena->rollouts = 0; /* if other work comes first */
    return arena;
}

static void *run(void *arg)
{
    struct thinker *thinker = arg;
    struct robot_arena *arena = arena_new();
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->is_closing) {
        struct thought *thought = begin(thinker);
        if (!thought) {
            pthread_cond_wait(&thinker->has_work, &thinker->lock);
            continue;
        }
        pthread_mutex_unlock(&thinker->lock);
        int64_t began = cpu_now();
        think(thought, arena);
        int64_t ended = cpu_now();
        pthread_mutex_lock(&thinker->lock);
        measure(thinker, thought, arena->rollouts, ended - began);
        if (end(thinker, thought))
            check(eventfd_write(thinker->fd, 1) == 0);
        pthread_cond_broadcast(&thinker->has_ended);
    }
    pthread_mutex_unlock(&thinker->lock);
    free(arena);
    return NULL;
}

/* Without threads: all that waits. */
static void think_here(struct thinker *thinker)
{
    struct robot_arena *arena = thinker->waiting ? arena_new() : NULL;
    for (struct thought *thought; (thought = begin(thinker));) {
        think(thought, arena);
        end(thinker, thought);
    }
    free(arena);
}

/* ---- life ---- */

struct thinker *thinker_new_inline(void)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    check(thinker);
    thinker->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    need(thinker->fd >= 0, "a file for what robots thought");
    check(pthread_mutex_init(&thinker->lock, NULL) == 0);
    check(pthread_cond_init(&thinker->has_work, NULL) == 0);
    check(pthread_cond_init(&thinker->has_ended, NULL) == 0);
    return thinker;
}

/* Signals are the main thread's business. */
static int start_threads(struct thinker *thinker, int threads)
{
    sigset_t all, before;
    int failed = 0;
    sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
    while (thinker->thread_count < threads && !failed) {
        failed = pthread_create(&thinker->threads[thinker->thread_count], NULL, run, thinker);
        thinker->thread_count += !failed;
    }
    check(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    return failed;
}

struct thinker *thinker_new(int threads, struct text *why)
{
    check(threads >= 1 && threads <= THINKER_THREADS_MOST);
    struct thinker *thinker = thinker_new_inline();
    int failed = start_threads(thinker, threads);
    if (!failed)
        return thinker;
    text_putf(
        why,
        "The threads on which robots think cannot be started: %s. Give tabletalk more memory, or let its user have "
        "more processes (ulimit -u; for a service TasksMax).",
        strerror(failed));
    thinker_free(thinker);
    return NULL;
}

void thinker_free(struct thinker *thinker)
{
    if (!thinker)
        return;
    pthread_mutex_lock(&thinker->lock);
    thinker->is_closing = true;
    for (struct thought *thought = thinker->working; thought; thought = thought->next)
        atomic_store(&thought->is_cancelled, true);
    pthread_cond_broadcast(&thinker->has_work);
    pthread_mutex_unlock(&thinker->lock);
    for (int i = 0; i < thinker->thread_count; i++)
        check(pthread_join(thinker->threads[i], NULL) == 0);
    free_list(&thinker->waiting);
    free_list(&thinker->over);
    pthread_cond_destroy(&thinker->has_work);
    pthread_cond_destroy(&thinker->has_ended);
    pthread_mutex_destroy(&thinker->lock);
    close(thinker->fd);
    free(thinker);
}

/* ---- what the loop's thread does ---- */

static struct thought *thought_new(const struct thinker_question *from, thinker_done *done,
                                   void *arg)
{
    struct thought *thought = malloc(sizeof *thought);
    check(thought);
    thought->payer = from->payer;
    thought->task.work = NULL;
    atomic_init(&thought->is_cancelled, false);
    thought->done = done;
    thought->arg = arg;
    thought->limits = from->limits;
    thought->seed = from->seed;
    thought->rules = *from->asked.rules;
    thought->moves = *from->asked.moves;
    thought->sight = *from->asked.sight;
    thought->question = (struct robot_question){.game = from->asked.game,
                                                .rules = &thought->rules,
                                                .sight = &thought->sight,
                                                .seat = from->asked.seat,
                                                .moves = &thought->moves};
    return thought;
}

/* False if too many wait. */
static bool put_waiting(struct thinker *thinker, struct thought *thought)
{
    pthread_mutex_lock(&thinker->lock);
    bool is_taken = put_in_round(thinker, thought);
    if (is_taken)
        pthread_cond_signal(&thinker->has_work);
    pthread_mutex_unlock(&thinker->lock);
    if (is_taken && thinker->thread_count == 0)
        check(eventfd_write(thinker->fd, 1) == 0);
    return is_taken;
}

struct thought *thinker_ask(struct thinker *thinker, const struct thinker_question *question,
                            thinker_done *done, void *arg)
{
    struct thought *thought = thought_new(question, done, arg);
    if (put_waiting(thinker, thought))
        return thought;
    free(thought);
    return NULL;
}

struct thought *thinker_ask_work(struct thinker *thinker, const struct thinker_task *task)
{
    struct thought *thought = malloc(sizeof *thought);
    check(thought);
    thought->payer = task->payer;
    thought->task = *task;
    atomic_init(&thought->is_cancelled, false);
    if (put_waiting(thinker, thought))
        return thought;
    free(thought);
    return NULL;
}

void thinker_cancel(struct thinker *thinker, struct thought *thought)
{
    pthread_mutex_lock(&thinker->lock);
    if (take_out(&thinker->waiting, thought) || take_out(&thinker->over, thought))
        free_thought(thought);
    else
        atomic_store(&thought->is_cancelled, true);
    pthread_mutex_unlock(&thinker->lock);
}

static bool has_cancelled(const struct thinker *thinker)
{
    bool has = false;
    for (struct thought *thought = thinker->working; thought; thought = thought->next)
        has |= is_cancelled(thought);
    return has;
}

int thinker_waiting(struct thinker *thinker)
{
    int count = 0;
    pthread_mutex_lock(&thinker->lock);
    for (const struct thought *thought = thinker->waiting; thought; thought = thought->next)
        count++;
    pthread_mutex_unlock(&thinker->lock);
    return count;
}

int64_t thinker_hard_us(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    int64_t us = thinker->measured >= MEASURE_WORTH
                     ? (int64_t)((double)thinker->cpu_ns / thinker->measured / 1000)
                     : 0;
    pthread_mutex_unlock(&thinker->lock);
    return us;
}

void thinker_settle(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    while (has_cancelled(thinker))
        pthread_cond_wait(&thinker->has_ended, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}

int thinker_fd(const struct thinker *thinker)
{
    return thinker->fd;
}

static void tell(struct thought *thought)
{
    if (thought->task.work) {
        thought->task.worked(thought->task.arg, thought->task.job);
    } else {
        struct thinker_answer answer = {&thought->moves.list[thought->chosen], &thought->moves,
                                        &thought->reason};
        thought->done(thought->arg, &answer);
    }
}

void thinker_dispatch(struct thinker *thinker)
{
    eventfd_t wakeups;
    check(eventfd_read(thinker->fd, &wakeups) == 0 || errno == EAGAIN);
    if (thinker->thread_count == 0)
        think_here(thinker);
    for (;;) {
        pthread_mutex_lock(&thinker->lock);
        struct thought *thought = thinker->over;
        if (thought)
            thinker->over = thought->next;
        pthread_mutex_unlock(&thinker->lock);
        if (!thought)
            return;
        tell(thought);
        free_thought(thought);
    }
}
