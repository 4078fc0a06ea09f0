/* Orders that change a table: an admin ends it, or repairs a record that cannot be replayed.
   orders_tables.c finds tables, and has the other orders about them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "orders_tables.h"
#include "records.h"
#include "store.h"
#include "store_read.h"
#include "tables.h"
#include "text.h"

enum { REPAIR_BYTES = 256, LOOK_MS = 20, LOOKS_MOST = 250 };

/* The host may be reading the record now, and would miss a line that is added. */
static bool is_read_now(const struct order *order)
{
    const struct host *host = order_place(order)->host;
    return host && host_is_reading(host);
}

static void refuse_for_now(struct order *order)
{
    order_refuse(
        order, "Tables are still being brought back, so nothing was done. Ask again in a moment.");
}

static void on_written(void *arg, enum store_result result)
{
    struct order *order = arg;
    if (result != STORE_OK) {
        order_refuse(order, "%s", store_result_text(result));
        return;
    }
    const struct orders_place *place = order_place(order);
    if (order->states && place->host &&
        host_read_again(place->host, order->table.table, place->now(place->self)))
        order_put(order,
                  "Table %" PRId64 " is repaired and read again; tabletalk tables show %" PRId64
                  " says how it is.",
                  order->table.table, order->table.table);
    else if (order->states)
        order_put(order, "Table %" PRId64 " is repaired; it goes on when its network is there.",
                  order->table.table);
    else
        order_put(order, "Table %" PRId64 " is over.", order->table.table);
    order_end(order, 0);
}

/* Writes the line that repairs the record; or ends the record if `repair` is NULL. */
static void write_line(struct order *order, const char *repair)
{
    struct store_append append = {.table = order->table.table,
                                  .first_seq = order->table.lines + 1,
                                  .lines = &repair,
                                  .count = repair != NULL,
                                  .ends = !repair,
                                  .leaves = repair != NULL};
    order->states = repair ? STORE_ASIDE : 0; /* selects the words of the answer */
    store_write(order_place(order)->store, &append, on_written, order);
}

/* The host ends a table later, and not while the disk fails: so this order asks the store
   whether the table is over. */
static void look_later(struct order *order);

static void over_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!order_has_table(order, end))
        return;
    if (order->table.state == STORE_ENDED) {
        order_put(order, "Table %" PRId64 " is over.", order->table.table);
        order_end(order, 0);
    } else if (++order->looks == LOOKS_MOST)
        order_refuse(
            order,
            "Table %" PRId64
            " could not be ended within %d seconds. If the log says save-failed, look at the "
            "disk, then try again.",
            order->table.table, LOOKS_MOST * LOOK_MS / 1000);
    else
        look_later(order);
}

static void look_whether_over(struct order *order)
{
    order->seen = 0;
    order_find_table(order, order->table.table, over_found);
}

static void look_later(struct order *order)
{
    const struct orders_place *place = order_place(order);
    order->look = look_whether_over;
    place->look_in(place->self, LOOK_MS);
}

static void end_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    const struct orders_place *place = order_place(order);
    bool is_damaged;
    if (!order_has_table(order, end))
        return;
    if (order->table.state == STORE_ENDED)
        order_refuse(order, "Table %" PRId64 " is over already.", order->table.table);
    else if (is_read_now(order))
        refuse_for_now(order);
    else if (!order_host_has(order, &is_damaged))
        write_line(order, NULL); /* no host has the table, so no line of it is on its way */
    else if (host_end_table(place->host, order->table.table, "my admin", place->now(place->self)))
        look_later(order);
    else
        order_refuse(order, "Table %" PRId64 " is gone by now.", order->table.table);
}

void order_tables_end(struct order *order)
{
    order_with_table(order, 0, end_found);
}

static void keep_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)table;
    (void)seq;
    order_keep(arg, line);
}

static void repair_on(void *arg);

static void repair_read(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    char bytes[REPAIR_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    order->end = *end;
    if (end->result != STORE_OK)
        order_refuse(order, "The record cannot be read: %s", store_result_text(end->result));
    else if (order->seen < 0)
        order_refuse(order,
                     "The database is damaged there: what cannot be read cannot be repaired.");
    else if (!end->is_last)
        repair_on(order);
    else if (!record_repair((const char *const *)order->lines, order->line_count,
                            (int)order->repair_to, &line))
        order_refuse(order,
                     "Line %" PRId64
                     " does not end in a hash, so it is not good. Name one before it.",
                     order->repair_to);
    else
        write_line(order, bytes);
}

static void repair_on(void *arg)
{
    order_read(arg, NULL, keep_line, order_note_damaged, repair_read);
}

static void repair_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!order_has_table(order, end))
        return;
    bool is_damaged;
    int64_t to = order_take_number(order);
    if (to < RECORD_OPENING || to > order->table.lines || order->rest[0])
        order_refuse(order,
                     "Name the last line that is good, from %d to %" PRId64
                     ": tabletalk tables repair %" PRId64 " LINE",
                     RECORD_OPENING, order->table.lines, order->table.table);
    else if (order->table.state == STORE_ENDED)
        order_refuse(order, "Table %" PRId64 " is over.", order->table.table);
    else if (is_read_now(order))
        refuse_for_now(order);
    else if (order_host_has(order, &is_damaged) && !is_damaged)
        order_refuse(order, "Table %" PRId64 " is in play or can be: nothing has to be repaired.",
                     order->table.table);
    else {
        order->repair_to = to;
        order->end = (struct store_read_end){.table = 0};
        repair_on(order);
    }
}

void order_tables_repair(struct order *order)
{
    order_with_table(order, 1, repair_found);
}
