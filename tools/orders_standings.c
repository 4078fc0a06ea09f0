/* The order "standings --rebuild": all ratings are counted again from the outcomes. Only where no process runs: no line is
   written while it counts. Next: storage/sqlite_outcome.c. */
#include <inttypes.h>
#include <string.h>

#include "order.h"
#include "orders_standings.h"
#include "store_outcome.h"

static void recounted(void *arg, enum store_result result, const struct store_recount *count)
{
    struct order *order = arg;
    if (result != STORE_OK) {
        order_refuse(order, "The disk or the database does not let me count, so all ratings are as they were.");
        return;
    }
    order_put(order, "%" PRId64 " %s counted; ratings that follow from them: %" PRId64 ".", count->outcomes,
              count->outcomes == 1 ? "outcome" : "outcomes", count->ratings);
    if (count->differed > 0)
        order_put(order, "Ratings that were wrong, absent or too many, and are right now: %" PRId64 ".",
                  count->differed);
    else
        order_put(order, "All ratings were right already.");
    order_end(order, 0);
}

void order_standings(struct order *order)
{
    const struct orders_place *place = order_place(order);
    if (strcmp(order->rest, "--rebuild") != 0)
        order_refuse_words(order);
    else if (place->host)
        order_refuse(order, "No table could go on while I count, so stop tabletalk first and give the order again.");
    else
        store_recount(place->store, recounted, order);
}
