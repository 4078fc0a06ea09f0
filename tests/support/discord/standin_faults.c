/* Orders to answer wrongly: kept in the order in which they were given; a request gets the first
   that concerns it. */
#include "standin_inside.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void drop(void *item)
{
    struct fault *fault = item;
    free(fault->route);
    free(fault);
}

void standin_fault(struct standin *standin, const struct standin_fault *order)
{
    struct fault *fault = make(sizeof *fault);
    *fault = (struct fault){.order = *order, .route = copy_of(order->route)};
    fault->order.times = order->times ? order->times : 1;
    list_add(&standin->faults, fault);
}

static bool concerns(const struct fault *fault, const struct request *request)
{
    if (fault->order.times == 0 || (fault->order.id && fault->order.id != request->ids[0]))
        return false;
    if (fault->order.only_files && strncasecmp(request->content_type, "multipart/", 10) != 0)
        return false;
    return !fault->route || fnmatch(fault->route, request->route->name, 0) == 0;
}

const struct standin_fault *next_fault(struct standin *standin, const struct request *request)
{
    for (int i = 0; i < standin->faults.count; i++) {
        struct fault *fault = standin->faults.items[i];
        if (!concerns(fault, request))
            continue;
        if (fault->order.skip > 0) {
            fault->order.skip--;
            return NULL;
        }
        if (fault->order.times > 0)
            fault->order.times--;
        return &fault->order;
    }
    return NULL;
}

void faults_free(struct standin *standin)
{
    list_fini(&standin->faults, drop);
}
