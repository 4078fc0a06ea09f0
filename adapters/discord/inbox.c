/* See inbox.h. */
#include "inbox.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "check.h"
#include "elsewhere.h"
#include "keep.h"
#include "log.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "rest.h"
#include "shelf.h"
#include "tables.h"

enum {
    LANES_MOST = 1000,
    IDLE_MS = 16 * 60 * 1000, /* the backfill does not bring older messages */
    WAITING_IN_ALL = 20000,   /* above this, new ones are not heard */
    LOG_MS = 60 * 1000,
    CHANNEL_DM = 1
};

struct lane {
    struct shelf_item item; /* first */
    char channel[DISCORD_ID];
    char guild[DISCORD_ID]; /* the guild of what waits; "" in private */
    uint64_t heard;
    uint64_t complete; /* one that comes now comes twice */
    bool has_news;     /* `heard` must be kept */
    bool is_held;
    bool is_asking;  /* a member is being asked for */
    json_t *waiting; /* messages, by id */
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

static void on_member(const struct errand *errand, const struct rest_answer *answer)
{
    struct lane *lane = lane_of(errand->discord, errand->in);
    bool is_known = answer->outcome == REST_DONE && json_is_object(answer->body);
    json_t *nobody = json_object();
    if (!is_known)
        discord_log_refusal("discord-member-unknown", errand->id, answer);
    lane->is_asking = false;
    put_member(lane, errand->id, is_known ? answer->body : nobody);
    json_decref(nobody);
    pump(errand->discord, lane);
}

static void ask_member(struct discord *discord, struct lane *lane, const char *guild,
                       const char *user)
{
    struct errand errand = {.discord = discord, .done = on_member};
    snprintf(errand.id, sizeof errand.id, "%s", user);
    snprintf(errand.in, sizeof errand.in, "%s", lane->channel);
    lane->is_asking = true;
    discord_ask_about(&errand, "/guilds/{}/members/{}", (const char *[2]){guild, user}, false);
}

/* If not, they are asked for. */
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

static void on_guild(const struct errand *errand, const struct rest_answer *answer)
{
    if (places_guild_answer(errand->discord, errand->id, answer))
        ask_guild(errand->discord, errand->id);
    else
        pump_all(errand->discord);
}

static void ask_guild(struct discord *discord, const char *id)
{
    struct errand errand = {.discord = discord, .done = on_guild};
    snprintf(errand.id, sizeof errand.id, "%s", id);
    discord_ask_about(&errand, "/guilds/{}", (const char *[2]){id}, false);
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
    if (places_guild_is_to_be_asked(discord, guild))
        ask_guild(discord, guild);
    return !places_guild_knows(discord, guild) || !knows_member(discord, lane, message, guild) ||
           (hear_is_command(discord, message) &&
            !places_overwrites_are_known(discord, lane->channel, guild, pump_all));
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

static bool has_place(struct discord *discord, const struct lane *lane, const json_t *message)
{
    struct inbox *inbox = discord->inbox;
    struct tally tally = {.guild = lane->guild};
    char author[DISCORD_ID] = "", other[DISCORD_ID];
    int of_person = 0;
    field_id(json_object_get(message, "author"), "id", author);
    for (size_t i = 0; i < json_array_size(lane->waiting); i++)
        of_person +=
            field_id(json_object_get(json_array_get(lane->waiting, i), "author"), "id", other) &&
            strcmp(other, author) == 0;
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

/* A message may mention a hundred people. */
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
        hear_message(discord, message);
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

/* Without "member". */
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

/* In any order; `guild` "": a direct message. */
static void inbox_bring(struct discord *discord, const char *channel, const char *guild,
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

/* First, so that it is not written later. */
void inbox_forget(void *self, const char *key)
{
    inbox_keep(self);
    people_forget_choices(self, key);
}

int inbox_waiting(const struct discord *discord)
{
    return discord->inbox->waiting + discord->inbox->held;
}

/* ---- what was missed ---- */

enum {
    /* older commands are not carried out; docs/hosting-reference.md says so */
    OLDEST_MS = 15 * 60 * 1000,
    PAGE = 100, /* messages in one answer, at most */
    MESSAGES_MOST = 1000,
    ASKED_MOST = 64,
    FIRST_MS = 1000, /* Discord lists the guilds one by one */
    SPREAD_MS = 250,
    PATIENCE_MS = 30 * 1000,
    EPOCH_SHIFT = 22
};

static const int64_t epoch = INT64_C(1420070400000); /* of snowflakes, in ms since 1970 */

struct gap {
    struct gap *next;
    struct discord *discord;
    char channel[DISCORD_ID], guild[DISCORD_ID]; /* guild "": direct messages */
    uint64_t after;                              /* older messages are known, or too old */
    /* 0: none so far */
    uint64_t brought;
    int page; /* messages to ask for at once */
    int asked, messages;
    bool is_asked; /* a request is under way */
    bool is_background;
    bool has_grown;
};

struct backfill {
    struct gap *gaps;
    bool is_busy;
    struct loop_timer next;
};

/* The least id of a message that is OLDEST_MS old. */
static uint64_t backfill_since(const struct discord *discord)
{
    int64_t oldest = loop_wall(discord->loop) - OLDEST_MS - epoch;
    return oldest > 0 ? (uint64_t)oldest << EPOCH_SHIFT : 0;
}

/* ---- asking ---- */

static void look_on(struct backfill *backfill, int64_t ms)
{
    if (backfill->gaps && !backfill->is_busy && !loop_timer_is_set(&backfill->next))
        loop_timer_set(&backfill->next, ms);
}

static void close_gap(struct gap *gap)
{
    struct discord *discord = gap->discord;
    struct backfill *backfill = discord->backfill;
    struct gap **link = &backfill->gaps;
    while (*link != gap)
        link = &(*link)->next;
    *link = gap->next;
    if (gap->is_background)
        backfill->is_busy = false;
    inbox_release(discord, gap->channel, gap->brought);
    free(gap);
    look_on(backfill, SPREAD_MS);
}

static void ask(struct gap *gap, enum rest_lane lane);

static void bring(struct gap *gap, const json_t *messages)
{
    gap->messages += (int)json_array_size(messages);
    for (size_t i = 0; i < json_array_size(messages); i++) {
        const json_t *message = json_array_get(messages, i);
        char id[DISCORD_ID];
        if (!field_id(message, "id", id))
            continue;
        uint64_t number = strtoull(id, NULL, 10);
        gap->brought = number > gap->brought ? number : gap->brought;
        inbox_bring(gap->discord, gap->channel, gap->guild, message);
    }
}

static void on_messages(void *arg, const struct rest_answer *answer)
{
    struct gap *gap = arg;
    bool is_too_large = answer->outcome == REST_FAILED && answer->is_too_large && gap->page > 1;
    bool has_more =
        is_too_large || json_array_size(answer->body) == (size_t)gap->page || gap->has_grown;
    bool goes_on = is_too_large || answer->outcome == REST_DONE;
    if (answer->outcome == REST_DONE)
        bring(gap, answer->body);
    else if (is_too_large)
        gap->page /= 2;
    else
        discord_log_refusal("discord-missed-unknown", gap->channel, answer);
    if (goes_on && has_more && gap->messages < MESSAGES_MOST && gap->asked < ASKED_MOST) {
        ask(gap, REST_PERSON);
        return;
    }
    if (goes_on && has_more)
        log_event(LOG_WARN, "discord-missed-too-many", "where", gap->channel, (char *)0);
    close_gap(gap);
}

static void ask(struct gap *gap, enum rest_lane lane)
{
    char query[64];
    snprintf(query, sizeof query, "limit=%d&after=%" PRIu64, gap->page,
             gap->brought ? gap->brought : gap->after);
    gap->asked++;
    gap->is_asked = true;
    gap->has_grown = false;
    rest_send(gap->discord->rest,
              &(struct rest_request){.lane = lane,
                                     .method = "GET",
                                     .route = "/channels/{}/messages",
                                     .ids = {gap->channel},
                                     .query = query,
                                     .deadline = loop_now(gap->discord->loop) + PATIENCE_MS,
                                     .done = on_messages,
                                     .arg = gap});
}

static bool is_worth_asking(const struct gap *gap)
{
    char room[HOST_ROOM];
    places_room_of(gap->channel, room);
    return !*gap->guild || (places_is_open(gap->discord, room) &&
                            host_has_table(gap->discord->host, gap->discord->network, room));
}

static void ask_next(void *arg)
{
    struct discord *discord = arg;
    struct backfill *backfill = discord->backfill;
    struct gap *gap = backfill->gaps;
    while (gap && gap->is_asked)
        gap = gap->next;
    if (!gap)
        return;
    if (!is_worth_asking(gap)) {
        close_gap(gap);
        return;
    }
    gap->is_background = backfill->is_busy = true;
    ask(gap, REST_BACKGROUND);
}

/* ---- what has to be asked ---- */

static struct gap *find_gap(const struct backfill *backfill, const char *channel)
{
    struct gap *gap = backfill->gaps;
    while (gap && strcmp(gap->channel, channel) != 0)
        gap = gap->next;
    return gap;
}

void inbox_backfill_in(struct discord *discord, const char *channel, const char *guild)
{
    struct backfill *backfill = discord->backfill;
    struct gap *gap = find_gap(backfill, channel), **end = &backfill->gaps;
    if (gap) {
        gap->has_grown = true;
        return;
    }
    while (*end)
        end = &(*end)->next;
    gap = *end = calloc(1, sizeof *gap);
    check(gap);
    gap->discord = discord;
    gap->page = PAGE;
    snprintf(gap->channel, sizeof gap->channel, "%s", channel);
    snprintf(gap->guild, sizeof gap->guild, "%s", guild);
    uint64_t heard = inbox_hold(discord, channel), since = backfill_since(discord);
    gap->after = heard > since ? heard : since;
    look_on(backfill, FIRST_MS);
}

static void backfill_by(void *arg, const char *key, const char *name)
{
    struct discord *discord = arg;
    const struct person *person = people_get(discord, key);
    (void)name;
    if (person->dm_channel[0])
        inbox_backfill_in(discord, person->dm_channel, "");
}

void inbox_backfill_in_private(struct discord *discord)
{
    host_each_person(discord->host, discord->network, backfill_by, discord);
}

void inbox_backfill_hurry(struct discord *discord, const char *channel)
{
    struct gap *gap = find_gap(discord->backfill, channel);
    if (gap && !gap->is_asked)
        ask(gap, REST_PERSON);
}

/* ---- life ---- */

struct backfill *inbox_backfill_new(struct discord *discord)
{
    struct backfill *backfill = calloc(1, sizeof *backfill);
    check(backfill);
    loop_timer_init(&backfill->next, discord->loop, ask_next, discord);
    return backfill;
}

void inbox_backfill_free(struct backfill *backfill)
{
    while (backfill && backfill->gaps) {
        struct gap *gap = backfill->gaps;
        backfill->gaps = gap->next;
        free(gap);
    }
    if (backfill)
        loop_timer_stop(&backfill->next);
    free(backfill);
}

/* ---- what is over ---- */

struct sweep {
    struct discord *discord;
    bool (*is_over)(struct discord *discord, const char *id, const char *value);
    size_t prefix;
    json_t *keys;
};

static void look(void *arg, const char *key, const char *value)
{
    struct sweep *sweep = arg;
    if (sweep->is_over(sweep->discord, key + sweep->prefix, value))
        json_array_append_new(sweep->keys, json_string(key));
}

static void sweep_kept(struct discord *discord, const char *what,
                       bool (*is_over)(struct discord *discord, const char *id, const char *value))
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s:%s:", discord->network, what);
    struct sweep sweep = {discord, is_over, strlen(prefix), json_array()};
    keep_each(discord->setup.keep, prefix, look, &sweep);
    for (size_t i = 0; i < json_array_size(sweep.keys); i++)
        keep_put(discord->setup.keep, json_string_value(json_array_get(sweep.keys, i)), NULL, NULL,
                 NULL);
    json_decref(sweep.keys);
}

static bool is_room_over(struct discord *discord, const char *room, const char *value)
{
    (void)value;
    return !host_has_table(discord->host, discord->network, room) && !board_find(discord, room);
}

static bool is_place_over(struct discord *discord, const char *room, const char *value)
{
    bool is_over = is_room_over(discord, room, value);
    if (is_over)
        places_unkeep(discord, room);
    return is_over;
}

static bool is_hand_over(struct discord *discord, const char *person, const char *value)
{
    struct host_board table;
    return !host_board_of(discord->host, identity(discord->network, person),
                          strtoll(value, NULL, 10), &table);
}

static bool is_heard_old(struct discord *discord, const char *channel, const char *value)
{
    (void)channel;
    return strtoull(value, NULL, 10) < backfill_since(discord);
}

void inbox_sweep(struct discord *discord)
{
    sweep_kept(discord, "place", is_place_over);
    sweep_kept(discord, "board", is_room_over);
    sweep_kept(discord, "letter", is_hand_over);
    sweep_kept(discord, "heard", is_heard_old);
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
