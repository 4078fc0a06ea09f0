/* How long what is over is kept (keep_finished): looks every hour, and deletes in small steps.
   The store deletes. */
#include "prune.h"

#include <stdbool.h>
#include <stdlib.h>

#include "check.h"
#include "loop.h"
#include "store.h"

/* Looks every hour; each look deletes a day's records at most (store.h), in small steps, four a
   second. */
enum { EVERY_MS = 3600 * 1000, STEP_MS = 250, DAY_S = 24 * 3600 };

struct prune {
    struct loop *loop;
    struct store *store;
    struct loop_timer timer;
    int days;
    bool is_stopped;
};

static void on_pruned(void *arg, enum store_result result, bool is_more)
{
    struct prune *prune = arg;
    if (!prune->is_stopped)
        loop_timer_set(&prune->timer, result == STORE_OK && is_more ? STEP_MS : EVERY_MS);
}

static void on_time(void *arg)
{
    struct prune *prune = arg;
    int64_t now_s = loop_wall(prune->loop) / 1000;
    store_prune(prune->store, now_s - (int64_t)prune->days * DAY_S, on_pruned, prune);
}

struct prune *prune_new(struct loop *loop, struct store *store, int days)
{
    struct prune *prune = calloc(1, sizeof *prune);
    check(prune);
    *prune = (struct prune){.loop = loop, .store = store, .days = days};
    loop_timer_init(&prune->timer, loop, on_time, prune);
    if (days > 0)
        loop_timer_set(&prune->timer, STEP_MS);
    return prune;
}

void prune_stop(struct prune *prune)
{
    if (!prune)
        return;
    prune->is_stopped = true;
    loop_timer_stop(&prune->timer);
}

void prune_free(struct prune *prune)
{
    free(prune);
}
