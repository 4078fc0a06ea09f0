/* One order of an admin while it is carried out: its words, what it has found, and its answer,
   line by line. Does not know which orders exist or how they arrive. */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "order_book.h"
#include "store.h"
#include "store_read.h"

struct order {
    struct order_book *orders;
    struct order *next;
    void *call; /* passed to the reader's callbacks */
    char *line;
    const struct order_verb *verb;
    const char *rest; /* the words after the order's name; may be "" */
    /* For orders about tables. */
    struct store_read_end end;
    struct store_table table; /* its `network` and `room` point to the fields below */
    char network[STORE_KEY_MAX + 1], room[STORE_KEY_MAX + 1];
    char **lines; /* kept until all lines are known */
    int line_count;
    int64_t repair_to;
    void (*look)(struct order *order); /* order_book_look() calls it once; may be NULL */
    int looks;
    unsigned states;
    int64_t limit, before; /* of a list: so many tables, below this number */
    long seen;
};

struct order_book {
    struct order_surroundings place;
    bool is_leaving;
    /* the unfinished orders: at most as many as the control socket has clients */
    struct order *first;
};

struct order *order_new(struct order_book *orders, void *call, const char *line);
void order_free(struct order *order); /* drops the answer */

const struct order_surroundings *order_place(const struct order *order);
void order_put(struct order *order, const char *format, ...) __attribute__((format(printf, 2, 3)));
void order_put_lines(struct order *order, const char *lines);
/* The order must not be used after these. */
void order_end(struct order *order, int status);
void order_refuse(struct order *order, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void order_misuse(struct order *order, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void order_refuse_words(struct order *order); /* says how to use the order */
/* Takes the number at the beginning of `rest`. -1 if absent. */
int64_t order_take_number(struct order *order);

/* ---- the orders about tables ---- */

/* ---- the orders ---- */

void order_tables_list(struct order *order);
void order_tables_show(struct order *order);
void order_tables_end(struct order *order);
void order_tables_repair(struct order *order);
void order_tables_export(struct order *order);
void order_erase(struct order *order); /* of a person; order_book.c */

#endif
