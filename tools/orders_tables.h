/* Orders about tables. orders_tables.c finds, lists, shows and exports them; orders_repair.c
   ends and repairs them. */
#ifndef ORDERS_TABLES_H
#define ORDERS_TABLES_H

#include "order.h"
#include "store_read.h"

/* Finds the table that the order names first and calls `found`, or refuses the order. Leaves
   `numbers` further numbers in `rest`. */
void order_with_table(struct order *order, int numbers, store_read_done *found);
void order_find_table(struct order *order, int64_t number, store_read_done *found);
/* Call it first in `found`. False if the order has been refused. */
bool order_has_table(struct order *order, const struct store_read_end *end);
/* True if a host knows the table. `is_damaged`: the record cannot be replayed. */
bool order_host_has(const struct order *order, bool *is_damaged);
/* Reads the next lines of the table, after order->end. `person` may be NULL. */
void order_read(struct order *order, store_person_visitor *person, store_line_visitor *line,
                store_damage_visitor *damaged, store_read_done *done);
void order_keep(struct order *order, const char *line); /* into order->lines */
void order_note_damaged(void *order, int64_t table);    /* sets order->seen to -1 */

/* ---- the orders ---- */

void order_tables_list(struct order *order);
void order_tables_show(struct order *order);
void order_tables_end(struct order *order);
void order_tables_repair(struct order *order);
void order_tables_export(struct order *order);
void order_erase(struct order *order); /* of a person; orders_erase.c */

#endif
