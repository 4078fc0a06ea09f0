/* One write or reading on its way through a store, and the place where finished ones wait for store_dispatch. Owns the
   copies of what the caller handed over and the descriptor that wakes the loop; knows nothing of how a write is carried
   out. Nothing bounds these lists: callers wait for an answer before they ask for more.
   Next: memory.c, which carries it out at once, and sqlite.c, which has a thread do it. */
#ifndef STORE_WORK_H
#define STORE_WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "store.h"

struct store_portion;

struct store_work {
    struct store_work *next;
    struct store_portion *portion; /* not NULL: a reading, and none of what follows */
    store_prune_done *pruned; /* not NULL: a pruning of what ended before `now`, and nothing else of what follows */
    bool is_more;             /* is left to prune */
    int64_t table;            /* 0: a setting, lines[0] is its key, lines[1] (where count is 2) its value */
    int64_t first_seq, now;
    bool ends, leaves;
    struct store_place place;     /* network NULL: it stays */
    const char *message, *secret; /* NULL: none */
    const struct store_person *persons;
    int person_count;
    enum store_result result;
    store_done *done;
    void *arg;
    int count;
    const char *lines[]; /* they point into the same block of memory */
};

struct store_work_list {
    struct store_work *first, *last;
};

/* Copies of the arguments of store_write and store_put, in one block. */
struct store_work *store_work_append(const struct store_append *append, int64_t now, store_done *done, void *arg);
struct store_work *store_work_put(const char *key, const char *value, store_done *done, void *arg);
struct store_work *store_work_prune(int64_t ended_before, store_prune_done *done, void *arg);
struct store_work *store_work_read(const struct store_reading *reading);
struct store_work *store_work_list_tables(const struct store_listing *listing);
void store_work_free(struct store_work *work);

void store_work_list_add(struct store_work_list *list, struct store_work *work);
/* Takes the first one out; NULL when the list is empty. */
struct store_work *store_work_list_pop(struct store_work_list *list);
/* Moves all of `from` to the end of `list`. */
void store_work_list_join(struct store_work_list *list, struct store_work_list *from);
void store_work_list_free(struct store_work_list *list);

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

#endif
