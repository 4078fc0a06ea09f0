/* What somebody pressed here for a table there, while the network shows that an answer is under
   way. If the process there is found to be away before it has answered, the person reads that,
   and the answer comes when it is back. Nothing is lost where somebody presses more than is kept
   here: the person does not read that once more, and nobody else reads it less. */
#include "relay_inside.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "relay_strings.h"
#include "relay_text.h"

struct awaited {
    struct awaited *next;
    json_t *heard; /* as it was sent */
    int64_t at;
};

static const char *id_of(const struct awaited *awaited)
{
    return json_string_value(json_object_get(awaited->heard, "id"));
}

static const char *key_of(const struct awaited *awaited)
{
    return json_string_value(json_object_get(awaited->heard, "key"));
}

static int64_t now_of(const struct far *far)
{
    return loop_now(far->relay->setup.loop);
}

static void drop(struct far *far, struct awaited **link)
{
    struct awaited *awaited = *link;
    *link = awaited->next;
    json_decref(awaited->heard);
    free(awaited);
    far->awaited_count--;
}

static void tell(struct far *far, const struct awaited *awaited)
{
    const struct host_port *own = relay_own(far->relay);
    struct relay_heard said;
    relay_get_heard(awaited->heard, &said);
    relay_say(far->relay, &said.heard, RELAY_STRING_WAITS, false);
    if (own->dealt_with)
        own->dealt_with(own->self, said.heard.id);
}

/* What nobody waits for any more. The newest comes first. */
static void drop_old(struct far *far)
{
    struct awaited **link = &far->awaited;
    while (*link && now_of(far) - (*link)->at < AWAITED_LONGEST_MS)
        link = &(*link)->next;
    while (*link)
        drop(far, link);
}

/* The person's own oldest one, if there are so many. */
static void make_room(struct far *far, const char *key)
{
    int count = 0;
    for (struct awaited **link = &far->awaited; *link;) {
        count += strcmp(key_of(*link), key) == 0;
        if (count == AWAITED_OF_PERSON) {
            drop(far, link);
            return;
        }
        link = &(*link)->next;
    }
}

void awaited_look(void *arg)
{
    struct far *far = arg;
    drop_old(far);
    while (far->awaited && far_is_away(far)) {
        tell(far, far->awaited);
        drop(far, &far->awaited);
    }
    if (far->awaited)
        loop_timer_set(&far->look, AWAITED_MS);
}

void awaited_add(struct far *far, const struct heard *heard, json_t *sent)
{
    if (!heard->is_awaited || !heard->id)
        return;
    make_room(far, json_string_value(json_object_get(sent, "key")));
    if (far->awaited_count == AWAITED_MOST)
        return;
    struct awaited *awaited = calloc(1, sizeof *awaited);
    check(awaited);
    *awaited =
        (struct awaited){.next = far->awaited, .heard = json_incref(sent), .at = now_of(far)};
    far->awaited = awaited;
    far->awaited_count++;
    if (!loop_timer_is_set(&far->look))
        loop_timer_set(&far->look, far_is_away(far) ? 0 : AWAITED_MS);
}

void awaited_answered(struct far *far, const char *id)
{
    for (struct awaited **link = &far->awaited; *link;)
        if (strcmp(id_of(*link), id) == 0)
            drop(far, link);
        else
            link = &(*link)->next;
}

void awaited_forget(struct far *far)
{
    loop_timer_stop(&far->look);
    while (far->awaited)
        drop(far, &far->awaited);
}
