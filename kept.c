#include "kept.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "host_privacy.h"
#include "host_settings.h"
#include "keep.h"
#include "loop.h"
#include "store.h"

struct kept {
    struct store *store;
    struct loop *loop;
    struct keep *keep;
};

struct keeping {
    keep_done *done;
    void *arg;
};

static void on_kept(void *arg, enum store_result result)
{
    struct keeping *keeping = arg;
    if (keeping->done)
        keeping->done(keeping->arg, result == STORE_OK);
    free(keeping);
}

static void put_kept(void *self, const char *key, const char *value, keep_done *done, void *arg)
{
    struct kept *kept = self;
    struct keeping *keeping = malloc(sizeof *keeping);
    check(keeping);
    *keeping = (struct keeping){done, arg};
    store_put(kept->store, key, value, on_kept, keeping);
}

static void load_kept(void *arg, const char *key, const char *value)
{
    struct kept *kept = arg;
    keep_load(kept->keep, key, value);
}

static void choose_for_place(void *arg, const struct host_place_choice *choice,
                             char chosen[HOST_CHOICES])
{
    const struct kept *kept = arg;
    char prefix[KEEP_ROW_KEY];
    snprintf(prefix, sizeof prefix, "%s %s ", choice->drawer ? choice->drawer : "settings",
             choice->network);
    const struct drawer drawer = {kept->keep, prefix, loop_wall(kept->loop)};
    if (choice->value)
        keep_row_put_then(&drawer, choice->place, choice->payer,
                          *choice->value ? choice->value : NULL, choice->done, choice->arg);
    if (!keep_row_get(&drawer, choice->place, HOST_CHOICES, chosen))
        *chosen = '\0';
}

static void forget_kept(void *arg, const char *network, const char *person)
{
    const struct kept *kept = arg;
    keep_forget_person(kept->keep, network, person);
}

struct kept *kept_open(struct store *store, struct loop *loop, struct host *host)
{
    struct kept *kept = malloc(sizeof *kept);
    check(kept);
    *kept = (struct kept){.store = store, .loop = loop};
    kept->keep = keep_new(&(struct keep_port){.put = put_kept, .self = kept});
    host_on_choice(host, choose_for_place, kept);
    host_on_forget(host, forget_kept, kept);
    if (store_load(store, load_kept, NULL, kept) == STORE_OK)
        return kept;
    kept_free(kept);
    return NULL;
}

void kept_free(struct kept *kept)
{
    if (!kept)
        return;
    keep_free(kept->keep);
    free(kept);
}

struct keep *kept_keep(struct kept *kept)
{
    return kept->keep;
}
