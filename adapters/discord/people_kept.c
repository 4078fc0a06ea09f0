/* What is kept of people over a restart: whether their channel takes messages, and how they want
   to read us. See people.h; people.c has those who are in memory. */
#include "people_kept.h"
#include "people.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "keep.h"
#include "text.h"
#include "view.h"

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

void people_recall(const struct discord *discord, struct person *person)
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
    look_put_shared(&people_get(discord->people, key)->look, out);
}

enum host_nudge people_nudge(void *self, const char *key)
{
    struct discord *discord = self;
    const struct person *person = people_get(discord->people, key);
    if (person->look.nudge != LOOK_NUDGE || person->dm == DM_REFUSED)
        return HOST_NO_NUDGE;
    return person->hands == HANDS_BY_PANEL ? HOST_NUDGE_ALWAYS : HOST_NUDGE;
}

void people_wear(void *self, const char *key, const char *words)
{
    struct discord *discord = self;
    struct person *person = people_get(discord->people, key);
    struct look look = person->look;
    words += strspn(words, " ");
    while (*words)
        if (people_take_look(&look, &words, (char[LOOK_WORD]){0}) != LOOK_FINE)
            return;
    people_choose_look(discord, person, &look, NULL);
}

/* The way to the person stays in memory for what is still to be told. */
void people_forget_choices(struct discord *discord, const char *key)
{
    struct person *person = people_find(discord->people, key);
    if (!person)
        return;
    person->look = (struct look){0};
    person->hands = HANDS_BY_DM;
    person->wants_push_by_dm = false;
    person->asked_in[0] = person->guild[0] = '\0';
}

bool people_is_first(void *self, const char *key, const char *game)
{
    struct discord *discord = self;
    struct person *person = people_get(discord->people, key);
    _Static_assert((int)ROW >= (int)LOOK_KNOWN, "a row has room for the games");
    char known[ROW] = "";
    get_row(discord, person, "legends", known);
    bool is_first = look_is_first(known, game);
    if (is_first)
        put_row(discord, person, "legends", known, NULL);
    return is_first;
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
