/* See inbox.h. */
#include "inbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guilds.h"
#include "hear.h"
#include "keep.h"
#include "log.h"
#include "overwrites.h"
#include "people.h"
#include "people_kept.h"
#include "rest.h"
#include "shelf.h"

enum {
    LANES_MOST = 1000,        /* lanes remembered though nothing waits in them */
    IDLE_MS = 16 * 60 * 1000, /* backfill.c does not bring older messages again */
    WAITING_IN_ALL = 20000,   /* messages; above this, new ones are not heard */
    LOG_MS = 60 * 1000,       /* between two lines of the log about that */
    CHANNEL_DM = 1,
    ASK_MS = 10 * 1000
};

struct lane {
    struct shelf_item item; /* first */
    char channel[DISCORD_ID];
    char guild[DISCORD_ID]; /* the guild of what waits; "" in private */
    uint64_t heard;         /* id of the latest message that was heard */
    uint64_t complete;      /* all up to this id were heard: one that comes now comes twice */
    bool has_news;          /* `heard` must be kept */
    bool is_held;           /* backfill.c will bring earlier messages */
    bool is_asking;         /* a member is being asked for */
    json_t *waiting;        /* messages, by id */
};

struct inbox {
    struct shelf lanes;
    int waiting, held;    /* messages; lanes */
    bool has_news;        /* some lane has news */
    int64_t silent_until; /* until then messages above the limit are not logged */
};

static uint64_t number_of(const json_t *message)
{
    char id[DISCORD_ID];
    return field_id(message, "id", id) ? strtoull(id, NULL, 10) : 0;
}

/* ---- lanes ---- */

static void put_key(const struct discord *discord, const char *channel, char key[128])
{
    snprintf(key, 128, "%s:heard:%s", discord->network, channel);
}

static struct lane *lane_new(const struct discord *discord, const char *channel)
{
    struct lane *lane = calloc(1, sizeof *lane);
    char key[128];
    check(lane);
    snprintf(lane->channel, sizeof lane->channel, "%s", channel);
    lane->waiting = json_array();
    check(lane->waiting);
    put_key(discord, channel, key);
    const char *kept = keep_get(discord->setup.keep, key);
    lane->heard = kept ? strtoull(kept, NULL, 10) : 0;
    return lane;
}

static struct lane *lane_of(struct discord *discord, const char *channel)
{
    struct shelf *lanes = &discord->inbox->lanes;
    struct lane *lane = (struct lane *)shelf_find(lanes, channel);
    if (lane) {
        shelf_use(lanes, &lane->item, loop_now(discord->loop));
        return lane;
    }
    lane = lane_new(discord, channel);
    shelf_add(lanes, &lane->item, lane->channel, loop_now(discord->loop));
    return lane;
}

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct lane *lane = (const struct lane *)item;
    (void)arg;
    return !lane->has_news && !lane->is_held && !lane->is_asking &&
           json_array_size(lane->waiting) == 0;
}

static void free_lane(struct shelf_item *item)
{
    struct lane *lane = (struct lane *)item;
    json_decref(lane->waiting);
    free(lane);
}

struct inbox *inbox_new(void)
{
    struct inbox *inbox = calloc(1, sizeof *inbox);
    check(inbox);
    shelf_init(&inbox->lanes,
               &(struct shelf_rules){
                   .most = LANES_MOST, .idle_ms = IDLE_MS, .is_idle = is_idle, .free = free_lane});
    return inbox;
}

void inbox_free(struct inbox *inbox)
{
    if (inbox)
        shelf_fini(&inbox->lanes);
    free(inbox);
}

void inbox_tidy(struct discord *discord)
{
    shelf_tidy(&discord->inbox->lanes, loop_now(discord->loop));
}

size_t inbox_count(const struct discord *discord)
{
    return discord->inbox->lanes.count;
}

/* ---- who somebody is in a guild: messages that come late do not say it ---- */

struct waiting_member {
    struct discord *discord;
    char channel[DISCORD_ID], user[DISCORD_ID];
};

static void pump(struct discord *discord, struct lane *lane);

static void put_member(const struct lane *lane, const char *user, const json_t *member)
{
    for (size_t i = 0; i < json_array_size(lane->waiting); i++) {
        json_t *message = json_array_get(lane->waiting, i);
        char author[DISCORD_ID];
        if (!json_is_object(json_object_get(message, "member")) &&
            field_id(json_object_get(message, "author"), "id", author) && strcmp(author, user) == 0)
            json_object_set(message, "member", (json_t *)member);
    }
}

static void on_member(void *arg, const struct rest_answer *answer)
{
    struct waiting_member *waiting = arg;
    struct lane *lane = lane_of(waiting->discord, waiting->channel);
    bool is_known = answer->outcome == REST_DONE && json_is_object(answer->body);
    json_t *nobody = json_object();
    if (!is_known)
        discord_log_refusal("discord-member-unknown", waiting->user, answer);
    lane->is_asking = false;
    put_member(lane, waiting->user, is_known ? answer->body : nobody);
    json_decref(nobody);
    pump(waiting->discord, lane);
    free(waiting);
}

static void ask_member(struct discord *discord, struct lane *lane, const char *guild,
                       const char *user)
{
    struct waiting_member *waiting = calloc(1, sizeof *waiting);
    check(waiting);
    waiting->discord = discord;
    snprintf(waiting->channel, sizeof waiting->channel, "%s", lane->channel);
    snprintf(waiting->user, sizeof waiting->user, "%s", user);
    lane->is_asking = true;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/guilds/{}/members/{}",
                                                    .ids = {guild, user},
                                                    .deadline = loop_now(discord->loop) + ASK_MS,
                                                    .done = on_member,
                                                    .arg = waiting,
                                                    .forget = free});
}

/* Whether the author's roles are known; if not, they are asked for. */
static bool knows_member(struct discord *discord, struct lane *lane, const json_t *message,
                         const char *guild)
{
    char author[DISCORD_ID];
    bool is_known = json_is_object(json_object_get(message, "member")) ||
                    !field_id(json_object_get(message, "author"), "id", author);
    if (!is_known && !lane->is_asking)
        ask_member(discord, lane, guild, author);
    return is_known;
}

/* ---- who may command in a guild ---- */

struct waiting_guild {
    struct discord *discord;
    char id[DISCORD_ID];
};

static void ask_guild(struct discord *discord, const char *id);

static void pump_item(void *arg, struct shelf_item *item)
{
    pump(arg, (struct lane *)item);
}

static void pump_all(struct discord *discord)
{
    if (discord->inbox->waiting > 0)
        shelf_each(&discord->inbox->lanes, pump_item, discord);
}

static void on_guild(void *arg, const struct rest_answer *answer)
{
    struct waiting_guild *waiting = arg;
    struct discord *discord = waiting->discord;
    if (guilds_answer(discord, waiting->id, answer))
        ask_guild(discord, waiting->id);
    else
        pump_all(discord);
    free(waiting);
}

static void ask_guild(struct discord *discord, const char *id)
{
    struct waiting_guild *waiting = calloc(1, sizeof *waiting);
    check(waiting);
    waiting->discord = discord;
    snprintf(waiting->id, sizeof waiting->id, "%s", id);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/guilds/{}",
                                                    .ids = {waiting->id},
                                                    .deadline = loop_now(discord->loop) + ASK_MS,
                                                    .done = on_guild,
                                                    .arg = waiting,
                                                    .forget = free});
}

static bool knows_guild(struct discord *discord, const char *id)
{
    if (guilds_is_to_be_asked(discord, id))
        ask_guild(discord, id);
    return guilds_knows(discord, id);
}

/* ---- in order ---- */

static bool must_wait(struct discord *discord, struct lane *lane, const json_t *message)
{
    char guild[DISCORD_ID];
    if (lane->is_held)
        return true;
    if (!hear_is_meant(discord, message))
        return false;
    if (discord->is_stopping)
        return true; /* the next process hears it */
    if (!field_id(message, "guild_id", guild))
        return false;
    return !knows_guild(discord, guild) || !knows_member(discord, lane, message, guild) ||
           (hear_is_command(discord, message) &&
            !overwrites_are_known(discord, lane->channel, guild, pump_all));
}

static void hear(struct discord *discord, struct lane *lane, const json_t *message)
{
    uint64_t id = number_of(message);
    hear_message(discord, message);
    if (id > lane->heard)
        lane->heard = id;
    if (!hear_is_meant(discord, message))
        return; /* talk need not be remembered */
    lane->has_news = true;
    discord->inbox->has_news = true;
}

static void pump(struct discord *discord, struct lane *lane)
{
    json_t *message;
    while ((message = json_array_get(lane->waiting, 0)) && !must_wait(discord, lane, message)) {
        json_incref(message);
        json_array_remove(lane->waiting, 0);
        discord->inbox->waiting--;
        hear(discord, lane, message);
        json_decref(message);
    }
}

/* ---- what waits ---- */

struct tally {
    const char *guild;
    int waiting;
};

static void count_guild(void *arg, struct shelf_item *item)
{
    struct tally *tally = arg;
    const struct lane *lane = (const struct lane *)item;
    if (strcmp(lane->guild, tally->guild) == 0)
        tally->waiting += (int)json_array_size(lane->waiting);
}

static bool is_of(const json_t *message, const char *author)
{
    char id[DISCORD_ID];
    return field_id(json_object_get(message, "author"), "id", id) && strcmp(id, author) == 0;
}

static bool has_place(struct discord *discord, const struct lane *lane, const json_t *message)
{
    struct inbox *inbox = discord->inbox;
    struct tally tally = {.guild = lane->guild};
    char author[DISCORD_ID] = "";
    int of_person = 0;
    field_id(json_object_get(message, "author"), "id", author);
    for (size_t i = 0; i < json_array_size(lane->waiting); i++)
        of_person += is_of(json_array_get(lane->waiting, i), author);
    if (of_person >= INBOX_OF_PERSON || inbox->waiting >= WAITING_IN_ALL)
        return false;
    if (*lane->guild && inbox->waiting >= INBOX_OF_GUILD)
        shelf_each(&inbox->lanes, count_guild, &tally);
    return tally.waiting < INBOX_OF_GUILD;
}

static void log_too_much(struct discord *discord, const struct lane *lane)
{
    if (loop_now(discord->loop) < discord->inbox->silent_until)
        return;
    discord->inbox->silent_until = loop_now(discord->loop) + LOG_MS;
    log_event(LOG_WARN, "discord-too-much-waits", "where", lane->channel, (char *)0);
}

/* Drops all mentions but ours: a message may mention a hundred people. */
static json_t *without_others(const struct discord *discord, const json_t *message)
{
    const json_t *mentions = json_object_get(message, "mentions");
    json_t *copy = json_copy((json_t *)message), *ours = json_array();
    check(copy && ours);
    for (size_t i = 0; i < json_array_size(mentions); i++) {
        char id[DISCORD_ID];
        if (field_id(json_array_get(mentions, i), "id", id) && strcmp(id, discord->user) == 0)
            json_array_append(ours, json_array_get(mentions, i));
    }
    check(json_object_set_new(copy, "mentions", ours) == 0);
    return copy;
}

/* In the order of ids, each once. */
static void put_in_lane(struct discord *discord, struct lane *lane, const json_t *message)
{
    size_t place = json_array_size(lane->waiting);
    while (place > 0 && number_of(json_array_get(lane->waiting, place - 1)) > number_of(message))
        place--;
    if (place > 0 && number_of(json_array_get(lane->waiting, place - 1)) == number_of(message))
        return;
    if (!field_id(message, "guild_id", lane->guild))
        lane->guild[0] = '\0';
    if (!has_place(discord, lane, message)) {
        log_too_much(discord, lane);
        return;
    }
    check(json_array_insert_new(lane->waiting, place, without_others(discord, message)) == 0);
    discord->inbox->waiting++;
}

/* Talk is heard before what waits: it has no effect, and may be heard twice. */
static void let_in(struct discord *discord, struct lane *lane, const json_t *message)
{
    bool has_to_wait = lane->is_held || json_array_size(lane->waiting) > 0;
    if (has_to_wait && !hear_is_meant(discord, message)) {
        hear_message(discord, message);
        return;
    }
    put_in_lane(discord, lane, message);
    pump(discord, lane);
}

bool inbox_message(struct discord *discord, const json_t *message)
{
    char channel[DISCORD_ID];
    bool is_meant = hear_is_meant(discord, message);
    if (!hear_is_of_person(discord, message) || !field_id(message, "channel_id", channel) ||
        (!is_meant && !shelf_find(&discord->inbox->lanes, channel))) {
        hear_message(discord, message); /* no person wrote it, or nothing waits in that channel */
        return false;
    }
    struct lane *lane = lane_of(discord, channel);
    if (number_of(message) > lane->complete)
        let_in(discord, lane, message);
    return is_meant && lane->is_held;
}

/* ---- what comes first ---- */

uint64_t inbox_hold(struct discord *discord, const char *channel)
{
    struct lane *lane = lane_of(discord, channel);
    discord->inbox->held += !lane->is_held;
    lane->is_held = true;
    return lane->heard > lane->complete ? lane->heard : lane->complete;
}

/* As the gateway would have sent it, but without "member". */
static json_t *as_event(const json_t *message, const char *guild)
{
    json_t *event = json_copy((json_t *)message);
    check(event);
    if (*guild)
        json_object_set_new(event, "guild_id", json_string(guild));
    else
        json_object_set_new(event, "channel_type", json_integer(CHANNEL_DM));
    return event;
}

void inbox_bring(struct discord *discord, const char *channel, const char *guild,
                 const json_t *message)
{
    struct lane *lane = lane_of(discord, channel);
    if (!hear_is_of_person(discord, message) || number_of(message) <= lane->heard)
        return;
    json_t *event = as_event(message, guild);
    let_in(discord, lane, event);
    json_decref(event);
}

void inbox_release(struct discord *discord, const char *channel, uint64_t complete)
{
    struct lane *lane = lane_of(discord, channel);
    discord->inbox->held -= lane->is_held;
    lane->is_held = false;
    lane->complete = complete > lane->complete ? complete : lane->complete;
    pump(discord, lane);
}

void inbox_go_on(struct discord *discord)
{
    pump_all(discord);
}

/* ---- what lasts ---- */

static void keep_lane(void *arg, struct shelf_item *item)
{
    struct discord *discord = arg;
    struct lane *lane = (struct lane *)item;
    char key[128], id[DISCORD_ID];
    if (!lane->has_news)
        return;
    lane->has_news = false;
    put_key(discord, lane->channel, key);
    snprintf(id, sizeof id, "%" PRIu64, lane->heard);
    keep_put(discord->setup.keep, key, id, NULL, NULL);
}

void inbox_keep(struct discord *discord)
{
    if (discord->inbox->has_news)
        shelf_each(&discord->inbox->lanes, keep_lane, discord);
    discord->inbox->has_news = false;
}

/* What was read in the person's channel so far is written down first, so that it is not written
   later. */
void inbox_forget(void *self, const char *key)
{
    inbox_keep(self);
    people_forget_choices(self, key);
}

int inbox_waiting(const struct discord *discord)
{
    return discord->inbox->waiting + discord->inbox->held;
}
