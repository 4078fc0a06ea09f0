/* What a store is made of: for the files that implement one (memory.c, sqlite.c, a test's faulty store), not for
   those that use one. Each function is the one of the same name in store.h; store.c has checked its arguments. */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include "store.h"

struct store_ops {
    void (*append)(struct store *store, int64_t table, int64_t first_seq, const char *const *lines, int count,
                   bool ends, store_done *done, void *arg);
    void (*put)(struct store *store, const char *key, const char *value, store_done *done, void *arg);
    int (*fd)(struct store *store);
    void (*dispatch)(struct store *store);
    void (*flush)(struct store *store);
    void (*close)(struct store *store);
    enum store_result (*load)(struct store *store, store_setting_visitor *setting, store_line_visitor *line, void *arg);
    enum store_result (*read_table)(struct store *store, int64_t table, store_line_visitor *line, void *arg);
    int64_t (*next_table)(struct store *store);
};

/* The first member of every store. */
struct store {
    const struct store_ops *ops;
};

#endif
