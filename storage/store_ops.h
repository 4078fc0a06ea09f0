/* What a store is made of: for the files that implement one (memory.c, sqlite.c, a test's faulty store), not for
   those that use one. Each function is the one of the same name in store.h; store.c has checked its arguments. `now` is in
   seconds since 1970; a negative `ms` is for ever. */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include "store.h"

struct store_ops {
    void (*write)(struct store *store, const struct store_append *append, int64_t now, store_done *done, void *arg);
    void (*put)(struct store *store, const char *key, const char *value, store_done *done, void *arg);
    void (*prune)(struct store *store, int64_t ended_before, store_prune_done *done, void *arg);
    void (*read)(struct store *store, const struct store_reading *reading);
    void (*list)(struct store *store, const struct store_listing *listing);
    int (*fd)(struct store *store);
    void (*dispatch)(struct store *store);
    bool (*flush)(struct store *store, int ms);
    bool (*close)(struct store *store, int ms);
    enum store_result (*load)(struct store *store, store_setting_visitor *setting, store_line_visitor *line, void *arg);
    enum store_result (*read_table)(struct store *store, int64_t table, store_line_visitor *line, void *arg);
    int64_t (*next_table)(struct store *store);
};

/* The first member of every store. */
struct store {
    const struct store_ops *ops;
    store_clock *clock; /* NULL: the system's */
    void *clock_arg;
};

#endif
