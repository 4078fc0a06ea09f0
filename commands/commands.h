/* From words to deeds: reads what somebody typed and calls the host. A command is a row of
   commands.def and a function. A word that is no command, typed by somebody who sits at a table
   in play, is a move. Knows no network and no game. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>

struct commands;
struct heard;
struct host;
struct session;

struct commands *commands_new(void);
void commands_free(struct commands *commands);

/* Takes a line for the bot: any line in private; in a room, a line with a prefix or addressed to
   the bot. Finds the table that the line is about, ignores flooders, and puts the line into the
   table's queue. Never blocks. Answers every line, except for an unknown word in a room from
   somebody who sits at no table there. */
void commands_hear(struct commands *commands, struct host *host, const struct heard *heard);

/* Takes a line in a room that is not addressed to the bot. If the line looks like a move
   (host_is_bare_move), it is read as a move if `is_read`; else the person is told once how to
   type moves. */
void commands_overhear(struct commands *commands, struct host *host, const struct heard *heard,
                       bool is_read);

/* True if the person said too much, so that only moves are heard. For networks that want an
   answer to every command. */
bool commands_ignores(const struct commands *commands, const struct heard *heard);

/* Takes the press of a button that offered a move (heard->press), if the person sits at the
   table that the button names. */
void commands_press(struct commands *commands, struct host *host, const struct heard *heard);

/* The host's execute function: runs an input when its turn has come. `arg` is the struct
   commands. */
void commands_execute(void *arg, struct host *host, struct session *session,
                      const struct heard *heard);

/* Calls `each` with every line that begins with `typed`: commands, and the person's legal moves.
   Stops when `each` returns false. */
void commands_complete(struct commands *commands, struct host *host, const struct heard *heard,
                       const char *typed, bool (*each)(void *arg, const char *completion),
                       void *arg);

/* Of a command: its name, where it stands among slash commands ("top", "table rooms"), the words
   after the name ("NAME", or ""), and its help, which begins small and has no full stop at its
   end. */
struct commands_row {
    const char *name, *slash, *words, *help;
    bool is_of_operators; /* nobody else may use it */
};
typedef void commands_each_fn(void *arg, const struct commands_row *row);
/* Calls `each` with every command. */
void commands_each(commands_each_fn *each, void *arg);
/* The command of exactly that name, `length` bytes long; false if absent. */
bool commands_find(const char *name, int length, struct commands_row *out);

enum commands_manner {
    COMMANDS_NONE,
    COMMANDS_ALOUD,   /* the whole room reads the answer */
    COMMANDS_QUIETLY, /* about a room; one person reads the answer */
    COMMANDS_PRIVATE
};
enum commands_manner commands_manner(const char *name);

/* Whether the line, without prefix and address, begins with a command. */
bool commands_knows(const char *line);
/* Whether the line is for us where there is no table: other bots listen to the same prefix. At a
   table, and in private, every line is. */
bool commands_are_meant(const char *line);

#endif
