/* Mail out of this process. What the host told and what is refused, for too much waits for that
   room or person already, is kept and tried again: the newest for each, in the order in which
   they were refused. */
#include "relay_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "relay_text.h"
#include "relay_told.h"

const struct host_port *relay_own(const struct relay *relay)
{
    return host_network(relay->setup.host, relay->setup.network);
}

bool far_is_away(const struct far *far)
{
    const struct relay_mail *mail = &far->relay->setup.mail;
    return mail->is_away(mail->self, far->network);
}

/* ---- sending ---- */

json_t *relay_note(const char *kind)
{
    json_t *object = json_object();
    relay_put(object, "k", kind);
    return object;
}

static char *text_of(json_t *object)
{
    char *body = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    check(body);
    json_decref(object);
    return body;
}

static bool send(struct far *far, const char *place, const char *body)
{
    const struct relay_mail *mail = &far->relay->setup.mail;
    return mail->send(mail->self, far->network, place, body);
}

bool far_send(struct far *far, const char *place, json_t *object)
{
    char *body = text_of(object);
    bool is_sent = send(far, place, body);
    free(body);
    return is_sent;
}

bool far_send_event(struct far *far, const struct host_event *event)
{
    json_t *object = relay_note("event");
    json_object_set_new(object, "kind", json_integer(event->kind));
    relay_put(object, "who", event->who);
    relay_put(object, "text", event->text);
    json_object_set_new(object, "ms", json_integer(event->ms));
    return far_send(far, NULL, object);
}

/* ---- what was refused ---- */

/* The end of the list if absent, and for NULL. */
static struct again **find_again(struct far *far, const char *place)
{
    struct again **link = &far->again;
    while (*link && (!place || strcmp((*link)->place, place) != 0))
        link = &(*link)->next;
    return link;
}

static void drop_again(struct far *far, struct again **link)
{
    struct again *again = *link;
    *link = again->next;
    free(again);
    far->again_count--;
}

void far_untell(struct far *far, const char *place)
{
    struct again **link = find_again(far, place);
    if (*link)
        drop_again(far, link);
}

void far_keep(struct far *far, const char *place, const char *body)
{
    size_t size = strlen(body) + 1;
    far_untell(far, place);
    if (far->again_count == AGAIN_MOST)
        return; /* the whole process is out of reach; its tables are told again when it is back */
    struct again *again = calloc(1, sizeof *again + size);
    check(again);
    snprintf(again->place, sizeof again->place, "%s", place);
    memcpy(again->body, body, size);
    *find_again(far, NULL) = again;
    far->again_count++;
    if (!loop_timer_is_set(&far->retry))
        loop_timer_set(&far->retry, AGAIN_MS);
}

void far_retry(void *arg)
{
    struct far *far = arg;
    for (struct again **link = &far->again; *link;)
        if (send(far, (*link)->place, (*link)->body))
            drop_again(far, link);
        else
            link = &(*link)->next;
    if (far->again)
        loop_timer_set(&far->retry, AGAIN_MS);
}

/* What is newer takes over. */
void far_tell(struct far *far, const char *place, json_t *object)
{
    char *body = text_of(object);
    far_untell(far, place);
    if (far->is_running && !send(far, place, body)) {
        far_keep(far, place, body);
        told_forget(far, place + (place[0] == '@'));
    }
    free(body);
}

void far_forget(struct far *far)
{
    loop_timer_stop(&far->retry);
    while (far->again)
        drop_again(far, &far->again);
}
