/* Finished work that waits for store_dispatch: any thread adds it, the loop's takes it. Owns the
   descriptor that wakes the loop. store_work.c has the functions. */
#ifndef STORE_FINISHED_H
#define STORE_FINISHED_H

#include "store_work.h"

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
