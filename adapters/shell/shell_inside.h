/* Inside the shell: who sits at the keyboard, in which room, and how lines get out. shell.c hears and shows; slash.c holds
   the commands of the terminal itself. */
#ifndef SHELL_INSIDE_H
#define SHELL_INSIDE_H

#include "adapter.h"
#include "host.h"
#include "paint.h"
#include "shell.h"

enum { SHELL_PEOPLE = 32, SHELL_ROOMS = 32 };

struct shell_person {
    char name[HOST_NAME], key[HOST_KEY];
};

struct shell {
    struct adapter adapter; /* first */
    struct shell_setup setup;
    struct shell_person people[SHELL_PEOPLE];
    int person_count, person; /* the one at the keyboard */
    char rooms[SHELL_ROOMS][HOST_ROOM];
    int room_count, room;
    bool echoes; /* a script's lines are shown, as a reader of its output wants */
    bool has_left;
    struct paint paint;
    struct terminal *terminal; /* one of the two */
    struct script *script;
};

/* Said in the room by whoever sits at the keyboard, or in private. */
void shell_say(struct shell *shell, bool in_private, const char *text);

/* A line of the terminal's own. */
void shell_tell(struct shell *shell, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The person of that name, or the room, is at the keyboard from now on; false if there are too many. */
bool shell_become(struct shell *shell, const char *name);
bool shell_enter(struct shell *shell, const char *name);

/* slash.c: runs "as bob"; `line` is without the slash. */
void slash_run(struct shell *shell, const char *line);
/* Calls `each` with every command of the terminal, slash included. */
void slash_complete(const char *typed, bool (*each)(void *arg, const char *completion), void *arg);

#endif
