/* See relay.h. Out: the ports of the networks that others serve, and what is heard here for
   their tables. Next: relay_in.c, what comes in; relay_text.c, how it is written. */
#include "relay_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "posts.h"
#include "relay_text.h"
#include "relay_told.h"
#include "reports.h"
#include "tables.h"
#include "text.h"

static int64_t now_of(const struct far *far)
{
    return loop_now(far->relay->setup.loop);
}

/* ---- the port: what the host here tells people there ---- */

static void post(void *self, const struct post *post)
{
    struct far *far = self;
    json_t *object = relay_put_post(post);
    relay_put(object, "k", "post");
    told_put_board(far, post, object);
    far_tell(far, post->room, object);
}

static void whisper(void *self, const struct whisper *whisper)
{
    struct far *far = self;
    char place[HOST_ROOM];
    json_t *object = relay_put_whisper(whisper);
    relay_put(object, "k", "whisper");
    told_put_seat(far, whisper, object);
    snprintf(place, sizeof place, "@%s", whisper->person);
    far_tell(far, place, object);
}

static bool is_lasting(void *self, const char *key)
{
    const struct far *far = self;
    return !far->setup.key_lasts || far->setup.key_lasts(key);
}

static bool is_away(void *self, const char *room)
{
    (void)room;
    return far_is_away(self);
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
    if (pending->has_own_id) {
        json_t *object = relay_note("dealt");
        relay_put(object, "id", id);
        far_send(far, NULL, object);
    }
    free(pending);
}

/* ---- whether somebody there can be told something ---- */

struct reached *far_reached(struct far *far, const char *key)
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
    struct reached *reached = far_reached(far, key);
    bool is_new = reached->reach == HOST_REACH_ASKED && reached->asked_at < 0;
    if (is_new ||
        (reached->reach == HOST_UNREACHED && now_of(far) - reached->asked_at > 2 * REACH_MS)) {
        reached->reach = HOST_REACH_ASKED;
        json_t *object = relay_note("reach?");
        relay_put(object, "key", key);
        far_send(far, NULL, object);
        reached->asked_at = now_of(far);
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
        if (now_of(far) - reached->asked_at < REACH_MS) {
            loop_timer_set(&far->asked, REACH_MS);
            continue;
        }
        reached->reach = HOST_UNREACHED;
        host_reach_known(far->relay->setup.host, far->network, reached->key, now_of(far));
    }
}

/* ---- people ---- */

static void wear(void *self, const char *key, const char *look)
{
    json_t *object = relay_note("wear");
    relay_put(object, "key", key);
    relay_put(object, "look", look);
    far_send(self, NULL, object);
}

/* ---- the adapter ---- */

static void send_shown(void *arg, const char *room)
{
    json_t *object = relay_note("shown");
    relay_put(object, "room", room);
    far_send(arg, NULL, object);
}

static void send_sits(void *arg, const char *key, const char *name)
{
    json_t *object = relay_note("sits");
    relay_put(object, "key", key);
    relay_put(object, "name", name);
    far_send(arg, NULL, object);
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
    far_send(far, NULL, relay_note("hello"));
    host_each_room(host, far->network, send_shown, far);
    host_each_person(host, far->network, send_sits, far);
    told_send_all(far);
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
    awaited_forget(far);
    far_forget(far);
    for (struct pending *pending; (pending = far->pending);) {
        far->pending = pending->next;
        free(pending);
    }
    roster_fini(&far->roster);
    told_fini(far);
    asked_fini(far);
    free(far);
}

static void status(struct adapter *adapter, struct text *out)
{
    struct far *far = (struct far *)adapter;
    text_putf(out, "state=%s\nrooms_here=%zu\npeople_here=%zu\nsheet_bytes=%zu\nwaiting=%d\n",
              far_is_away(far) ? "away" : "elsewhere", far->roster.rooms.count,
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
    roster_init(&far->roster);
    told_init(far);
    asked_init(far);
    loop_timer_init(&far->retry, relay->setup.loop, far_retry, far);
    loop_timer_init(&far->look, relay->setup.loop, awaited_look, far);
    loop_timer_init(&far->asked, relay->setup.loop, stop_asking, far);
    relay->fars[relay->far_count++] = far;
    host_add_port(relay->setup.host,
                  &(struct host_port){.network = far->network,
                                      .help = network->help,
                                      .is_lasting = network->key_lasts ? is_lasting : NULL,
                                      .has_dear_lines = network->has_dear_lines,
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
