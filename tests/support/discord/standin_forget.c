/* What a long simulation does not need any more: without this a day of a thousand people would
   fill the memory. */
#include "standin_inside.h"

#include <stdlib.h>

#include "check.h"

enum {
    /* messages of the bot in a channel, the latest: it may go on editing them */
    STANDING = 20,
    TOKEN_MS = 20 * 60 * 1000 /* tokens of interactions hold for 15 minutes */
};

/* Keeps what `is_needed`, in its order. */
static void filter(struct list *list, int64_t before,
                   bool (*is_needed)(const struct standin *, const void *, int64_t),
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
    const struct message *message = item;
    int64_t at = message->shown.at, edited = message->shown.edited;
    (void)standin;
    return message->stands || (edited > at ? edited : at) >= before;
}

/* From the last one on: each channel keeps so many. */
static void mark_standing(const struct standin *standin)
{
    for (int i = 0; i < standin->channels.count; i++)
        ((struct channel *)standin->channels.items[i])->standing = 0;
    for (int i = standin->messages.count - 1; i >= 0; i--) {
        struct message *message = standin->messages.items[i];
        struct channel *channel = find_channel(standin, message->shown.channel);
        message->stands = message->shown.author == standin->bot && !message->shown.is_deleted &&
                          channel && channel->standing++ < STANDING;
    }
}

static bool is_new_interaction(const struct standin *standin, const void *item, int64_t before)
{
    (void)standin;
    return ((const struct interaction *)item)->shown.at >= before - TOKEN_MS;
}

static bool is_new_seen(const struct standin *standin, const void *item, int64_t before)
{
    (void)standin;
    return ((const struct seen *)item)->at >= before;
}

static bool is_new_event(const struct standin *standin, const void *item, int64_t before)
{
    (void)standin;
    return ((const struct event *)item)->at >= before;
}

void standin_forget(struct standin *standin, int64_t before)
{
    mark_standing(standin);
    for (int i = 0; i < standin->sessions.count; i++)
        filter(&((struct session *)standin->sessions.items[i])->events, before, is_new_event,
               standin, event_free);
    filter(&standin->entries, before, is_new_entry, standin, drop_entry);
    filter(&standin->messages, before, is_new_message, standin, drop_message);
    filter(&standin->interactions, before, is_new_interaction, standin, drop_interaction);
    filter(&standin->seen, before, is_new_seen, standin, drop_seen);
    standin->mark = 0;
}
