/* See relay.h. Out: the ports of the networks that others serve, and mail. What the host told and
   what is refused, for too much waits for that room or person already, is kept and tried again: the
   newest for each, in the order in which they were refused. Next: relay_in.c, what comes in;
   relay_text.c, how it is written. */
#include "relay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "port.h"
#include "posts.h"
#include "relay_inside.h"
#include "relay_text.h"
#include "sheets.h"
#include "tables.h"
#include "text.h"

const char *const relay_strings[] = {
#define STRING(id, text) [RELAY_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const struct host_port *relay_own(const struct relay *relay)
{
    return host_network(relay->setup.host, relay->setup.network);
}

bool relay_is_away(const struct far *far)
{
    const struct relay_mail *mail = &far->relay->setup.mail;
    return mail->is_away(mail->self, far->network);
}

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

bool relay_send(struct far *far, const char *place, json_t *object)
{
    char *body = text_of(object);
    bool is_sent = send(far, place, body);
    free(body);
    return is_sent;
}

/* One with texts under keys, ended by a null pointer. */
__attribute__((sentinel)) static void send_texts(struct far *far, const char *kind, ...)
{
    json_t *object = relay_note(kind);
    va_list pairs;
    va_start(pairs, kind);
    for (const char *key; (key = va_arg(pairs, const char *));)
        relay_put(object, key, va_arg(pairs, const char *));
    va_end(pairs);
    relay_send(far, NULL, object);
}

bool relay_send_event(struct far *far, const struct host_event *event)
{
    json_t *object = relay_note("event");
    json_object_set_new(object, "kind", json_integer(event->kind));
    relay_put(object, "who", event->who);
    relay_put(object, "text", event->text);
    json_object_set_new(object, "ms", json_integer(event->ms));
    return relay_send(far, NULL, object);
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

void relay_untell(struct far *far, const char *place)
{
    struct again **link = find_again(far, place);
    if (*link)
        drop_again(far, link);
}

void relay_keep(struct far *far, const char *place, const char *body)
{
    size_t size = strlen(body) + 1;
    relay_untell(far, place);
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

static void relay_retry(void *arg)
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
void relay_tell(struct far *far, const char *place, json_t *object)
{
    char *body = text_of(object);
    relay_untell(far, place);
    if (far->is_running && !send(far, place, body)) {
        relay_keep(far, place, body);
        sheets_told_forget(far, place + (place[0] == '@'));
    }
    free(body);
}

static void relay_forget(struct far *far)
{
    loop_timer_stop(&far->retry);
    while (far->again)
        drop_again(far, &far->again);
}

/* ---- who was asked ---- */

/* People whom a process asks over the network of another one whether they are one person with
   somebody: a lone "yes" in private is their answer. Both keep it: here, where they answer, and
   there, which tells it again when the process here is a new one. Bounded: that process asks no
   more than half of ASKED_MOST of one network at a time. With more, the half that was asked last
   is kept; the others say !link yes. */

enum { ASKED_LONGEST_MS = 60 * 60 * 1000 };

struct asked {
    struct shelf_item item;
    char key[HOST_KEY];
    int64_t until;
};

static bool is_over(void *arg, const struct shelf_item *item)
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
                                            .is_idle = is_over,
                                            .free = free_asked});
}

static void relay_asked_init(struct far *far)
{
    begin(&far->asked_here);
    begin(&far->asked_there);
}

static void relay_asked_fini(struct far *far)
{
    shelf_fini(&far->asked_here);
    shelf_fini(&far->asked_there);
}

void relay_asked_note(struct far *far, struct shelf *shelf, const char *key, int64_t ms)
{
    struct asked *asked = (struct asked *)shelf_find(shelf, key);
    if (asked)
        shelf_drop(shelf, &asked->item);
    shelf_tidy(shelf, relay_now(far));
    if (ms <= 0)
        return;
    asked = calloc(1, sizeof *asked);
    check(asked);
    asked->until = relay_now(far) + ms;
    snprintf(asked->key, sizeof asked->key, "%s", key);
    shelf_add(shelf, &asked->item, asked->key, relay_now(far));
}

bool relay_asked_is(const struct far *far, const char *key)
{
    const struct asked *asked = (const struct asked *)shelf_find(&far->asked_here, key);
    return asked && relay_now(far) < asked->until;
}

static void tell_asked(void *arg, struct shelf_item *item)
{
    struct far *far = arg;
    const struct asked *asked = (const struct asked *)item;
    if (asked->until > relay_now(far))
        relay_send_event(far, &(struct host_event){.kind = HOST_EVENT_ASKED,
                                                   .who = asked->key,
                                                   .ms = asked->until - relay_now(far)});
}

void relay_asked_begin_anew(struct far *far)
{
    shelf_fini(&far->asked_here);
    begin(&far->asked_here);
    shelf_each(&far->asked_there, tell_asked, far);
}

/* ---- whose answer is awaited ---- */

/* What somebody pressed here for a table there, while the network shows that an answer is under
   way. If the process there is found to be away before it has answered, the person reads that,
   and the answer comes when it is back. Nothing is lost where somebody presses more than is kept
   here: the person does not read that once more, and nobody else reads it less. */

struct awaited {
    struct awaited *next;
    json_t *heard;
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
    struct heard said;
    relay_read(&relay_heard, awaited->heard, &said);
    relay_say(far->relay, &said, RELAY_STRING_WAITS, false);
    if (own->dealt_with)
        own->dealt_with(own->self, said.id);
    fields_drop(&relay_heard, &said);
}

/* What nobody waits for any more. The newest comes first. */
static void drop_old(struct far *far)
{
    struct awaited **link = &far->awaited;
    while (*link && relay_now(far) - (*link)->at < AWAITED_LONGEST_MS)
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

static void relay_awaited_look(void *arg)
{
    struct far *far = arg;
    drop_old(far);
    while (far->awaited && relay_is_away(far)) {
        tell(far, far->awaited);
        drop(far, &far->awaited);
    }
    if (far->awaited)
        loop_timer_set(&far->look, AWAITED_MS);
}

void relay_awaited_add(struct far *far, const struct heard *heard, json_t *sent)
{
    if (!heard->is_awaited || !heard->id)
        return;
    make_room(far, json_string_value(json_object_get(sent, "key")));
    if (far->awaited_count == AWAITED_MOST)
        return;
    struct awaited *awaited = calloc(1, sizeof *awaited);
    check(awaited);
    *awaited =
        (struct awaited){.next = far->awaited, .heard = json_incref(sent), .at = relay_now(far)};
    far->awaited = awaited;
    far->awaited_count++;
    if (!loop_timer_is_set(&far->look))
        loop_timer_set(&far->look, relay_is_away(far) ? 0 : AWAITED_MS);
}

void relay_awaited_answered(struct far *far, const char *id)
{
    for (struct awaited **link = &far->awaited; *link;)
        if (strcmp(id_of(*link), id) == 0)
            drop(far, link);
        else
            link = &(*link)->next;
}

static void relay_awaited_forget(struct far *far)
{
    loop_timer_stop(&far->look);
    while (far->awaited)
        drop(far, &far->awaited);
}

/* ---- the port: what the host here tells people there ---- */

static void post(void *self, const struct post *post)
{
    struct far *far = self;
    json_t *object = relay_write(&relay_post, post);
    relay_put(object, "k", "post");
    sheets_told_put_board(far, post, object);
    relay_tell(far, post->room, object);
}

static void whisper(void *self, const struct whisper *whisper)
{
    struct far *far = self;
    char place[HOST_ROOM];
    json_t *object = relay_write(&relay_whisper, whisper);
    relay_put(object, "k", "whisper");
    sheets_told_put_seat(far, whisper, object);
    snprintf(place, sizeof place, "@%s", whisper->person);
    relay_tell(far, place, object);
}

static bool is_lasting(void *self, const char *key)
{
    const struct far *far = self;
    return !far->setup.key_lasts || far->setup.key_lasts(key);
}

static bool is_away(void *self, const char *room)
{
    (void)room;
    return relay_is_away(self);
}

static void dealt_with(void *self, const char *id)
{
    struct far *far = self;
    const struct relay_mail *mail = &far->relay->setup.mail;
    struct pending **link = &far->pending;
    while (*link && strcmp((*link)->id, id) != 0)
        link = &(*link)->next;
    struct pending *pending = *link;
    if (!pending)
        return;
    *link = pending->next;
    mail->done(mail->self, far->network, pending->number);
    if (pending->has_own_id)
        send_texts(far, "dealt", "id", id, (char *)0);
    free(pending);
}

/* ---- whether somebody there can be told something ---- */

struct reached *relay_reached(struct far *far, const char *key)
{
    for (int i = 0; i < REACH_MOST; i++)
        if (strcmp(far->reached[i].key, key) == 0)
            return &far->reached[i];
    struct reached *reached = &far->reached[far->next_reached];
    far->next_reached = (far->next_reached + 1) % REACH_MOST;
    *reached = (struct reached){.reach = HOST_REACH_ASKED, .asked_at = -1};
    snprintf(reached->key, sizeof reached->key, "%s", key);
    return reached;
}

/* What is not answered in time is told by the timer. Who was out of reach is asked about again
   later. */
static enum host_reach reach(void *self, const char *key)
{
    struct far *far = self;
    struct reached *reached = relay_reached(far, key);
    bool is_new = reached->reach == HOST_REACH_ASKED && reached->asked_at < 0;
    if (is_new ||
        (reached->reach == HOST_UNREACHED && relay_now(far) - reached->asked_at > 2 * REACH_MS)) {
        reached->reach = HOST_REACH_ASKED;
        send_texts(far, "reach?", "key", key, (char *)0);
        reached->asked_at = relay_now(far);
        if (!loop_timer_is_set(&far->asked))
            loop_timer_set(&far->asked, REACH_MS);
    }
    return reached->reach;
}

static void stop_asking(void *arg)
{
    struct far *far = arg;
    for (int i = 0; i < REACH_MOST; i++) {
        struct reached *reached = &far->reached[i];
        if (!reached->key[0] || reached->reach != HOST_REACH_ASKED || reached->asked_at < 0)
            continue;
        if (relay_now(far) - reached->asked_at < REACH_MS) {
            loop_timer_set(&far->asked, REACH_MS);
            continue;
        }
        reached->reach = HOST_UNREACHED;
        host_reach_known(far->relay->setup.host, identity(far->network, reached->key),
                         relay_now(far));
    }
}

static void wear(void *self, const char *key, const char *look)
{
    send_texts(self, "wear", "key", key, "look", look, (char *)0);
}

/* ---- the adapter ---- */

static void send_shown(void *arg, const char *room)
{
    send_texts(arg, "shown", "room", room, (char *)0);
}

static void send_sits(void *arg, const char *key, const char *name)
{
    send_texts(arg, "sits", "key", key, "name", name, (char *)0);
}

static bool have_all_started(const struct relay *relay)
{
    for (int i = 0; i < relay->far_count; i++)
        if (!relay->fars[i]->is_running)
            return false;
    return true;
}

/* The tables here are back: the process there says which rooms they can be told in. */
static void start(struct adapter *adapter)
{
    struct far *far = (struct far *)adapter;
    struct host *host = far->relay->setup.host;
    far->is_running = true;
    send_texts(far, "hello", (char *)0);
    host_each_room(host, far->network, send_shown, far);
    host_each_person(host, far->network, send_sits, far);
    sheets_told_send_all(far);
    if (have_all_started(far->relay))
        far->relay->setup.mail.begin(far->relay->setup.mail.self);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    ((struct far *)adapter)->is_running = false;
    left(arg);
}

static void far_free(struct adapter *adapter)
{
    struct far *far = (struct far *)adapter;
    loop_timer_stop(&far->asked);
    relay_awaited_forget(far);
    relay_forget(far);
    for (struct pending *pending; (pending = far->pending);) {
        far->pending = pending->next;
        free(pending);
    }
    sheets_fini(&far->roster);
    sheets_told_fini(far);
    relay_asked_fini(far);
    free(far);
}

static void status(struct adapter *adapter, struct text *out)
{
    struct far *far = (struct far *)adapter;
    text_putf(out, "state=%s\nrooms_here=%zu\npeople_here=%zu\nsheet_bytes=%zu\nwaiting=%d\n",
              relay_is_away(far) ? "away" : "elsewhere", far->roster.rooms.count,
              far->roster.people.count, far->roster.bytes, far->again_count);
}

struct adapter *relay_open(struct relay *relay, const struct relay_network *network)
{
    static const struct adapter_ops ops = {
        .name = "relay", .start = start, .stop = stop, .free = far_free, .status = status};
    struct far *far = calloc(1, sizeof *far);
    check(far && relay->far_count < FARS_MOST);
    far->adapter.ops = &ops;
    far->relay = relay;
    far->setup = *network;
    snprintf(far->network, sizeof far->network, "%s", network->network);
    sheets_init(&far->roster);
    sheets_told_init(far);
    relay_asked_init(far);
    loop_timer_init(&far->retry, relay->setup.loop, relay_retry, far);
    loop_timer_init(&far->look, relay->setup.loop, relay_awaited_look, far);
    loop_timer_init(&far->asked, relay->setup.loop, stop_asking, far);
    relay->fars[relay->far_count++] = far;
    host_add_port(relay->setup.host,
                  &(struct host_port){.network = far->network,
                                      .help = network->help,
                                      .is_lasting = network->key_lasts ? is_lasting : NULL,
                                      .has_dear_lines = network->has_dear_lines,
                                      .draws_panels = network->draws_panels,
                                      .post = post,
                                      .whisper = whisper,
                                      .reach = reach,
                                      .is_away = is_away,
                                      .wear = wear,
                                      .dealt_with = dealt_with,
                                      .elsewhere = &relay_elsewhere,
                                      .self = far});
    return &far->adapter;
}

/* ---- all of them ---- */

struct relay *relay_new(const struct relay_setup *setup)
{
    struct relay *relay = calloc(1, sizeof *relay);
    check(relay);
    relay->setup = *setup;
    return relay;
}

void relay_free(struct relay *relay)
{
    free(relay);
}
