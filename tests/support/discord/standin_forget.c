/* What a long simulation does not need any more: without this a day of a thousand people would fill the memory. */
#include "standin_inside.h"

#include <stdlib.h>

#include "check.h"

enum { KEPT_MS = 6 * 60 * 60 * 1000 }; /* the bot's messages that stand: it goes on editing them */

/* Keeps what `is_needed`, in its order. */
static void filter(struct list *list, int64_t before, bool (*is_needed)(const struct standin *, const void *, int64_t),
                   const struct standin *standin, void (*drop)(void *))
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (is_needed(standin, list->items[i], before))
            list->items[kept++] = list->items[i];
        else
            drop(list->items[i]);
    }
    list->count = kept;
}

static bool is_new_entry(const struct standin *standin, const void *item, int64_t before)
{
    (void)standin;
    return ((const struct standin_entry *)item)->at >= before;
}

static bool is_new_message(const struct standin *standin, const void *item, int64_t before)
{
    const struct standin_message *message = &((const struct message *)item)->shown;
    bool stands = message->author == standin->bot && !message->is_deleted;
    int64_t latest = message->edited > message->at ? message->edited : message->at;
    return latest >= (stands ? before - KEPT_MS : before);
}

static bool is_new_interaction(const struct standin *standin, const void *item, int64_t before)
{
    (void)standin;
    return ((const struct interaction *)item)->shown.at >= before - KEPT_MS;
}

static bool is_new_seen(const struct standin *standin, const void *item, int64_t before)
{
    (void)standin;
    return ((const struct seen *)item)->at >= before;
}

void standin_forget(struct standin *standin, int64_t before)
{
    filter(&standin->entries, before, is_new_entry, standin, drop_entry);
    filter(&standin->messages, before, is_new_message, standin, drop_message);
    filter(&standin->interactions, before, is_new_interaction, standin, drop_interaction);
    filter(&standin->seen, before, is_new_seen, standin, drop_seen);
    standin->mark = 0;
}
