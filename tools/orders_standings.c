/* The order "standings --rebuild": outcomes are made again from the records that are kept, then
   all ratings from the outcomes. Only where no process runs: no line is written while it counts.
   Next: rebuild.c, storage/sql_outcome.c. */
#include <inttypes.h>
#include <string.h>

#include "order.h"
#include "orders_standings.h"
#include "rebuild.h"
#include "store_people.h"

static void recounted(void *arg, enum store_result result, const struct store_recount *count)
{
    struct order *order = arg;
    if (result != STORE_OK) {
        order_refuse(
            order,
            "The disk or the database does not let me count, so all ratings are as they were.");
        return;
    }
    order_put(order, "%" PRId64 " %s counted; ratings that follow from them: %" PRId64 ".",
              count->outcomes, count->outcomes == 1 ? "outcome" : "outcomes", count->ratings);
    if (count->differed > 0)
        order_put(order,
                  "Ratings that were wrong, absent or too many, and are right now: %" PRId64 ".",
                  count->differed);
    else
        order_put(order, "All ratings were right already.");
    order_end(order, 0);
}

static void put_rebuilt(struct order *order, const struct rebuilt *rebuilt)
{
    order_put(order, "%" PRId64 " %s played again, with %" PRId64 " finished %s.", rebuilt->records,
              rebuilt->records == 1 ? "record" : "records", rebuilt->outcomes,
              rebuilt->outcomes == 1 ? "game" : "games");
    if (rebuilt->absent > 0 || rebuilt->wrong > 0)
        order_put(order,
                  "Outcomes that were absent: %" PRId64
                  "; that were other than their record says: %" PRId64 ". They are right now.",
                  rebuilt->absent, rebuilt->wrong);
    if (rebuilt->unread > 0)
        order_put(
            order,
            "Records that were repaired or cannot be played again, so that their outcomes stay as they are: "
            "%" PRId64 ".",
            rebuilt->unread);
}

static void rebuild(struct order *order)
{
    struct store *store = order_place(order)->store;
    struct rebuilt rebuilt;
    rebuild_outcomes(store, &rebuilt);
    put_rebuilt(order, &rebuilt);
    if (rebuilt.result != STORE_OK)
        order_refuse(order, "The disk or the database does not let me go on: %s",
                     store_result_text(rebuilt.result));
    else
        store_recount(store, recounted, order);
}

void order_standings(struct order *order)
{
    const struct orders_place *place = order_place(order);
    if (strcmp(order->rest, "--rebuild") != 0)
        order_refuse_words(order);
    else if (place->host)
        order_refuse(
            order,
            "No table could go on while I count, so stop tabletalk first and give the order again.");
    else
        rebuild(order);
}
