/* What a store has to implement. store.c calls it; sqlite.c, postgres/postgres.c and a test's
   stores are it. */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include <stddef.h>

#include "store.h"
#include "store_people.h"
#include "store_read.h"

struct sql;
struct store_work;

typedef int store_rows(void *arg, struct sql *db);

/* Each but `take` belongs to the function of that name in store.h. A negative `ms` means for
   ever. */
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

/* What one thread asks about standings and another fills in. */

struct store_asked {
    struct store_question question;
    struct store_answer answer;
    int64_t persons[STORE_STANDINGS]; /* of the standings of `top` */
};

/* From an open connection that only reads. Returns the code of the database (sql.c). */
int sql_answer(struct sql *db, struct store_asked *asked);
int sql_answer_kept(struct sql *db, struct store_asked *asked);
int sql_answer_fellows(struct sql *db, struct store_asked *asked);
int sql_answer_rooms(struct sql *db, struct store_asked *asked);

/* One portion of a reading: the question, and copies of the rows found, so that one thread can
   gather rows and another can pass them to the visitors. */

struct store_row;

struct store_portion {
    /* Exactly one of the two has a `done`. Owns the copy of reading.network. */
    struct store_reading reading;
    struct store_listing listing;
    struct store_read_end end;
    struct store_row *rows;
    int count, room;
    int counted; /* rows that count for `most` */
    char *bytes;
    size_t used, size;
};

void store_portion_free(struct store_portion *portion); /* NULL is fine */

bool store_portion_is_list(const struct store_portion *portion);
/* Rows; 0 if it is full. What stands beside a line is not counted. */
int store_portion_left(const struct store_portion *portion);

void store_portion_add_line(struct store_portion *portion, int64_t table, int64_t seq,
                            const char *line);
void store_portion_add_message(struct store_portion *portion, int64_t table, int64_t seq,
                               const char *id);
void store_portion_add_person(struct store_portion *portion, int64_t table,
                              const struct store_person *person);
void store_portion_add_secret(struct store_portion *portion, int64_t table, const char *secret);
void store_portion_add_table(struct store_portion *portion, const struct store_table *table);
/* A damaged record counts as a row, too. */
void store_portion_add_damaged(struct store_portion *portion, int64_t table);

/* Then `done`, once. */
void store_portion_tell(const struct store_portion *portion);

#endif
