/* People whom a process asks over the network of another one whether they are one person with
   somebody: a lone "yes" in private is their answer. Both keep it: here, where they answer, and
   there, which tells it again when the process here is a new one. Bounded: that process asks no
   more than half of ASKED_MOST of one network at a time. With more, the half that was asked last
   is kept; the others say !link yes. */
#include "relay_inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "relay_text.h"

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

static void begin(struct shelf *shelf)
{
    shelf_init(shelf, &(struct shelf_rules){.most = ASKED_MOST,
                                            .idle_ms = ASKED_LONGEST_MS,
                                            .is_idle = is_idle,
                                            .free = free_asked});
}

void asked_init(struct far *far)
{
    begin(&far->asked_here);
    begin(&far->asked_there);
}

void asked_fini(struct far *far)
{
    shelf_fini(&far->asked_here);
    shelf_fini(&far->asked_there);
}

void asked_note(struct far *far, struct shelf *shelf, const char *key, int64_t ms)
{
    struct asked *asked = (struct asked *)shelf_find(shelf, key);
    if (asked)
        shelf_drop(shelf, &asked->item);
    shelf_tidy(shelf, now_of(far));
    if (ms <= 0)
        return;
    asked = calloc(1, sizeof *asked);
    check(asked);
    asked->until = now_of(far) + ms;
    snprintf(asked->key, sizeof asked->key, "%s", key);
    shelf_add(shelf, &asked->item, asked->key, now_of(far));
}

bool asked_is(const struct far *far, const char *key)
{
    const struct asked *asked = (const struct asked *)shelf_find(&far->asked_here, key);
    return asked && now_of(far) < asked->until;
}

static void tell(void *arg, struct shelf_item *item)
{
    struct far *far = arg;
    const struct asked *asked = (const struct asked *)item;
    if (asked->until > now_of(far))
        far_send_event(far, &(struct host_event){.kind = HOST_EVENT_ASKED,
                                                 .who = asked->key,
                                                 .ms = asked->until - now_of(far)});
}

void asked_begin_anew(struct far *far)
{
    shelf_fini(&far->asked_here);
    begin(&far->asked_here);
    shelf_each(&far->asked_there, tell, far);
}
