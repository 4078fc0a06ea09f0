/* A store in a folder of its own, on a disk that can be made to fail, for a test each. */
#ifndef DISK_BENCH_H
#define DISK_BENCH_H

#include "store_witness.h"

struct bench {
    char *folder;
    struct store *store; /* NULL until the test opens it */
    struct witness witness;
};

/* For cmocka; the state is a bench. The disk works again afterwards. */
int open_bench(void **state);
int close_bench(void **state);

#endif
