/* Who has sat at the keyboard, who sits there now, and in which room. Each person has a look, which
   is kept, and the lines that came while somebody else looked at the screen. */
#ifndef KEYBOARD_H
#define KEYBOARD_H

#include <stdbool.h>

#include "heard.h"
#include "look.h"

struct host_wish;
struct keep;
struct loop;
struct text;

enum { KEYBOARD_PEOPLE = 32, KEYBOARD_ROOMS = 32, KEYBOARD_HELD = 8 * 1024 };

struct keyboard_person {
    char name[HOST_NAME], key[HOST_KEY];
    struct look look;
    /* private lines that came while others sat at the keyboard; the oldest are dropped first */
    char held[KEYBOARD_HELD];
    bool is_behind; /* others have moved since the last of them */
};

struct keyboard {
    struct loop *loop;
    struct keep *keep;
    struct keyboard_person people[KEYBOARD_PEOPLE];
    int person_count;
    struct keyboard_person *now; /* sits there */
    char rooms[KEYBOARD_ROOMS][HOST_ROOM];
    int room_count;
    const char *room;
};

extern const char keyboard_network[];
/* Columns, margins among them. */
extern const struct look_widths keyboard_widths;

/* NULL if unknown. */
struct keyboard_person *keyboard_find(struct keyboard *keyboard, const char *key);
/* Added if unknown: a table may know people from before a restart. NULL if there are too many. */
struct keyboard_person *keyboard_add(struct keyboard *keyboard, const char *key, const char *name);
/* The same by the name, in any spelling. */
struct keyboard_person *keyboard_named(struct keyboard *keyboard, const char *name);
/* Goes to that room. False if there are too many. */
bool keyboard_enter(struct keyboard *keyboard, const char *room);
/* Whether a person or a room can be called so. */
bool keyboard_is_name(const char *word);

bool keyboard_is_read_aloud(const struct keyboard *keyboard);
/* `done` of the wish is told whether the look is kept. */
void keyboard_keep_look(struct keyboard *keyboard, const struct keyboard_person *person,
                        const struct host_wish *wish);

/* What the person who sits there says, in the room or in private. */
struct heard keyboard_heard(const struct keyboard *keyboard, bool in_private, const char *text);
/* "ann> "; elsewhere than in the first room "ann #games> ". */
enum { KEYBOARD_PROMPT = HOST_NAME + HOST_ROOM + 8 };
void keyboard_put_prompt(const struct keyboard *keyboard, struct text *out);

#endif
