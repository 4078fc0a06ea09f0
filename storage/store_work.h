/* The parts of a store, for files that implement one: the work, and the queue between the loop's
   thread and the thread that does the work. Owns copies of the caller's arguments. Nothing bounds
   these lists: callers wait for an answer before they ask for more. */
#ifndef STORE_WORK_H
#define STORE_WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "store.h"
#include "store_people.h"

struct store_asked;
struct store_erasure;
struct store_portion;

enum store_deed {
    STORE_DEED_NONE,
    STORE_SHOW,
    STORE_HIDE,
    STORE_RECOUNT,
    STORE_REBUILD,
    STORE_REBUILD_ADDING
};

struct store_work {
    struct store_work *next;
    struct store_portion *portion; /* if not NULL, a reading: the fields below are unused */
    struct store_asked *asked;     /* if not NULL, a question: the fields below are unused */
    /* erases `persons`; the lines are keys, each with its value or NULL */
    bool erases;
    /* if not 0: lines has a network, a key and a name, or nothing; REBUILD has outcomes */
    enum store_deed deed;
    store_recounted *recounted; /* of STORE_RECOUNT and the two behind it, instead of `done` */
    struct store_recount recount;
    /* if not NULL, prunes what ended before `now`; only that and `is_more` are used */
    store_prune_done *pruned;
    bool is_more;
    /* 0 for a setting: lines[0] is its key, lines[1] (if count is 2) its value */
    int64_t table;
    int64_t first_seq, now;
    bool ends, leaves;
    struct store_place place, guest, freed; /* network is NULL where nothing changes */
    const char *message, *secret;           /* NULL if absent */
    const struct store_person *persons;
    int person_count;
    const struct store_outcome *outcomes;
    int outcome_count;
    enum store_result result;
    store_done *done;
    void *arg;
    int count;
    const char *lines[]; /* the texts are in the same block of memory */
};

struct store_work_list {
    struct store_work *first, *last;
};

/* Copies of the arguments of store_write, of a put or of a reading, in one block. store.c has
   checked the arguments. */
struct store_work *store_work_append(const struct store_append *append, int64_t now,
                                     store_done *done, void *arg);
struct store_work *store_work_put(const char *key, const char *value, store_done *done, void *arg);
struct store_work *store_work_prune(int64_t ended_before, store_prune_done *done, void *arg);
struct store_work *store_work_deed(enum store_deed deed, const char *const texts[3],
                                   store_done *done, void *arg);
struct store_work *store_work_recount(store_recounted *done, void *arg);
struct store_work *store_work_rebuild(int64_t table, const struct store_outcome *outcome, bool adds,
                                      store_recounted *done, void *arg);
struct store_work *store_work_ask(struct store_asked *asked_take);
struct store_work *store_work_erase(const struct store_erasure *erasure, store_done *done,
                                    void *arg);
struct store_work *store_work_of(struct store_portion *portion_take);
void store_work_free(struct store_work *work);

/* ---- the queue ---- */

struct store_queue {
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t has_work, is_idle;
    struct store_work_list list;
    bool is_busy, is_closing, has_thread;
};

/* Finished work that waits for store_dispatch: any thread adds it, the loop's takes it. Owns the
   descriptor that wakes the loop. store_work.c has the functions. */

/* Finished writes. store_finished_add may be called by any thread, the rest only by the loop's. */
struct store_finished {
    pthread_mutex_t lock;
    struct store_work_list list;
    int fd;
};

void store_finished_init(struct store_finished *finished);
void store_finished_fini(struct store_finished *finished);
void store_finished_add(struct store_finished *finished, struct store_work_list *from);
void store_finished_dispatch(struct store_finished *finished);

/* What every store with a database shares: one thread writes, another thread reads, and each
   takes work from a queue that the loop's thread fills. The writer gets all that is in its queue
   together, so that on a slow disk all callers wait for one flush, not for one each. Does not
   know which database that is. */

/* What a database does. All of them may block; `arg` is that of the threads. */
struct store_threads_ops {
    /* carries out the writes and sets their results */
    void (*commit)(void *arg, const struct store_work_list *batch);
    void (*committed)(void *arg); /* after their callers were told; NULL for nothing */
    void (*read)(void *arg, struct store_portion *portion);
    void (*answer)(void *arg, struct store_asked *asked);
    void (*end)(void *arg); /* on the writer's thread, when nothing more will be written */
};

struct store_threads {
    const struct store_threads_ops *ops;
    void *arg;
    struct store_finished finished;
    struct store_queue writes, readings;
    bool is_inline; /* there are no threads: dispatch and flush do the work */
    bool is_prompt; /* nor waits anything: the work is done at once */
};

/* Returns false, with a sentence for the admin in `why`, if the threads cannot be started. Then
   nothing is left to close, and `end` was called. */
bool store_threads_start(struct store_threads *threads, const struct store_threads_ops *ops,
                         void *arg, bool is_inline, struct text *why);

/* The functions of struct store_ops. After close() returned true nothing is left; `end` was
   called. */
void store_threads_take(struct store_threads *threads, struct store_work *work_take);
void store_threads_dispatch(struct store_threads *threads);
bool store_threads_flush(struct store_threads *threads, int ms);
bool store_threads_close(struct store_threads *threads, int ms);

#endif
