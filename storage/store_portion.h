/* One portion of a reading: the question, and copies of the rows found, so that one thread can
   gather rows and another thread can pass them to the visitors. Does not know where rows come
   from. Next: sqlite_portion.c, which fills a portion. */
#ifndef STORE_PORTION_H
#define STORE_PORTION_H

#include <stddef.h>

#include "store.h"
#include "store_append.h"
#include "store_read.h"

struct store_row;

struct store_portion {
    /* The question: exactly one of the two readings has a `done`. Owns the copy of
       reading.network. */
    struct store_reading reading;
    struct store_listing listing;
    /* The rows found. The code that adds rows sets `end` to the place after the last row. */
    struct store_read_end end;
    struct store_row *rows;
    int count, room;
    int counted; /* rows that count for `most` */
    char *bytes; /* the texts of the rows */
    size_t used, size;
};

struct store_portion *store_portion_new_lines(const struct store_reading *reading);
struct store_portion *store_portion_new_tables(const struct store_listing *listing);
void store_portion_free(struct store_portion *portion); /* NULL is fine */

bool store_portion_is_list(const struct store_portion *portion);
/* How many rows may still be added; 0 if the portion is full. What stands beside a line is added
   with the line and is not counted. */
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

/* Calls the visitors and then `done`, once. */
void store_portion_tell(const struct store_portion *portion);

#endif
