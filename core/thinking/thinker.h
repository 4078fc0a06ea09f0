/* Thoughts of robots and other work that takes long, asked for on the loop's thread and done on
   others. A question is copied
   when it is asked, so that a thread holds what one seat sees, its rules and its moves, and
   nothing of the table. Knows no session, and no clock but that of its own processor time, which
   changes no thought.

   Bounded: THOUGHTS_MOST wait, of one payer THOUGHTS_EACH. Fair: of those that wait, each
   payer's first goes before anybody's second. */
#ifndef THINKER_H
#define THINKER_H

#include <stdatomic.h>
#include <stdint.h>

#include "robot.h"

enum { THOUGHTS_MOST = 1024, THOUGHTS_EACH = 128, THINKER_THREADS_MOST = 64 };

struct text;
struct thinker;
struct thought;

struct thinker_question {
    struct robot_question
        /* copied, but for the game and the faces of the rules, which must outlive the thought */
        asked;
    struct robot_limits limits; /* without `is_late` */
    uint64_t seed;
    uint64_t payer; /* in whose share it is counted */
};

struct thinker_answer {
    const struct move *move;
    const struct moves *moves;         /* those of the question */
    const struct robot_reason *reason; /* why */
};

/* Called by thinker_dispatch(). The thought is over: nobody can cancel it any more. */
typedef void thinker_done(void *arg, const struct thinker_answer *answer);

/* Starts so many threads. NULL, with the reason, if the system has none. */
struct thinker *thinker_new(int threads, struct text *why);
/* For tests and simulated worlds: thinks in thinker_dispatch(), one thought after the other. */
struct thinker *thinker_new_inline(void);
void thinker_free(struct thinker *thinker); /* calls nobody any more */

/* Does not block. NULL if too many wait: ask again later. */
struct thought *thinker_ask(struct thinker *thinker, const struct thinker_question *question,
                            thinker_done *done, void *arg);
/* ---- other work: pictures ---- */

/* Called on a thread. Looks at `is_cancelled` now and then, and stops if that is set. */
typedef void thinker_work(void *job, const atomic_bool *is_cancelled);
/* Called by thinker_dispatch(): the work is done. */
typedef void thinker_worked(void *arg, void *job);
/* Frees the job, on any thread: after thinker_worked, or instead of it if nobody waits any more. */
typedef void thinker_free_job(void *job);

struct thinker_task {
    thinker_work *work;
    thinker_worked *worked;
    thinker_free_job *free_job;
    void *job; /* taken over if it is asked for */
    void *arg;
    uint64_t payer;
};
/* As thinker_ask(); what waits is one queue. */
struct thought *thinker_ask_work(struct thinker *thinker, const struct thinker_task *task);

/* Nobody is called for this thought any more. A thread that works at it stops soon. */
void thinker_cancel(struct thinker *thinker, struct thought *thought);
int thinker_waiting(struct thinker *thinker); /* thoughts that wait for a thread */
/* The processor time of a hard robot's move in microseconds, on average over the games: measured
   once, at the first thoughts that imagine half as much together. 0: not known yet, or without
   threads. */
int64_t thinker_hard_us(struct thinker *thinker);
/* Waits until no thread works at a thought that was cancelled. */
void thinker_settle(struct thinker *thinker);

/* readable when thinker_dispatch() has something to do */
int thinker_fd(const struct thinker *thinker);
void thinker_dispatch(struct thinker *thinker);

#endif
