/* Inside the shell: who sits at the keyboard, in which room, and how lines get out. shell.c
   hears and shows; slash.c has the commands of the terminal itself. */
#ifndef SHELL_INSIDE_H
#define SHELL_INSIDE_H

#include "adapter.h"
#include "heard.h"
#include "look.h"
#include "paint.h"
#include "port.h"
#include "prose.h"
#include "shell.h"
#include "view.h"
#include "view_rows.h"

enum { SHELL_PEOPLE = 32, SHELL_ROOMS = 32, SHELL_HELD = 8 * 1024 };

struct shell_person {
    char name[HOST_NAME], key[HOST_KEY];
    struct look look;
    /* private lines that came while others sat at the keyboard; the oldest are dropped first */
    char held[SHELL_HELD];
    bool is_behind; /* others have moved since the last of them */
};

struct shell {
    struct adapter adapter; /* must be first */
    struct shell_setup setup;
    struct shell_person people[SHELL_PEOPLE];
    int person_count, person; /* `person` sits at the keyboard */
    char rooms[SHELL_ROOMS][HOST_ROOM];
    int64_t board_table;    /* the table whose board was shown last, */
    struct view_rows board; /* and its rows */
    int room_count, room;
    bool echoes; /* the lines of a script are shown, too */
    bool has_left;
    bool is_watched;       /* people look at a screen; no script is read */
    char told[SHELL_HELD]; /* the last public lines; who comes to the keyboard sees them again */
    bool has_private;      /* the screen shows lines for the person at the keyboard alone */
    /* for Enter, which says that the new person is there and nobody else looks */
    bool waits;
    struct paint paint;
    struct terminal *terminal; /* one of the terminal and the script is NULL */
    struct script *script;
};

/* Of the screen that people look at; 0 if no screen is there, where lines never break. */
int shell_screen_columns(const struct shell *shell);

/* Says a line as the person at the keyboard, in the room or in private. */
void shell_say(struct shell *shell, bool in_private, const char *text);

/* The sentences of strings.def, by number. */
enum shell_string {
#define STRING(id, text) SHELL_STRING_##id,
#include "strings.def"
#undef STRING
    SHELL_STRING_COUNT
};
extern const char *const shell_strings[SHELL_STRING_COUNT];

/* Shows a line of the terminal's own; shell_tell() one of its sentences, as view_sentence()
   takes it. */
void shell_show(struct shell *shell, const struct prose *prose);
#define shell_tell(shell, id, ...)                                                                 \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_clear(&sentence_);                                                                   \
        view_sentence(&sentence_, shell_strings[id], __VA_ARGS__);                                 \
        shell_show(shell, &sentence_);                                                             \
    } while (0)

/* shell_become puts the person of that name at the keyboard: private lines of the person before
   leave the screen, and those of the new person wait for Enter. shell_enter goes to the room of
   that name. False if there are too many people or rooms. */
bool shell_become(struct shell *shell, const char *name);
bool shell_enter(struct shell *shell, const char *name);

/* shell_look.c: how the person reads; what is kept of a new person; and for struct host_port. */
void shell_look_load(struct shell *shell, struct shell_person *person);
int shell_columns(void *self, const char *room);
bool shell_prefer(void *self, const struct heard *heard, const struct host_wish *wish);
bool shell_is_first(void *self, const char *key, const char *game);
/* The person of a key; NULL if unknown. What stands before the lines of a room, or of a person. */
struct shell_person *shell_person_of(struct shell *shell, const char *key);
void shell_put_margin(const struct shell *shell, const char *room, struct text *out);

/* slash.c: runs "as bob", a line without its slash. */
void slash_run(struct shell *shell, const char *line);
/* Calls `each` with every command of the terminal that begins with `typed`, slash included. */
void slash_complete(const char *typed, bool (*each)(void *arg, const char *completion), void *arg);

#endif
