/* A store that is tested, and what its tests share. Next: test_store.c. */
#ifndef BENCH_H
#define BENCH_H

#include "store.h"
#include "store_witness.h"

struct bench {
    struct store *store;
    char *folder;
    /* what is kept of the tables, keys and rooms of the same names on another network; NULL:
       none are there */
    char *namesake;
    struct witness witness;
};

/* One write each, which the witness sees completed. */
void append(struct bench *bench, int64_t table, int64_t seq, const char *line);
void end(struct bench *bench, int64_t table, int64_t seq);
void put(struct bench *bench, const char *key, const char *value);

/* What is to be loaded, now and after closing and opening where the store survives that. */
void assert_loads(struct bench *bench, const char *expected);

/* For store_use_clock(): `arg` is the time. */
int64_t fixed_clock(void *arg);

/* Of model.c. */
void test_random_writes_equal_the_model(void **state);
void test_standings_equal_the_model(void **state);
void test_fellows_and_rooms(void **state);

#endif
