/* What the files of the orders share: one order on its way. Only for orders*.c. */
#ifndef ORDERS_INSIDE_H
#define ORDERS_INSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "loop.h"
#include "orders.h"
#include "store.h"

struct order {
    struct orders *orders;
    struct order *next;
    struct control_call *call; /* NULL: it goes to the streams */
    FILE *out, *err;
    int *status;
    char *line;
    const struct verb *verb;
    const char *rest; /* what follows the order's own words; "" */
    /* What orders about tables go by. */
    struct store_read_end end;
    struct store_table table; /* `network` and `room` point to what follows */
    char network[STORE_KEY_MAX + 1], room[STORE_KEY_MAX + 1];
    char **lines; /* that are kept until all of them are known */
    int line_count;
    int64_t repair_to;
    struct loop_timer wait; /* for the host to end a table */
    int looks;
    unsigned states;
    long seen;
};

const struct orders_place *order_place(const struct order *order);
void order_put(struct order *order, const char *format, ...) __attribute__((format(printf, 2, 3)));
void order_put_lines(struct order *order, const char *lines);
/* The order must not be used after these. */
void order_end(struct order *order, int status);
void order_refuse(struct order *order, const char *format, ...) __attribute__((format(printf, 2, 3)));
void order_refuse_words(struct order *order); /* says how the order goes */
/* The number at the head of the rest, which moves behind it; -1 if there is none. */
int64_t order_take_number(struct order *order);
/* Calls `fn` with the order when the reader has taken what was put, or is gone. */
void order_when_empty(struct order *order, void (*fn)(void *order));
/* The program ends: nothing new may be begun. */
bool order_is_late(const struct order *order);
bool order_is_gone(const struct order *order);

/* ---- orders_tables.c ---- */

/* Finds the table that the order names first, then `found` goes on; else the order is refused. Behind the number it has
   `numbers` more, which are left in the rest. */
void order_with_table(struct order *order, int numbers, store_read_done *found);
void order_find_table(struct order *order, int64_t number, store_read_done *found);
/* What `found` asks first. False: the order has ended with the reason. */
bool order_has_table(struct order *order, const struct store_read_end *end);
/* Whether a host knows the table, and as one that cannot be played again. */
bool order_host_has(const struct order *order, bool *is_damaged);
/* The next lines of the table, behind order->end. `person` may be NULL. */
void order_read(struct order *order, store_person_visitor *person, store_line_visitor *line,
                store_damage_visitor *damaged, store_read_done *done);
void order_keep(struct order *order, const char *line); /* in order->lines */
void order_note_damaged(void *order, int64_t table);    /* order->seen is -1 then */

/* ---- the orders ---- */

void order_tables_list(struct order *order);
void order_tables_show(struct order *order);
void order_tables_end(struct order *order);
void order_tables_repair(struct order *order);
void order_tables_export(struct order *order);

#endif
