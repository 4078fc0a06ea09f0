/* Inside the shell: who sits at the keyboard, in which room, and how lines get out. shell.c hears and shows; slash.c
   has the commands of the terminal itself. */
#ifndef SHELL_INSIDE_H
#define SHELL_INSIDE_H

#include "adapter.h"
#include "heard.h"
#include "paint.h"
#include "shell.h"

enum { SHELL_PEOPLE = 32, SHELL_ROOMS = 32, SHELL_HELD = 8 * 1024 };

struct shell_person {
    char name[HOST_NAME], key[HOST_KEY];
    char held[SHELL_HELD]; /* private lines that came while others sat at the keyboard; the oldest are dropped first */
};

struct shell {
    struct adapter adapter; /* must be first */
    struct shell_setup setup;
    struct shell_person people[SHELL_PEOPLE];
    int person_count, person; /* `person` sits at the keyboard */
    char rooms[SHELL_ROOMS][HOST_ROOM];
    int room_count, room;
    bool echoes; /* the lines of a script are shown, too */
    bool has_left;
    bool is_watched;  /* people look at a screen; no script is read */
    bool has_private; /* the screen shows lines for the person at the keyboard alone */
    bool waits;       /* for Enter, which says that the new person is there and nobody else looks */
    struct paint paint;
    struct terminal *terminal; /* one of the terminal and the script is NULL */
    struct script *script;
};

/* Says a line as the person at the keyboard, in the room or in private. */
void shell_say(struct shell *shell, bool in_private, const char *text);

/* Shows a line of the terminal's own. */
void shell_tell(struct shell *shell, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* shell_become puts the person of that name at the keyboard: private lines of the person before leave the screen, and
   those of the new person wait for Enter. shell_enter goes to the room of that name. False if there are too many people
   or rooms. */
bool shell_become(struct shell *shell, const char *name);
bool shell_enter(struct shell *shell, const char *name);

/* slash.c: runs "as bob", a line without its slash. */
void slash_run(struct shell *shell, const char *line);
/* Calls `each` with every command of the terminal that begins with `typed`, slash included. */
void slash_complete(const char *typed, bool (*each)(void *arg, const char *completion), void *arg);

#endif
