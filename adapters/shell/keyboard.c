#include "keyboard.h"

#include <stdio.h>
#include <string.h>

#include "host.h"
#include "keep.h"
#include "loop.h"
#include "text.h"
#include "view.h"

const char keyboard_network[] = "shell";

const struct look_widths keyboard_widths = {VIEW_COLUMNS + 12, 240};

/* ---- people ---- */

/* Kept for each name, as far as anything is kept. */
static struct drawer drawer_of(const struct keyboard *keyboard, const char *prefix)
{
    return (struct drawer){keyboard->keep, prefix, loop_wall(keyboard->loop)};
}

static void load_look(const struct keyboard *keyboard, struct keyboard_person *person)
{
    char row[LOOK_BYTES], wrong[LOOK_WORD];
    struct drawer drawer = drawer_of(keyboard, "shell look ");
    const char *words =
        keep_row_get(&drawer, person->key, sizeof row, row) ? row + strspn(row, " ") : "";
    while (*words && look_take(&person->look, &keyboard_widths, &words, wrong) == LOOK_FINE)
        ;
}

void keyboard_keep_look(struct keyboard *keyboard, const struct keyboard_person *person,
                        const struct host_wish *wish)
{
    char row[LOOK_BYTES];
    struct drawer drawer = drawer_of(keyboard, "shell look ");
    struct text text = text_over(row, sizeof row);
    look_put(&person->look, &text);
    keep_row_put_then(&drawer, person->key, "", text.length > 0 ? row : NULL, wish->done,
                      wish->arg);
}

bool keyboard_is_read_aloud(const struct keyboard *keyboard)
{
    return keyboard->now->look.cards == LOOK_READER;
}

struct keyboard_person *keyboard_find(struct keyboard *keyboard, const char *key)
{
    for (int i = 0; i < keyboard->person_count; i++)
        if (strcmp(keyboard->people[i].key, key) == 0)
            return &keyboard->people[i];
    return NULL;
}

struct keyboard_person *keyboard_add(struct keyboard *keyboard, const char *key, const char *name)
{
    struct keyboard_person *person = keyboard_find(keyboard, key);
    if (person || keyboard->person_count == KEYBOARD_PEOPLE)
        return person;
    person = &keyboard->people[keyboard->person_count++];
    snprintf(person->name, sizeof person->name, "%s", name);
    snprintf(person->key, sizeof person->key, "%s", key);
    load_look(keyboard, person);
    return person;
}

/* The key is the name in lower case, so that a person stays the same in any spelling. */
struct keyboard_person *keyboard_named(struct keyboard *keyboard, const char *name)
{
    char key[HOST_KEY];
    snprintf(key, sizeof key, "%s", name);
    for (char *p = key; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return keyboard_add(keyboard, key, name);
}

bool keyboard_is_name(const char *word)
{
    int left = (int)strlen(word);
    for (int size; left > 0; word += size, left -= size) {
        unsigned scalar;
        size = text_utf8(word, left, &scalar);
        if (size == 0 || scalar <= 0x20 || (scalar >= 0x7f && scalar <= 0xa0) ||
            strchr("@!/", *word))
            return false;
    }
    return true;
}

/* ---- rooms ---- */

bool keyboard_enter(struct keyboard *keyboard, const char *room)
{
    int i = 0;
    while (i < keyboard->room_count && strcmp(keyboard->rooms[i], room) != 0)
        i++;
    if (i == KEYBOARD_ROOMS)
        return false;
    if (i == keyboard->room_count)
        snprintf(keyboard->rooms[keyboard->room_count++], HOST_ROOM, "%s", room);
    keyboard->room = keyboard->rooms[i];
    return true;
}

/* ---- who speaks, and where ---- */

struct heard keyboard_heard(const struct keyboard *keyboard, bool in_private, const char *text)
{
    return (struct heard){.network = keyboard_network,
                          .room = in_private ? NULL : keyboard->room,
                          .key = keyboard->now->key,
                          .name = keyboard->now->name,
                          .rank = RANK_LOCAL,
                          .text = text,
                          .now = loop_now(keyboard->loop)};
}

void keyboard_put_prompt(const struct keyboard *keyboard, struct text *out)
{
    text_put(out, keyboard->now->name);
    if (keyboard->room != keyboard->rooms[0])
        text_putf(out, " %s", keyboard->room);
    text_put(out, "> ");
}
