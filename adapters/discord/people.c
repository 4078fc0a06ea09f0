/* Who somebody is on Discord, and how to reach them in private. A person is a user id, for ever; names are only shown. A direct
   message channel is opened once, remembered, and opened seldom: a bot that opens many at once is taken for spam. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

enum {
    BUCKETS = 512,
    NAME_COLUMNS = 20,     /* code points of a shown name */
    OPENINGS = 10,         /* new channels that may be opened at once */
    OPENING_MS = 30000,    /* then one in so long */
    CLOSED_MARK = '!',     /* before a kept channel: they write to us there, and take nothing from us */
    REFUSED_MS = 60 * 1000 /* before a closed one is tried again, and then only when the person does something */
};

struct people {
    struct discord *discord;
    struct person *buckets[BUCKETS];
    int64_t opened_until; /* when all openings will be allowed again */
};

struct people *people_new(struct discord *discord)
{
    struct people *people = calloc(1, sizeof *people);
    check(people);
    people->discord = discord;
    return people;
}

void people_free(struct people *people)
{
    for (int i = 0; people && i < BUCKETS; i++)
        while (people->buckets[i]) {
            struct person *person = people->buckets[i];
            people->buckets[i] = person->next;
            free(person);
        }
    free(people);
}

/* ---- what is remembered ---- */

static void put_key(const struct discord *discord, const struct person *person, const char *what, char key[128])
{
    snprintf(key, 128, "%s:%s:%s", discord->network, what, person->id);
}

static void recall(const struct discord *discord, struct person *person)
{
    char key[128];
    put_key(discord, person, "dm", key);
    const char *channel = keep_get(discord->setup.keep, key);
    if (channel) {
        bool is_closed = *channel == CLOSED_MARK;
        snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel + is_closed);
        person->dm = is_closed ? DM_UNKNOWN : DM_OPEN;
    }
    put_key(discord, person, "hands", key);
    const char *hands = keep_get(discord->setup.keep, key);
    person->hands = hands && strcmp(hands, "panel") == 0 ? HANDS_BY_PANEL : HANDS_BY_DM;
}

struct person *people_get(struct people *people, const char *id)
{
    struct person **bucket = &people->buckets[strtoull(id, NULL, 10) % BUCKETS], *person = *bucket;
    while (person && strcmp(person->id, id) != 0)
        person = person->next;
    if (person)
        return person;
    person = calloc(1, sizeof *person);
    check(person && strlen(id) < sizeof person->id);
    snprintf(person->id, sizeof person->id, "%s", id);
    recall(people->discord, person);
    person->next = *bucket;
    *bucket = person;
    return person;
}

struct visit {
    struct people *people;
    void (*each)(void *arg, const struct person *person);
    void *arg;
};

static void visit(void *arg, const char *key, const char *channel)
{
    const struct visit *visit = arg;
    (void)channel;
    visit->each(visit->arg, people_get(visit->people, strrchr(key, ':') + 1));
}

void people_each_with_dm(struct people *people, void (*each)(void *arg, const struct person *person), void *arg)
{
    struct visit every = {people, each, arg};
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s:dm:", people->discord->network);
    keep_each(people->discord->setup.keep, prefix, visit, &every);
}

/* ---- names ---- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value && *value ? value : NULL;
}

/* One word, so that it can be typed in a move; at most NAME_COLUMNS characters. */
static void put_name(const char *shown, struct text *out)
{
    int count = 0;
    for (const char *p = shown; *p && count < NAME_COLUMNS; count++) {
        unsigned scalar;
        int size = text_utf8(p, (int)strlen(p), &scalar);
        bool is_blank = size > 0 && (scalar <= ' ' || scalar == 0xa0 || scalar == 0x3000 || scalar == ';');
        if (size > 0 && !is_blank)
            text_put_bytes(out, p, size);
        else if (out->length > 0 && out->bytes[out->length - 1] != '_')
            text_put(out, "_");
        p += size > 0 ? size : 1;
    }
    while (out->length > 0 && out->bytes[out->length - 1] == '_')
        out->bytes[--out->length] = '\0';
}

struct person *people_meet(struct people *people, const json_t *user, const json_t *member)
{
    const char *id = string_of(user, "id");
    if (!id || strlen(id) >= DISCORD_ID || strspn(id, "0123456789") != strlen(id))
        return NULL;
    struct person *person = people_get(people, id);
    if (!json_is_object(member) && person->name[0])
        return person; /* in private nobody says what they are called in a guild */
    const char *names[] = {string_of(member, "nick"), string_of(user, "global_name"), string_of(user, "username"), id};
    char name[HOST_NAME] = "";
    for (int i = 0; i < 4 && !name[0]; i++) {
        struct text text = text_over(name, sizeof name);
        if (names[i])
            put_name(names[i], &text);
    }
    if (person->name[0] && strcmp(person->name, name) != 0)
        host_renamed(people->discord->host, people->discord->network, person->id, name, discord_now(people->discord));
    memcpy(person->name, name, sizeof person->name);
    return person;
}

/* ---- reaching them ---- */

static void reach_known(struct discord *discord, const struct person *person)
{
    host_reach_known(discord->host, discord->network, person->id, discord_now(discord));
}

void people_dm_refused(struct discord *discord, struct person *person)
{
    char key[128], closed[DISCORD_ID + 1];
    if (person->dm == DM_REFUSED)
        return;
    person->dm = DM_REFUSED;
    person->next_try = discord_now(discord) + REFUSED_MS;
    put_key(discord, person, "dm", key);
    snprintf(closed, sizeof closed, "%c%s", CLOSED_MARK, person->dm_channel);
    keep_put(discord->setup.keep, key, person->dm_channel[0] ? closed : NULL, NULL, NULL);
    log_event(LOG_INFO, "discord-dm-refused", "user", person->id, (char *)0);
    whispers_refused(discord, person);
    reach_known(discord, person);
}

void people_dm_is_open(struct discord *discord, struct person *person)
{
    char key[128];
    person->dm = DM_OPEN;
    put_key(discord, person, "dm", key);
    keep_put(discord->setup.keep, key, person->dm_channel, NULL, NULL);
    whispers_reachable(discord, person);
    reach_known(discord, person);
}

static void greeted(void *arg, const struct rest_answer *answer)
{
    struct waiting_person *waiting = arg;
    struct discord *discord = waiting->discord;
    struct person *person = people_get(discord->people, waiting->id);
    free(waiting);
    if (answer->outcome != REST_DONE) {
        people_dm_refused(discord, person);
        return;
    }
    people_dm_is_open(discord, person);
}

/* Whether somebody takes direct messages is known only when one has arrived. */
static void greet(struct discord *discord, struct person *person, struct waiting_person *waiting)
{
    const struct markdown_style style = {.prefix = ""};
    char bytes[HOST_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct prose greeting;
    prose_clear(&greeting);
    view_string(&greeting, STRING_HANDS_GREETING, (char *)0);
    markdown_put(&greeting, &style, &content);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "POST",
                                                    .route = "/channels/{}/messages",
                                                    .ids = {person->dm_channel},
                                                    .body = discord_message(discord, bytes, NULL, 0),
                                                    .is_repeatable = true,
                                                    .done = greeted,
                                                    .arg = waiting,
                                                    .forget = free});
}

static void opened(void *arg, const struct rest_answer *answer)
{
    struct waiting_person *waiting = arg;
    struct discord *discord = waiting->discord;
    struct person *person = people_get(discord->people, waiting->id);
    const char *channel = json_string_value(json_object_get(answer->body, "id"));
    if (answer->outcome == REST_DONE && channel && strlen(channel) < DISCORD_ID) {
        snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
        greet(discord, person, waiting);
        return;
    }
    if (answer->code == 40003) /* too many new ones: let it rest */
        discord->people->opened_until = discord_now(discord) + (int64_t)2 * OPENINGS * OPENING_MS;
    free(waiting);
    people_dm_refused(discord, person);
}

/* A bucket: OPENINGS at once, then one every OPENING_MS. */
static bool may_open_another(struct people *people)
{
    int64_t now = discord_now(people->discord);
    int64_t from = people->opened_until > now ? people->opened_until : now;
    if (from + OPENING_MS - now > (int64_t)OPENINGS * OPENING_MS)
        return false;
    people->opened_until = from + OPENING_MS;
    return true;
}

void people_open_dm(struct discord *discord, struct person *person)
{
    if (person->dm == DM_OPENING || person->dm == DM_OPEN)
        return;
    if (!may_open_another(discord->people)) {
        people_dm_refused(discord, person);
        return;
    }
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
                                                    .done = opened,
                                                    .arg = waiting,
                                                    .forget = free});
}

enum host_reach people_reach(struct discord *discord, struct person *person)
{
    if (person->hands == HANDS_BY_PANEL || person->dm == DM_OPEN)
        return HOST_REACHED;
    if (person->dm == DM_UNKNOWN)
        people_open_dm(discord, person);
    if (person->dm == DM_REFUSED)
        return person->can_use_panel ? HOST_REACHED : HOST_UNREACHED;
    return HOST_REACH_ASKED;
}

void people_acted(struct discord *discord, struct person *person, bool with_interaction)
{
    bool is_news = with_interaction && !person->can_use_panel;
    person->can_use_panel |= with_interaction;
    if (person->dm == DM_REFUSED && discord_now(discord) >= person->next_try) {
        person->dm = DM_UNKNOWN;
        is_news = true;
    }
    if (is_news)
        reach_known(discord, person);
}

void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands)
{
    char key[128];
    person->hands = hands;
    put_key(discord, person, "hands", key);
    keep_put(discord->setup.keep, key, hands == HANDS_BY_PANEL ? "panel" : NULL, NULL, NULL);
    reach_known(discord, person);
}

/* "!set panel" for those who type; "/hands by:panel" for the others. */
void people_prefer(void *self, const struct heard *heard, const char *words, struct prose *answer)
{
    struct discord *discord = self;
    struct person *person = people_get(discord->people, heard->key);
    if (text_same_word(words, "dm"))
        people_choose_hands(discord, person, HANDS_BY_DM);
    else if (text_same_word(words, "panel"))
        people_choose_hands(discord, person, HANDS_BY_PANEL);
    else if (*words)
        view_string(answer, STRING_HANDS_CHOICE_UNKNOWN, "typed", words, (char *)0);
    if (answer->length > 0)
        return;
    view_string(answer, person->hands == HANDS_BY_PANEL ? STRING_HANDS_BY_PANEL : STRING_HANDS_BY_DM, (char *)0);
}
