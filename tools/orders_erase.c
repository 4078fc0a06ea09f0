/* The order "erase": an admin has somebody forgotten. The host does it (host_privacy.h); where
   no process runs, a host of this order's own, which has no network. Next:
   core/host/people/forget.c, the steps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "heard.h"
#include "host.h"
#include "host_privacy.h"
#include "order.h"
#include "orders_tables.h"

struct erasing {
    struct order *order;
    struct host *own; /* NULL if a process runs */
    char network[HOST_NETWORK], key[HOST_KEY];
};

static void erased(void *arg, bool is_done, const char *waits_for)
{
    struct erasing *erasing = arg;
    struct order *order = erasing->order;
    if (is_done && *waits_for) {
        order_put(
            order,
            "Nothing is kept under the key %s on %s any more, but the wish itself, for processes that are away: what those "
            "of %s still have in memory goes when they are back, and the wish with it.",
            erasing->key, erasing->network, waits_for);
        order_end(order, 0);
    } else if (is_done) {
        order_put(
            order,
            "Nothing is kept under the key %s on %s any more. A key is written exactly as tabletalk tables show N "
            "names it. Older backups still hold what was.",
            erasing->key, erasing->network);
        order_end(order, 0);
    } else {
        order_refuse(
            order,
            "The disk takes nothing now. If the wish is noted, tabletalk goes on with it by itself; "
            "give the order again to be sure.");
    }
    if (erasing->own)
        host_free(erasing->own);
    free(erasing);
}

/* Takes the network and the key, which may have blanks. False if they cannot be. */
static bool take_words(const char *rest, struct erasing *out)
{
    size_t length = strcspn(rest, " ");
    const char *key = rest + length + strspn(rest + length, " ");
    bool fits = length > 0 && length < sizeof out->network && *key && strlen(key) < sizeof out->key;
    snprintf(out->network, sizeof out->network, "%.*s", fits ? (int)length : 0, rest);
    snprintf(out->key, sizeof out->key, "%s", fits ? key : "");
    return fits;
}

void order_erase(struct order *order)
{
    const struct orders_place *place = order_place(order);
    struct erasing *erasing = calloc(1, sizeof *erasing);
    check(erasing);
    erasing->order = order;
    if (!take_words(order->rest, erasing)) {
        free(erasing);
        order_refuse_words(order);
        return;
    }
    if (!place->host)
        erasing->own = host_new(place->store, NULL, NULL);
    struct host *host = erasing->own ? erasing->own : place->host;
    bool is_read = !erasing->own || host_read_settings(host);
    if (is_read && host_erase(host, erasing->network, erasing->key, erased, erasing))
        return;
    if (erasing->own)
        host_free(erasing->own);
    free(erasing);
    order_refuse(order, is_read ? "That is under way already, or too many are."
                                : "The settings cannot be read.");
}
