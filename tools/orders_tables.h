/* Orders about tables. orders_tables.c finds, lists, shows and exports them; orders_repair.c ends and repairs them. */
#ifndef ORDERS_TABLES_H
#define ORDERS_TABLES_H

#include "order.h"

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
