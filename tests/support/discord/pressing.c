#include "pressing.h"

#include <stdio.h>
#include <string.h>

#include "child.h"
#include "standin_child.h"

enum { FOUND = 64 };

unsigned pressing_roll(unsigned *dice, unsigned sides)
{
    *dice = *dice * 1103515245u + 12345u;
    return (*dice >> 16) % sides;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static unsigned all_of(const json_t *message, const json_t *found[FOUND])
{
    const json_t *rows = json_object_get(message, "components");
    unsigned count = 0;
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const json_t *row = json_object_get(json_array_get(rows, r), "components");
        for (size_t c = 0; c < json_array_size(row) && count < FOUND; c++)
            found[count++] = json_array_get(row, c);
    }
    return count;
}

const json_t *pressing_pick(const json_t *message, const char *kinds, unsigned *dice)
{
    const json_t *all[FOUND];
    unsigned count = all_of(message, all), kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *id = text_of(all[i], "custom_id");
        if (*id && strchr(kinds, *id))
            all[kept++] = all[i];
    }
    return kept ? all[pressing_roll(dice, kept)] : NULL;
}

/* Opens a card of the person's last letter; that letter when its moves are there, else NULL. */
static json_t *opened(struct standin_child *discord, const char *who, const json_t *message,
                      unsigned *dice)
{
    enum { OPENED_MS = 5000, LOOK_MS = 10 };
    const json_t *card = pressing_pick(message, "c", dice);
    if (!card)
        return NULL;
    standin_child_ask(discord, "press %s %s %s", who, text_of(message, "id"),
                      text_of(card, "custom_id"));
    for (long end = test_now() + OPENED_MS; test_now() < end; test_sleep(LOOK_MS)) {
        json_t *letter = json_loads(standin_child_ask(discord, "letter %s", who), 0, NULL);
        if (pressing_pick(letter, "kl", dice))
            return letter;
        json_decref(letter);
    }
    return NULL;
}

/* The message may show other buttons meanwhile. */
static bool is_made(const char *interaction)
{
    return strcmp(interaction, "0") != 0;
}

bool pressing_move(struct standin_child *discord, const char *who, const json_t *message,
                   unsigned *dice, char move[PRESSING_MOVE])
{
    const json_t *component = pressing_pick(message, "msbkl", dice);
    const char *id = text_of(component, "custom_id"), *number = text_of(message, "id");
    const json_t *options = json_object_get(component, "options");
    if (!component) {
        json_t *letter = opened(discord, who, message, dice);
        bool is_pressed = letter && pressing_move(discord, who, letter, dice, move);
        json_decref(letter);
        return is_pressed;
    }
    if (!options) {
        snprintf(move, PRESSING_MOVE, "%s", strchr(id, ':') + 1);
        return is_made(standin_child_ask(discord, "press %s %s %s", who, number, id));
    }
    const json_t *option =
        json_array_get(options, pressing_roll(dice, (unsigned)json_array_size(options)));
    snprintf(move, PRESSING_MOVE, "%s", text_of(option, "value"));
    return is_made(standin_child_ask(discord, "select %s %s %s %s", who, number, id, move));
}

bool pressing_button(struct standin_child *discord, const char *who, const json_t *message,
                     const char *end)
{
    const json_t *all[FOUND];
    unsigned count = all_of(message, all);
    for (unsigned i = 0; i < count; i++) {
        const char *id = text_of(all[i], "custom_id");
        if (strlen(id) < strlen(end) || strcmp(id + strlen(id) - strlen(end), end) != 0)
            continue;
        standin_child_ask(discord, "press %s %s %s", who, text_of(message, "id"), id);
        return true;
    }
    return false;
}
