/* See backfill.h. */
#include "backfill.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "elsewhere.h"
#include "inbox.h"
#include "log.h"
#include "people.h"
#include "places.h"
#include "rest.h"
#include "tables.h"

enum {
    /* older commands are not carried out; docs/hosting-reference.md says so */
    OLDEST_MS = 15 * 60 * 1000,
    PAGE = 100, /* messages in one answer, at most */
    MESSAGES_MOST = 1000,
    ASKED_MOST = 64,
    FIRST_MS = 1000, /* after a new session, in which Discord lists the guilds one by one */
    SPREAD_MS = 250, /* from an answer to the next question */
    PATIENCE_MS = 30 * 1000,
    EPOCH_SHIFT = 22
};

static const int64_t epoch = INT64_C(1420070400000); /* of snowflakes, in ms since 1970 */

/* A channel whose missed messages we ask for. */
struct gap {
    struct gap *next;
    struct discord *discord;
    char channel[DISCORD_ID], guild[DISCORD_ID]; /* guild "": direct messages */
    uint64_t after;                              /* older messages are known, or too old */
    /* the latest message that was brought; 0: none so far */
    uint64_t brought;
    int page; /* messages to ask for at once */
    int asked, messages;
    bool is_asked;      /* a request is under way */
    bool is_background; /* the next channel waits for this request */
    bool has_grown;     /* more was missed since it was asked for */
};

struct backfill {
    struct gap *gaps;
    bool is_busy; /* one gap is being asked for in the background */
    struct loop_timer next;
};

/* The least id of a message that is OLDEST_MS old. */
uint64_t backfill_since(const struct discord *discord)
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

/* False if the table has ended, or if nothing may be said in the room. */
static bool is_worth_asking(const struct gap *gap)
{
    char room[HOST_ROOM];
    room_of_channel(gap->channel, room);
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

void backfill_in(struct discord *discord, const char *channel, const char *guild)
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
    const struct person *person = people_get(discord->people, key);
    (void)name;
    if (person->dm_channel[0])
        backfill_in(discord, person->dm_channel, "");
}

void backfill_in_private(struct discord *discord)
{
    host_each_person(discord->host, discord->network, backfill_by, discord);
}

void backfill_hurry(struct discord *discord, const char *channel)
{
    struct gap *gap = find_gap(discord->backfill, channel);
    if (gap && !gap->is_asked)
        ask(gap, REST_PERSON);
}

/* ---- life ---- */

struct backfill *backfill_new(struct discord *discord)
{
    struct backfill *backfill = calloc(1, sizeof *backfill);
    check(backfill);
    loop_timer_init(&backfill->next, discord->loop, ask_next, discord);
    return backfill;
}

void backfill_free(struct backfill *backfill)
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
