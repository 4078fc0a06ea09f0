/* The parts of a store, for files that implement one (sqlite.c, a test's faulty store): the
   work, and the queue between the loop's thread and the thread that does the work. Owns copies
   of the caller's arguments. Does not know how work is done. Nothing bounds these lists: callers
   wait for an answer before they ask for more. */
#ifndef STORE_WORK_H
#define STORE_WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "store.h"
#include "store_append.h"
#include "store_outcome.h"

struct store_asked;
struct store_erasure;
struct store_portion;

/* What is done about standings. */
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
    bool is_more; /* more is left to prune */
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

void store_work_list_add(struct store_work_list *list, struct store_work *work);
/* Takes the first work out of the list. NULL if the list is empty. */
struct store_work *store_work_list_pop(struct store_work_list *list);
/* Moves all of `from` to the end of `list`. */
void store_work_list_join(struct store_work_list *list, struct store_work_list *from);
void store_work_list_free(struct store_work_list *list);

/* ---- the queue ---- */

struct store_queue {
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t has_work, is_idle;
    struct store_work_list list;
    bool is_busy, is_closing, has_thread;
};

/* Starts the thread, which gets no signals; `run` takes batches until a batch is empty. If `run`
   is NULL there is no thread: the caller also takes the work. Returns 0, or an errno if the
   thread cannot start; call store_queue_fini in either case. */
int store_queue_init(struct store_queue *queue, void *(*run)(void *arg), void *arg);
/* Waits until all work is done and the thread has ended, at most `ms` (negative: for ever).
   False if the thread still runs; then the queue must never be freed. */
bool store_queue_fini(struct store_queue *queue, int ms);

void store_queue_add(struct store_queue *queue, struct store_work *work);

/* Called by the thread. Waits for work and takes at most `most` pieces. Empty if the queue
   closes. Does not wait if there is no thread. */
struct store_work_list store_queue_take(struct store_queue *queue, int most);

/* Waits until all work is done, at most `ms` (negative: for ever). False if some is left. */
bool store_queue_wait(struct store_queue *queue, int ms);

#endif
