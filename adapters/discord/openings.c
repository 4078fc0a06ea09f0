/* Direct message channels that are to be opened, in turn: a bot that opens many at once is taken for spam, and then opens none
   for anybody. So there are so many at once and then one in a while; the last of them are for people who sit at a table; a
   guild has its share; and where several wait, the guild goes first that was served longest ago. Who waits is not refused, and
   no game waits for a turn: the hand is behind a button as well. Bounded: WAITING_OF_GUILD of a guild and WAITING_MOST in all
   wait or are being opened, the rest ask again later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "discord_strings.h"
#include "markdown.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

enum {
    OPENINGS = 10,             /* at once */
    OPENING_MS = 30 * 1000,    /* then one in so long */
    RESERVE = 4,               /* of those at once, for who sits at a table */
    SHARE = 4,                 /* of a guild at once */
    SHARE_MS = 60 * 1000,      /* then one in so long */
    WAITING_OF_GUILD = 16,     /* of a guild */
    WAITING_MOST = 256,        /* of all guilds */
    HURRY_MS = 10 * 1000,      /* a game waits no longer than that for one that is being opened */
    PATIENCE_MS = 1800 * 1000, /* then it is asked for again when there is something to say */
    PAUSE_MS = 600 * 1000,     /* Discord says that there were too many */
    AGAIN_MS = 30 * 1000,      /* after it did not answer */
    CODE_TOO_MANY = 40003
};

/* What a guild has used; forgotten when it is all given back. */
struct share {
    struct share *next;
    char guild[DISCORD_ID]; /* "": none that is known */
    int64_t full_at;        /* when it has all its openings again */
};

struct opening {
    struct opening *next;
    char person[DISCORD_ID], guild[DISCORD_ID];
    int64_t since;
    bool is_seated;
    bool is_under_way; /* Discord is asked */
};

struct openings {
    struct discord *discord;
    int64_t full_at;      /* when there are all of OPENINGS again */
    int64_t paused_until; /* by Discord */
    struct share *shares;
    struct opening *waiting; /* or under way, in the order of asking */
    struct loop_timer timer;
};

static void serve(void *arg);

struct openings *openings_new(struct discord *discord)
{
    struct openings *openings = calloc(1, sizeof *openings);
    check(openings);
    openings->discord = discord;
    loop_timer_init(&openings->timer, discord->loop, serve, openings);
    return openings;
}

void openings_free(struct openings *openings)
{
    while (openings && openings->waiting) {
        struct opening *opening = openings->waiting;
        openings->waiting = opening->next;
        free(opening);
    }
    while (openings && openings->shares) {
        struct share *share = openings->shares;
        openings->shares = share->next;
        free(share);
    }
    if (openings)
        loop_timer_stop(&openings->timer);
    free(openings);
}

static void drop(struct opening **link)
{
    struct opening *opening = *link;
    *link = opening->next;
    free(opening);
}

/* It is known what became of it. */
static void drop_person(struct openings *openings, const struct person *person)
{
    for (struct opening **link = &openings->waiting; *link;)
        if (strcmp((*link)->person, person->id) == 0)
            drop(link);
        else
            link = &(*link)->next;
}

/* ---- opening one ---- */

static void greeted(void *arg, const struct rest_answer *answer)
{
    struct waiting_person *waiting = arg;
    struct discord *discord = waiting->discord;
    struct person *person = people_get(discord->people, waiting->id);
    free(waiting);
    drop_person(discord->openings, person);
    if (answer->outcome == REST_DONE)
        people_dm_is_open(discord, person);
    else if (answer->outcome == REST_REFUSED)
        people_dm_refused(discord, person);
    else
        person->dm = DM_UNKNOWN; /* nobody said no */
}

/* Whether somebody takes direct messages is known only when one has arrived. */
static void greet(struct discord *discord, struct person *person, struct waiting_person *waiting)
{
    const struct markdown_style style = {.prefix = ""};
    char bytes[HOST_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct prose greeting;
    prose_clear(&greeting);
    view_sentence(&greeting, discord_strings[DISCORD_STRING_HANDS_GREETING], (char *)0);
    markdown_put(&greeting, &style, &content);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "POST",
                                                    .route = "/channels/{}/messages",
                                                    .ids = {person->dm_channel},
                                                    .body = discord_message(discord, bytes, NULL, 0),
                                                    .is_repeatable = true,
                                                    .guild = person->guild,
                                                    .done = greeted,
                                                    .arg = waiting,
                                                    .forget = free});
}

static void opened(void *arg, const struct rest_answer *answer)
{
    struct waiting_person *waiting = arg;
    struct discord *discord = waiting->discord;
    struct openings *openings = discord->openings;
    struct person *person = people_get(discord->people, waiting->id);
    const char *channel = json_string_value(json_object_get(answer->body, "id"));
    if (answer->outcome == REST_DONE && channel && strlen(channel) < DISCORD_ID) {
        snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
        greet(discord, person, waiting);
        return;
    }
    free(waiting);
    drop_person(openings, person);
    if (answer->outcome == REST_REFUSED && answer->code != CODE_TOO_MANY) {
        people_dm_refused(discord, person);
        return;
    }
    discord_log_refusal("discord-dm-not-opened", person->id, answer);
    openings->paused_until =
        discord_now(discord) + (answer->code == CODE_TOO_MANY ? (int64_t)PAUSE_MS : (int64_t)AGAIN_MS);
    person->dm = DM_UNKNOWN;
    people_open_dm(discord, person);
}

static void open_channel(struct discord *discord, struct person *person)
{
    struct waiting_person *waiting = calloc(1, sizeof *waiting);
    check(waiting);
    waiting->discord = discord;
    memcpy(waiting->id, person->id, sizeof waiting->id);
    person->dm = DM_OPENING;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "POST",
                                                    .route = "/users/@me/channels",
                                                    .body = json_pack("{s:s}", "recipient_id", person->id),
                                                    .is_repeatable = true, /* the same channel comes back */
                                                    .guild = person->guild,
                                                    .done = opened,
                                                    .arg = waiting,
                                                    .forget = free});
}

/* ---- turns ---- */

/* When a bucket of `most` that is full again at `full_at`, and gets one back every `ms`, has more than `kept`. */
static int64_t ready_at(int64_t full_at, int most, int kept, int ms)
{
    return full_at - (int64_t)(most - kept - 1) * ms;
}

static void take(int64_t *full_at, int ms, int64_t now)
{
    *full_at = (*full_at > now ? *full_at : now) + ms;
}

static struct share *find_share(const struct openings *openings, const char *guild)
{
    struct share *share = openings->shares;
    while (share && strcmp(share->guild, guild) != 0)
        share = share->next;
    return share;
}

static void forget_shares(struct openings *openings, int64_t now)
{
    for (struct share **link = &openings->shares; *link;) {
        struct share *share = *link;
        if (share->full_at > now) {
            link = &share->next;
            continue;
        }
        *link = share->next;
        free(share);
    }
}

static void use_share(struct openings *openings, const char *guild, int64_t now)
{
    struct share *share = find_share(openings, guild);
    if (!share) {
        share = calloc(1, sizeof *share);
        check(share);
        snprintf(share->guild, sizeof share->guild, "%s", guild);
        share->next = openings->shares;
        openings->shares = share;
    }
    take(&share->full_at, SHARE_MS, now);
    take(&openings->full_at, OPENING_MS, now);
}

/* When this one could be opened. */
static int64_t turn_of(const struct openings *openings, const struct opening *opening)
{
    const struct share *share = find_share(openings, opening->guild);
    int64_t at = ready_at(openings->full_at, OPENINGS, opening->is_seated ? 0 : RESERVE, OPENING_MS);
    int64_t of_guild = share ? ready_at(share->full_at, SHARE, 0, SHARE_MS) : 0;
    at = of_guild > at ? of_guild : at;
    return openings->paused_until > at ? openings->paused_until : at;
}

static bool goes_before(const struct openings *openings, const struct opening *one, const struct opening *other)
{
    const struct share *share = find_share(openings, one->guild), *others = find_share(openings, other->guild);
    if (one->is_seated != other->is_seated)
        return one->is_seated;
    return (share ? share->full_at : 0) < (others ? others->full_at : 0);
}

static struct opening **next_of(struct openings *openings, int64_t now)
{
    struct opening **best = NULL;
    for (struct opening **link = &openings->waiting; *link; link = &(*link)->next)
        if (!(*link)->is_under_way && turn_of(openings, *link) <= now && (!best || goes_before(openings, *link, *best)))
            best = link;
    return best;
}

static void open_next(struct openings *openings, struct opening **link, int64_t now)
{
    struct opening *opening = *link;
    struct person *person = people_get(openings->discord->people, opening->person);
    if (person->dm != DM_WAITING) {
        drop(link); /* it is known by now */
        return;
    }
    opening->is_under_way = true;
    opening->since = now;
    use_share(openings, opening->guild, now);
    open_channel(openings->discord, person);
}

/* Those who have waited too long for what they were to be told. What is under way has an end of its own. */
static void drop_impatient(struct openings *openings, int64_t now)
{
    for (struct opening **link = &openings->waiting; *link;) {
        struct opening *opening = *link;
        if (opening->is_under_way || now - opening->since < PATIENCE_MS) {
            link = &opening->next;
            continue;
        }
        struct person *person = people_get(openings->discord->people, opening->person);
        if (person->dm == DM_WAITING)
            person->dm = DM_UNKNOWN;
        whispers_drop_held(person);
        drop(link);
    }
}

/* Those for whom no game waits: it is not their turn, or Discord takes its time. */
static void look_at_waiting(struct openings *openings, int64_t now)
{
    for (struct opening *opening = openings->waiting, *next; opening; opening = next) {
        struct person *person = people_get(openings->discord->people, opening->person);
        next = opening->next;
        if (person->has_waited || (opening->is_under_way && now - opening->since < HURRY_MS))
            continue;
        person->has_waited = true;
        whispers_wait(openings->discord, person);
        people_reach_known(openings->discord, person);
    }
}

static int64_t next_look(const struct openings *openings, int64_t now)
{
    int64_t next = INT64_MAX;
    for (const struct opening *opening = openings->waiting; opening; opening = opening->next) {
        int64_t turn = turn_of(openings, opening), late = opening->since + HURRY_MS, end = opening->since + PATIENCE_MS;
        int64_t at = opening->is_under_way ? (late > now ? late : INT64_MAX) : turn < end ? turn : end;
        next = at < next ? at : next;
    }
    return next;
}

static void serve(void *arg)
{
    struct openings *openings = arg;
    struct opening **link;
    int64_t now = discord_now(openings->discord);
    drop_impatient(openings, now);
    while ((link = next_of(openings, now)))
        open_next(openings, link, now);
    look_at_waiting(openings, now);
    forget_shares(openings, now);
    int64_t next = next_look(openings, now);
    if (next != INT64_MAX)
        loop_timer_set(&openings->timer, next > now ? next - now : 1);
}

/* The guild that pays: that of the person's table, else that where they were heard. */
static void note_guild(struct discord *discord, struct person *person)
{
    const struct table_room *table = host_table_of(discord->host, discord->network, person->id, 0);
    const char *of_table = table ? places_guild(discord, host_room_name(table)) : NULL;
    const char *of_room = *person->asked_in ? places_guild(discord, person->asked_in) : NULL;
    snprintf(person->guild, sizeof person->guild, "%s", of_table ? of_table : of_room ? of_room : "");
}

void openings_want(struct discord *discord, struct person *person, bool is_seated)
{
    struct openings *openings = discord->openings;
    struct opening **end = &openings->waiting;
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
    (*end)->since = discord_now(discord);
    (*end)->is_seated = is_seated;
    person->dm = DM_WAITING;
    person->has_waited = false;
    loop_timer_set(&openings->timer, 0);
}
