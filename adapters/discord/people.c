/* See people.h. */
#include "people.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "drawer.h"
#include "log.h"
#include "prose.h"
#include "text.h"
#include "view.h"

enum {
    PEOPLE_MOST = 1000, /* that are remembered without a seat; who sits somewhere is remembered besides */
    IDLE_MS = 30 * 60 * 1000,
    NAME_COLUMNS = 20, /* code points of a shown name */
    CLOSED_MARK = '!', /* before a kept channel: they take nothing from us there */
    ROW = 64           /* bytes of what is kept of somebody */
};

struct people {
    struct discord *discord;
    struct shelf shelf;
};

bool people_is_seated(const struct discord *discord, const struct person *person)
{
    return host_table_of(discord->host, discord->network, person->id, 0) != NULL;
}

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct person *person = (const struct person *)item;
    return person->pins == 0 && person->dm != DM_WAITING && person->dm != DM_OPENING && !people_is_seated(arg, person);
}

void people_drop_held(struct person *person)
{
    while (person->held) {
        struct held *held = person->held;
        person->held = held->next;
        json_decref(held->body);
        free(held);
    }
}

static void forget(struct person *person)
{
    people_drop_held(person);
    while (person->hand_messages) {
        struct hand_message *hand = person->hand_messages;
        person->hand_messages = hand->next;
        free(hand);
    }
}

static void free_person(struct shelf_item *item)
{
    struct person *person = (struct person *)item;
    forget(person);
    free(person);
}

struct people *people_new(struct discord *discord)
{
    struct people *people = calloc(1, sizeof *people);
    check(people);
    people->discord = discord;
    shelf_init(&people->shelf,
               &(struct shelf_rules){
                   .most = PEOPLE_MOST, .idle_ms = IDLE_MS, .is_idle = is_idle, .free = free_person, .arg = discord});
    return people;
}

void people_free(struct people *people)
{
    if (people)
        shelf_fini(&people->shelf);
    free(people);
}

void people_tidy(struct people *people)
{
    shelf_tidy(&people->shelf, loop_now(people->discord->loop));
}

size_t people_count(const struct people *people)
{
    return people->shelf.count;
}

/* ---- what is remembered ---- */

/* Rows of people: bounded, see drawer.h. */
static struct drawer drawer_of(const struct discord *discord, const char *what, char prefix[DRAWER_KEY])
{
    snprintf(prefix, DRAWER_KEY, "%s:%s:", discord->network, what);
    return (struct drawer){discord->setup.keep, prefix, loop_wall(discord->loop)};
}

static bool get_row(const struct discord *discord, const struct person *person, const char *what, char row[ROW])
{
    char prefix[DRAWER_KEY];
    struct drawer drawer = drawer_of(discord, what, prefix);
    return drawer_get(&drawer, person->id, ROW, row);
}

static void put_row(const struct discord *discord, const struct person *person, const char *what, const char *row)
{
    char prefix[DRAWER_KEY];
    struct drawer drawer = drawer_of(discord, what, prefix);
    drawer_put(&drawer, person->id, person->guild, row);
}

/* "123": open. "!123 REFUSALS UNTIL": closed; the channel is missing where it was never known. */
static void recall_channel(const struct discord *discord, struct person *person, const char *kept)
{
    bool is_closed = *kept == CLOSED_MARK;
    kept += is_closed;
    snprintf(person->dm_channel, sizeof person->dm_channel, "%.*s", (int)strspn(kept, "0123456789"), kept);
    kept += strspn(kept, "0123456789");
    person->dm = is_closed ? DM_UNKNOWN : DM_OPEN;
    if (is_closed && sscanf(kept, " %d %" SCNd64, &person->refusals, &person->next_try) == 2 &&
        loop_wall(discord->loop) < person->next_try)
        person->dm = DM_REFUSED;
    if (person->refusals < 0 || person->refusals > REFUSALS_MOST)
        person->refusals = REFUSALS_MOST;
}

static void recall(const struct discord *discord, struct person *person)
{
    char row[ROW];
    if (get_row(discord, person, "dm", row))
        recall_channel(discord, person, row);
    bool has_chosen = get_row(discord, person, "hands", row);
    person->hands = has_chosen && strcmp(row, "panel") == 0 ? HANDS_BY_PANEL : HANDS_BY_DM;
}

struct person *people_find(const struct people *people, const char *id)
{
    return (struct person *)shelf_find(&people->shelf, id);
}

struct person *people_get(struct people *people, const char *id)
{
    int64_t now = loop_now(people->discord->loop);
    struct person *person = (struct person *)shelf_find(&people->shelf, id);
    if (person) {
        shelf_use(&people->shelf, &person->item, now);
        return person;
    }
    person = calloc(1, sizeof *person);
    check(person && strlen(id) < sizeof person->id);
    snprintf(person->id, sizeof person->id, "%s", id);
    recall(people->discord, person);
    shelf_add(&people->shelf, &person->item, person->id, now);
    return person;
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
        host_renamed(people->discord->host, people->discord->network, person->id, name,
                     loop_now(people->discord->loop));
    memcpy(person->name, name, sizeof person->name);
    return person;
}

/* ---- reaching them ---- */

void people_say_reach(struct discord *discord, const struct person *person)
{
    host_reach_known(discord->host, discord->network, person->id, loop_now(discord->loop));
}

void people_keep_dm(struct discord *discord, const struct person *person)
{
    char kept[ROW];
    if (person->dm == DM_REFUSED)
        snprintf(kept, sizeof kept, "%c%s %d %" PRId64, CLOSED_MARK, person->dm_channel, person->refusals,
                 person->next_try);
    else
        snprintf(kept, sizeof kept, "%s", person->dm_channel);
    put_row(discord, person, "dm", kept);
}

void people_acted(struct discord *discord, struct person *person, bool with_interaction)
{
    bool is_news = with_interaction && !person->can_use_panel;
    person->can_use_panel |= with_interaction;
    if (person->dm == DM_REFUSED && loop_wall(discord->loop) >= person->next_try) {
        person->dm = DM_UNKNOWN;
        is_news = true;
    }
    if (is_news)
        people_say_reach(discord, person);
}

void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands)
{
    person->hands = hands;
    put_row(discord, person, "hands", hands == HANDS_BY_PANEL ? "panel" : NULL);
    people_say_reach(discord, person);
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
        view_sentence(answer, discord_strings[DISCORD_STRING_HANDS_CHOICE_UNKNOWN], "typed", words, (char *)0);
    if (answer->length > 0)
        return;
    enum discord_string how =
        person->hands == HANDS_BY_PANEL ? DISCORD_STRING_HANDS_BY_PANEL : DISCORD_STRING_HANDS_BY_DM;
    view_sentence(answer, discord_strings[how], (char *)0);
}

bool people_gets_hands(const struct person *person)
{
    return person->hands == HANDS_BY_PANEL || person->dm == DM_REFUSED;
}
