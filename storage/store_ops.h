/* What a store has to implement. store.c calls it; sqlite.c, postgres/postgres.c and a test's
   stores are it. */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include "store.h"

struct sql;
struct store_work;

typedef int store_rows(void *arg, struct sql *db);

/* Each function but `take` belongs to the function of the same name in store.h. A negative `ms`
   means for ever. */
struct store_ops {
    /* does the work, or queues it */
    void (*take)(struct store *store, struct store_work *work_take);
    int (*fd)(struct store *store);
    void (*dispatch)(struct store *store);
    bool (*flush)(struct store *store, int ms);
    bool (*close)(struct store *store, int ms);
    enum store_result (*load)(struct store *store, store_setting_visitor *setting,
                              store_line_visitor *line, void *arg);
    enum store_result (*read_table)(struct store *store, int64_t table, store_line_visitor *line,
                                    void *arg);
    int64_t (*next_table)(struct store *store);
    /* Over a connection of its own, in one transaction, kept if `run` returns SQL_OK. Blocks;
       nothing else may be asked meanwhile. NULL for a store without rows. */
    enum store_result (*with_rows)(struct store *store, bool writes, store_rows *run, void *arg);
};

/* The first member of every store. */
struct store {
    const struct store_ops *ops;
    store_clock *clock; /* NULL for the system's */
    void *clock_arg;
};

#endif
