/* People of the network here whom the process there has asked whether they are one person with somebody: a lone "yes" in private is
   their answer. Bounded: that process asks no more than half of ASKED_MOST of one network at a time. With more, the half that was
   asked last is kept; the others say !link yes. */
#include "relay_inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

enum { ASKED_LONGEST_MS = 60 * 60 * 1000 };

struct asked {
    struct shelf_item item; /* first */
    char key[HOST_KEY];
    int64_t until;
};

static int64_t now_of(const struct far *far)
{
    return loop_now(far->relay->setup.loop);
}

static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg, (void)item;
    return true;
}

static void free_asked(struct shelf_item *item)
{
    free(item);
}

void asked_init(struct far *far)
{
    shelf_init(
        &far->asked_people,
        &(struct shelf_rules){.most = ASKED_MOST, .idle_ms = ASKED_LONGEST_MS, .is_idle = is_idle, .free = free_asked});
}

void asked_note(struct far *far, const char *key, int64_t ms)
{
    struct asked *asked = (struct asked *)shelf_find(&far->asked_people, key);
    if (asked)
        shelf_drop(&far->asked_people, &asked->item);
    shelf_tidy(&far->asked_people, now_of(far));
    if (ms <= 0)
        return;
    asked = calloc(1, sizeof *asked);
    check(asked);
    asked->until = now_of(far) + ms;
    snprintf(asked->key, sizeof asked->key, "%s", key);
    shelf_add(&far->asked_people, &asked->item, asked->key, now_of(far));
}

bool asked_is(const struct far *far, const char *key)
{
    const struct asked *asked = (const struct asked *)shelf_find(&far->asked_people, key);
    return asked && now_of(far) < asked->until;
}

void asked_forget_all(struct far *far)
{
    shelf_fini(&far->asked_people);
    asked_init(far);
}
