/* See dm.h. */
#include "dm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "log.h"
#include "markdown.h"
#include "people.h"
#include "place.h"
#include "places.h"
#include "posts.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

/* Discord names no figure. Young bots are said to have been stopped after 20 channels within
   minutes: the whole application opens 16 at once and 26 in ten minutes, one guild 12 and 17. */
enum {
    OPENINGS = 16,          /* channels opened at once */
    OPENING_MS = 60 * 1000, /* then one in so long */
    RESERVE = 10,           /* of OPENINGS, kept for people at a table */
    SHARE = 4,              /* of a guild at once */
    /* with its people at a table: the largest one has its first hands at once */
    SHARE_SEATED = 12,
    SHARE_MS = 120 * 1000, /* then one in so long */
    WAITING_OF_GUILD = 16, /* of a guild */
    WAITING_MOST = 256,    /* of all guilds */
    /* a game waits no longer for a channel that is being opened */
    HURRY_MS = 10 * 1000,
    /* after this a person leaves the queue until there is something to say */
    PATIENCE_MS = 1800 * 1000,
    PAUSE_MS = 600 * 1000, /* after Discord said that there were too many */
    AGAIN_MS = 30 * 1000,  /* after Discord did not answer */
    /* a closed channel is tried again after this, once the person does something */
    REFUSED_MS = 600 * 1000,
    REFUSED_MOST_MS = 24 * 3600 * 1000, /* each refusal makes it four times as long */
};

/* What a guild has used of its share; dropped once the share is full again. */
struct share {
    struct share *next;
    char guild[DISCORD_ID]; /* "": none that is known */
    int64_t full_at;        /* when its share is full again */
};

struct opening {
    struct opening *next;
    char person[DISCORD_ID], guild[DISCORD_ID];
    int64_t since;
    bool is_seated;
    bool is_under_way; /* Discord is asked */
};

struct dms {
    struct discord *discord;
    int64_t full_at;      /* when all of OPENINGS are free again */
    int64_t paused_until; /* after Discord said so, or did not answer */
    struct share *shares;
    struct opening *waiting; /* and under way, oldest first */
    struct person *news;     /* oldest first */
    struct loop_timer timer;
};

static void serve(void *arg);

struct dms *dm_queue_new(struct discord *discord)
{
    struct dms *dms = calloc(1, sizeof *dms);
    check(dms);
    dms->discord = discord;
    loop_timer_init(&dms->timer, discord->loop, serve, dms);
    return dms;
}

void dm_queue_free(struct dms *dms)
{
    while (dms && dms->waiting) {
        struct opening *opening = dms->waiting;
        dms->waiting = opening->next;
        free(opening);
    }
    while (dms && dms->shares) {
        struct share *share = dms->shares;
        dms->shares = share->next;
        free(share);
    }
    if (dms)
        loop_timer_stop(&dms->timer);
    free(dms);
}

static void drop(struct opening **link)
{
    struct opening *opening = *link;
    *link = opening->next;
    free(opening);
}

/* Takes the person out of the queue. */
static void drop_person(struct dms *dms, const struct person *person)
{
    for (struct opening **link = &dms->waiting; *link;)
        if (strcmp((*link)->person, person->id) == 0)
            drop(link);
        else
            link = &(*link)->next;
}

/* ---- what became of it ---- */

/* Somebody's newer news take the place of older ones, unless they say less. So the list is
   bounded: each person is in it once, a guild or the network as often as it has people whose
   request was answered or who wrote in this turn of the loop. */
static void add_news(struct discord *discord, struct person *person, enum dm_news news)
{
    struct person **end = &discord->dms->news;
    bool is_final = news == DM_NEWS_OPEN || news == DM_NEWS_REFUSED,
         is_listed = person->news != DM_NEWS_ABSENT;
    if (is_final || news > person->news)
        person->news = news;
    if (is_listed)
        return;
    while (*end)
        end = &(*end)->next_with_news;
    *end = person;
    person->pins++;
    loop_timer_set(&discord->dm_news, 0);
}

struct person *dm_take_news(struct dms *dms, enum dm_news *news)
{
    struct person *person = dms->news;
    *news = person ? person->news : DM_NEWS_ABSENT;
    if (!person)
        return NULL;
    dms->news = person->next_with_news;
    person->next_with_news = NULL;
    person->news = DM_NEWS_ABSENT;
    person->pins--;
    return person;
}

void dm_refused(struct discord *discord, struct person *person)
{
    int64_t wait = REFUSED_MS;
    if (person->dm == DM_REFUSED)
        return;
    person->dm = DM_REFUSED;
    for (int i = 0; i < person->refusals && wait < REFUSED_MOST_MS; i++)
        wait *= 4;
    person->refusals += person->refusals < REFUSALS_MOST;
    person->next_try = loop_wall(discord->loop) + (wait < REFUSED_MOST_MS ? wait : REFUSED_MOST_MS);
    people_keep_dm(discord, person);
    log_event(LOG_INFO, "discord-dm-refused", "user", person->id, (char *)0);
    add_news(discord, person, DM_NEWS_REFUSED);
}

void dm_is_open(struct discord *discord, struct person *person)
{
    person->dm = DM_OPEN;
    person->refusals = 0;
    people_keep_dm(discord, person);
    add_news(discord, person, DM_NEWS_OPEN);
}

/* ---- opening one ---- */

static void greeted(struct place *place, const struct rest_answer *answer)
{
    struct person *person = place->person;
    drop_person(place->discord->dms, person);
    if (answer->outcome == REST_DONE)
        dm_is_open(place->discord, person);
    else if (answer->outcome == REST_REFUSED)
        dm_refused(place->discord, person);
    else
        person->dm = DM_UNKNOWN;
}

static const struct place_kind greeting_kind = {.lane = REST_PERSON,
                                                .is_private = true,
                                                .is_brief = true,
                                                .route = "/channels/{}/messages",
                                                .done = greeted};

/* Only a message that arrives shows that somebody takes direct messages. */
static void greet(struct discord *discord, struct person *person)
{
    const struct markdown_style style = {.prefix = ""};
    char bytes[HOST_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct prose greeting;
    prose_clear(&greeting);
    view_sentence(&greeting, discord_strings[DISCORD_STRING_HANDS_GREETING], (char *)0);
    markdown_put(&greeting, &style, &content);
    place_send(place_new(&greeting_kind, discord, person), markdown_body_new(bytes, NULL, 0),
               false);
}

static void opened(struct place *place, const struct rest_answer *answer)
{
    struct discord *discord = place->discord;
    struct person *person = place->person;
    const char *channel = json_string_value(json_object_get(answer->body, "id"));
    if (answer->outcome == REST_DONE && channel && strlen(channel) < DISCORD_ID) {
        snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
        greet(discord, person);
        return;
    }
    drop_person(discord->dms, person);
    if (answer->outcome == REST_REFUSED && answer->code != CODE_TOO_MANY) {
        dm_refused(discord, person);
        return;
    }
    discord_log_refusal("discord-dm-not-opened", person->id, answer);
    discord->dms->paused_until =
        loop_now(discord->loop) +
        (answer->code == CODE_TOO_MANY ? (int64_t)PAUSE_MS : (int64_t)AGAIN_MS);
    person->dm = DM_UNKNOWN;
    dm_open(discord, person);
}

/* Asked twice, the same channel comes back. */
static const struct place_kind opening_kind = {.lane = REST_PERSON,
                                               .is_private = true,
                                               .is_brief = true,
                                               .route = "/users/@me/channels",
                                               .done = opened};

static void open_channel(struct discord *discord, struct person *person)
{
    person->dm = DM_OPENING;
    place_send(place_new(&opening_kind, discord, person),
               json_pack("{s:s}", "recipient_id", person->id), false);
}

/* ---- turns ---- */

/* Of what Discord bears from a bot, others have the rest. */
static int opening_ms(const struct dms *dms)
{
    return OPENING_MS * dms->discord->part.of / dms->discord->part.shards;
}

static int part_of(const struct dms *dms, int most)
{
    return most * dms->discord->part.shards / dms->discord->part.of;
}

/* When a bucket of `most`, which gets one back every `ms` and is full at `full_at`, holds more
   than `kept`. */
static int64_t ready_at(int64_t full_at, int most, int kept, int ms)
{
    return full_at - (int64_t)(most - kept - 1) * ms;
}

static void take(int64_t *full_at, int ms, int64_t now)
{
    *full_at = (*full_at > now ? *full_at : now) + ms;
}

static struct share *find_share(const struct dms *dms, const char *guild)
{
    struct share *share = dms->shares;
    while (share && strcmp(share->guild, guild) != 0)
        share = share->next;
    return share;
}

static void forget_shares(struct dms *dms, int64_t now)
{
    for (struct share **link = &dms->shares; *link;) {
        struct share *share = *link;
        if (share->full_at > now) {
            link = &share->next;
            continue;
        }
        *link = share->next;
        free(share);
    }
}

static void use_share(struct dms *dms, const char *guild, int64_t now)
{
    struct share *share = find_share(dms, guild);
    if (!share) {
        share = calloc(1, sizeof *share);
        check(share);
        snprintf(share->guild, sizeof share->guild, "%s", guild);
        share->next = dms->shares;
        dms->shares = share;
    }
    take(&share->full_at, SHARE_MS, now);
    take(&dms->full_at, opening_ms(dms), now);
}

/* The time at which this channel may be opened. */
static int64_t turn_of(const struct dms *dms, const struct opening *opening)
{
    const struct share *share = find_share(dms, opening->guild);
    int most = part_of(dms, OPENINGS) > 0 ? part_of(dms, OPENINGS) : 1;
    int64_t at = ready_at(dms->full_at, most, opening->is_seated ? 0 : part_of(dms, RESERVE),
                          opening_ms(dms));
    int64_t of_guild =
        share ? ready_at(share->full_at, opening->is_seated ? SHARE_SEATED : SHARE, 0, SHARE_MS)
              : 0;
    at = of_guild > at ? of_guild : at;
    return dms->paused_until > at ? dms->paused_until : at;
}

static bool goes_before(const struct dms *dms, const struct opening *one,
                        const struct opening *other)
{
    const struct share *share = find_share(dms, one->guild),
                       *others = find_share(dms, other->guild);
    if (one->is_seated != other->is_seated)
        return one->is_seated;
    return (share ? share->full_at : 0) < (others ? others->full_at : 0);
}

static struct opening **next_of(struct dms *dms, int64_t now)
{
    struct opening **best = NULL;
    for (struct opening **link = &dms->waiting; *link; link = &(*link)->next)
        if (!(*link)->is_under_way && turn_of(dms, *link) <= now &&
            (!best || goes_before(dms, *link, *best)))
            best = link;
    return best;
}

static void open_next(struct dms *dms, struct opening **link, int64_t now)
{
    struct opening *opening = *link;
    struct person *person = people_get(dms->discord->people, opening->person);
    if (person->dm != DM_WAITING) {
        drop(link);
        return;
    }
    opening->is_under_way = true;
    opening->since = now;
    use_share(dms, opening->guild, now);
    open_channel(dms->discord, person);
}

/* Drops the people who have waited too long. A request that is under way ends by itself. */
static void drop_impatient(struct dms *dms, int64_t now)
{
    for (struct opening **link = &dms->waiting; *link;) {
        struct opening *opening = *link;
        if (opening->is_under_way || now - opening->since < PATIENCE_MS) {
            link = &opening->next;
            continue;
        }
        struct person *person = people_get(dms->discord->people, opening->person);
        if (person->dm == DM_WAITING) {
            person->dm = DM_UNKNOWN;
            add_news(dms->discord, person, DM_NEWS_GIVEN_UP);
        }
        drop(link);
    }
}

/* Says of people who have waited a while that no game need wait for them. */
static void look_at_waiting(struct dms *dms, int64_t now)
{
    for (const struct opening *opening = dms->waiting; opening; opening = opening->next) {
        struct person *person = people_get(dms->discord->people, opening->person);
        if (person->has_waited || (opening->is_under_way && now - opening->since < HURRY_MS))
            continue;
        person->has_waited = true;
        add_news(dms->discord, person, DM_NEWS_WAITS);
    }
}

static int64_t next_look(const struct dms *dms, int64_t now)
{
    int64_t next = INT64_MAX;
    for (const struct opening *opening = dms->waiting; opening; opening = opening->next) {
        int64_t turn = turn_of(dms, opening), late = opening->since + HURRY_MS,
                end = opening->since + PATIENCE_MS;
        int64_t at = opening->is_under_way ? (late > now ? late : INT64_MAX)
                     : turn < end          ? turn
                                           : end;
        next = at < next ? at : next;
    }
    return next;
}

static void serve(void *arg)
{
    struct dms *dms = arg;
    struct opening **link;
    int64_t now = loop_now(dms->discord->loop);
    drop_impatient(dms, now);
    while ((link = next_of(dms, now)))
        open_next(dms, link, now);
    look_at_waiting(dms, now);
    forget_shares(dms, now);
    int64_t next = next_look(dms, now);
    if (next != INT64_MAX)
        loop_timer_set(&dms->timer, next > now ? next - now : 1);
}

/* The guild whose share is used: that of the person's table, otherwise that of the room where
   they were heard. */
static void note_guild(struct discord *discord, struct person *person)
{
    struct host_board table;
    const char *of_table =
        people_table(discord, person, &table) ? places_guild(discord, table.room) : NULL;
    const char *of_room = *person->asked_in ? places_guild(discord, person->asked_in) : NULL;
    snprintf(person->guild, sizeof person->guild, "%s",
             of_table  ? of_table
             : of_room ? of_room
                       : "");
}

static void want(struct discord *discord, struct person *person, bool is_seated)
{
    struct dms *dms = discord->dms;
    struct opening **end = &dms->waiting;
    int of_guild = 0, all = 0;
    note_guild(discord, person);
    for (; *end; end = &(*end)->next, all++)
        of_guild += strcmp((*end)->guild, person->guild) == 0;
    if (of_guild >= WAITING_OF_GUILD || all >= WAITING_MOST)
        return;
    *end = calloc(1, sizeof **end);
    check(*end);
    snprintf((*end)->person, sizeof(*end)->person, "%s", person->id);
    snprintf((*end)->guild, sizeof(*end)->guild, "%s", person->guild);
    (*end)->since = loop_now(discord->loop);
    (*end)->is_seated = is_seated;
    person->dm = DM_WAITING;
    person->has_waited = false;
    loop_timer_set(&dms->timer, 0);
}

void dm_open(struct discord *discord, struct person *person)
{
    if (person->dm == DM_UNKNOWN)
        want(discord, person, people_is_seated(discord, person));
}

/* A start asks. Where no direct message arrives, or not yet, a button shows the hand: no game
   waits for that. */
enum host_reach dm_reach(void *self, const char *key)
{
    struct discord *discord = self;
    struct person *person = people_get(discord->people, key);
    if (person->hands == HANDS_BY_DM)
        dm_open(discord, person);
    bool is_finding_out = person->dm == DM_WAITING || person->dm == DM_OPENING;
    return is_finding_out && !people_gets_hands(person) ? HOST_REACH_ASKED : HOST_REACHED;
}
