/* See people.h. People are on a shelf, and forgotten when nothing has happened with them for a
   while. */
#include "people.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway.h"
#include "keep.h"
#include "place.h"
#include "places.h"
#include "port.h"
#include "posts.h"
#include "text.h"
#include "view.h"

/* ---- what is kept of people over a restart ---- */

enum {
    CLOSED_MARK = '!', /* before a kept channel that refuses our messages */
    ROW = 160          /* bytes of what is kept of somebody */
};

const struct look_widths people_widths = {VIEW_COLUMNS, 80}; /* columns */

/* Rows that are kept of people; keep.h bounds them. */
static struct drawer drawer_of(const struct discord *discord, const char *what,
                               char prefix[KEEP_ROW_KEY])
{
    snprintf(prefix, KEEP_ROW_KEY, "%s:%s:", discord->network, what);
    return (struct drawer){discord->setup.keep, prefix, loop_wall(discord->loop)};
}

static bool get_row(const struct discord *discord, const struct person *person, const char *what,
                    char row[ROW])
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(discord, what, prefix);
    return keep_row_get(&drawer, person->id, ROW, row);
}

static void put_row(const struct discord *discord, const struct person *person, const char *what,
                    const char *row, const struct host_wish *wish)
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(discord, what, prefix);
    keep_row_put_then(&drawer, person->id, person->guild, row, wish ? wish->done : NULL,
                      wish ? wish->arg : NULL);
}

/* "123": open. "!123 REFUSALS UNTIL": closed; the channel is missing where it was never known. */
static void recall_channel(const struct discord *discord, struct person *person, const char *kept)
{
    bool is_closed = *kept == CLOSED_MARK;
    kept += is_closed;
    snprintf(person->dm_channel, sizeof person->dm_channel, "%.*s", (int)strspn(kept, "0123456789"),
             kept);
    kept += strspn(kept, "0123456789");
    person->dm = is_closed ? DM_UNKNOWN : DM_OPEN;
    if (is_closed && sscanf(kept, " %d %" SCNd64, &person->refusals, &person->next_try) == 2 &&
        loop_wall(discord->loop) < person->next_try)
        person->dm = DM_REFUSED;
    if (person->refusals < 0 || person->refusals > REFUSALS_MOST)
        person->refusals = REFUSALS_MOST;
}

static void people_recall(const struct discord *discord, struct person *person)
{
    char row[ROW];
    if (get_row(discord, person, "dm", row))
        recall_channel(discord, person, row);
    person->hands = get_row(discord, person, "hands", row) && strcmp(row, "panel") == 0
                        ? HANDS_BY_PANEL
                        : HANDS_BY_DM;
    person->wants_push_by_dm = get_row(discord, person, "push", row);
    const char *words = get_row(discord, person, "look", row) ? row + strspn(row, " ") : "";
    while (*words && people_take_look(&person->look, &words, (char[LOOK_WORD]){0}) == LOOK_FINE)
        ;
}

void people_keep_dm(struct discord *discord, const struct person *person)
{
    char kept[ROW];
    if (person->dm == DM_REFUSED)
        snprintf(kept, sizeof kept, "%c%s %d %" PRId64, CLOSED_MARK, person->dm_channel,
                 person->refusals, person->next_try);
    else
        snprintf(kept, sizeof kept, "%s", person->dm_channel);
    put_row(discord, person, "dm", kept, NULL);
}

/* ---- choices ---- */

enum look_change people_take_look(struct look *look, const char **words, char wrong[LOOK_WORD])
{
    return look_take_nudge(look, words) ? LOOK_FINE : look_take(look, &people_widths, words, wrong);
}

void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands,
                         const struct host_wish *wish)
{
    person->hands = hands;
    people_say_reach(discord, person);
    put_row(discord, person, "hands", hands == HANDS_BY_PANEL ? "panel" : NULL, wish);
}

void people_choose_look(struct discord *discord, struct person *person, const struct look *look,
                        const struct host_wish *wish)
{
    char row[ROW];
    struct text text = text_over(row, sizeof row);
    person->look = *look;
    look_put(look, &text);
    put_row(discord, person, "look", text.length > 0 ? row : NULL, wish);
}

void people_look(void *self, const char *key, struct text *out)
{
    struct discord *discord = self;
    look_put_shared(&people_get(discord, key)->look, out);
}

enum host_nudge people_nudge(void *self, const char *key)
{
    struct discord *discord = self;
    const struct person *person = people_get(discord, key);
    if (person->look.nudge != LOOK_NUDGE || person->dm == DM_REFUSED)
        return HOST_NO_NUDGE;
    return person->hands == HANDS_BY_PANEL ? HOST_NUDGE_ALWAYS : HOST_NUDGE;
}

void people_wear(void *self, const char *key, const char *words)
{
    struct discord *discord = self;
    struct person *person = people_get(discord, key);
    struct look look = person->look;
    words += strspn(words, " ");
    while (*words)
        if (people_take_look(&look, &words, (char[LOOK_WORD]){0}) != LOOK_FINE)
            return;
    people_choose_look(discord, person, &look, NULL);
}

void people_forget_choices(struct discord *discord, const char *key)
{
    struct person *person = people_find(discord, key);
    if (!person)
        return;
    person->look = (struct look){0};
    person->hands = HANDS_BY_DM;
    person->wants_push_by_dm = false;
    person->asked_in[0] = person->guild[0] = '\0';
}

void people_choose_push(struct discord *discord, struct person *person, bool by_dm,
                        const struct host_wish *wish)
{
    struct look look = person->look;
    if (!by_dm && look.nudge == LOOK_NUDGE) {
        look.nudge = LOOK_NO_NUDGE;
        people_choose_look(discord, person, &look, NULL); /* the store takes both in order */
    }
    person->wants_push_by_dm = by_dm;
    put_row(discord, person, "push", by_dm ? "dm" : NULL, wish);
}

/* ---- people as they are typed ---- */

const char *people_mentioned(void *self, const char *typed, const char **name)
{
    static char id[DISCORD_ID];
    const struct discord *discord = self;
    if (strncmp(typed, "<@", 2) != 0)
        return NULL;
    const char *digits = typed + 2 + (typed[2] == '!');
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length >= sizeof id || strcmp(digits + length, ">") != 0)
        return NULL;
    snprintf(id, sizeof id, "%.*s", (int)length, digits);
    const struct person *person = people_find(discord, id);
    *name = person && person->name[0] ? person->name : typed;
    return id;
}

enum {
    PEOPLE_MOST = 1000, /* without a seat */
    IDLE_MS = 30 * 60 * 1000,
    NAME_COLUMNS = 20 /* code points of a shown name */
};

bool people_table(const struct discord *discord, const struct person *person,
                  struct host_board *out)
{
    int64_t tables[HOST_TABLES_EACH];
    return host_tables_of(discord->host, identity(discord->network, person->id), tables) > 0 &&
           host_board_of(discord->host, identity(discord->network, person->id), tables[0], out);
}

bool people_is_seated(const struct discord *discord, const struct person *person)
{
    int64_t tables[HOST_TABLES_EACH];
    return host_tables_of(discord->host, identity(discord->network, person->id), tables) > 0;
}

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct person *person = (const struct person *)item;
    return person->pins == 0 && person->dm != DM_WAITING && person->dm != DM_OPENING &&
           !people_is_seated(arg, person);
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

static void free_person(struct shelf_item *item)
{
    struct person *person = (struct person *)item;
    people_drop_held(person);
    while (person->shown_hands) {
        struct place *hand = person->shown_hands;
        person->shown_hands = hand->next;
        place_fini(hand);
        free(hand);
    }
    free(person);
}

void people_init(struct discord *discord)
{
    shelf_init(&discord->people, &(struct shelf_rules){.most = PEOPLE_MOST,
                                                       .idle_ms = IDLE_MS,
                                                       .is_idle = is_idle,
                                                       .free = free_person,
                                                       .arg = discord});
}

struct person *people_find(const struct discord *discord, const char *id)
{
    return (struct person *)shelf_find(&discord->people, id);
}

struct person *people_get(struct discord *discord, const char *id)
{
    int64_t now = loop_now(discord->loop);
    struct person *person = (struct person *)shelf_find(&discord->people, id);
    if (person) {
        shelf_use(&discord->people, &person->item, now);
        return person;
    }
    person = calloc(1, sizeof *person);
    check(person && strlen(id) < sizeof person->id);
    snprintf(person->id, sizeof person->id, "%s", id);
    people_recall(discord, person);
    shelf_add(&discord->people, &person->item, person->id, now);
    return person;
}

/* ---- names ---- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = field_text(object, key);
    return value && *value ? value : NULL;
}

/* Names are typed in moves. */
static void put_name(const char *shown, struct text *out)
{
    int count = 0;
    for (const char *p = shown; *p && count < NAME_COLUMNS;) {
        unsigned scalar;
        int size = text_utf8(p, (int)strlen(p), &scalar), before = out->length;
        bool is_blank = size == 0 || scalar <= ' ' || scalar == ';' || text_is_blank(scalar);
        if (!is_blank && !text_is_hidden(scalar))
            text_put_bytes(out, p, size);
        else if (is_blank && before > 0 && out->bytes[before - 1] != '_')
            text_put(out, "_");
        count += out->length > before;
        p += size > 0 ? size : 1;
    }
    while (out->length > 0 && out->bytes[out->length - 1] == '_')
        out->bytes[--out->length] = '\0';
    if (!text_is_shown(out->bytes))
        text_clear(out); /* the next name is tried */
}

struct person *people_meet(struct discord *discord, const json_t *user, const json_t *member)
{
    const char *id = string_of(user, "id");
    if (!id || strlen(id) >= DISCORD_ID || strspn(id, "0123456789") != strlen(id))
        return NULL;
    struct person *person = people_get(discord, id);
    if (!json_is_object(member) && person->is_named)
        return person; /* it does not have the person's name in a guild */
    const char *names[] = {string_of(member, "nick"), string_of(user, "global_name"),
                           string_of(user, "username"), id};
    char name[HOST_NAME] = "";
    for (int i = 0; i < 4 && !name[0]; i++) {
        struct text text = text_over(name, sizeof name);
        if (names[i])
            put_name(names[i], &text);
    }
    if (person->is_named && strcmp(person->name, name) != 0)
        host_renamed(discord->host, identity(discord->network, person->id), name,
                     loop_now(discord->loop));
    memcpy(person->name, name, sizeof person->name);
    person->is_named = true;
    return person;
}

/* ---- reaching them ---- */

void people_say_reach(struct discord *discord, const struct person *person)
{
    host_reach_known(discord->host, identity(discord->network, person->id),
                     loop_now(discord->loop));
}

void people_acted(struct discord *discord, struct person *person, bool with_interaction)
{
    person->can_use_panel |= with_interaction;
    person->presses = with_interaction;
    if (person->dm == DM_REFUSED && loop_wall(discord->loop) >= person->next_try)
        person->dm = DM_UNKNOWN;
}

int people_columns(void *self, const char *room)
{
    struct discord *discord = self;
    if (room[0] != '@')
        return VIEW_MESSAGE;
    const struct look *look = &people_get(discord, room + 1)->look;
    if (look->cards == LOOK_READER)
        return VIEW_ALOUD;
    return look->width ? look->width : look->cards == LOOK_COLOUR ? VIEW_COLUMNS : VIEW_MESSAGE;
}

void people_note_locale(const char *locale, int *language)
{
    enum language known;
    if (locale && language_find(locale, &known))
        *language = 1 + (int)known;
}

int people_language(void *self, const char *room)
{
    struct discord *discord = self;
    if (room[0] != '@')
        return places_locale(discord, room);
    const struct person *person = people_get(discord, room + 1);
    return person->look.language ? person->look.language : person->locale;
}

bool people_rings_by_dm(const struct person *person)
{
    return person->wants_push_by_dm && person->hands == HANDS_BY_DM && person->dm == DM_OPEN;
}

bool people_waits(const struct person *person)
{
    return person->has_waited && (person->dm == DM_WAITING || person->dm == DM_OPENING);
}

bool people_gets_hands(const struct person *person)
{
    return person->hands == HANDS_BY_PANEL || person->dm == DM_REFUSED || people_waits(person);
}
