/* From what was typed to what the host does. A command is a row of commands.def (names, who may, where, public or private,
   help) and a function; a word that is no command, from somebody who sits at a running table, is a move.
   Knows no network and no game. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>

struct commands;
struct heard;
struct host;
struct session;

struct commands *commands_new(void);
void commands_free(struct commands *commands);

/* An adapter heard a line that is meant for the bot: with a prefix or addressed in a room, anything in private. Decides
   which table it is about, keeps flooders off, and hands it to the queue of that table. Never blocks; never silent, but for
   an unknown word in a room from somebody who sits at no table there. */
void commands_hear(struct commands *commands, struct host *host, const struct heard *heard);

/* Whether nothing of this person's is listened to at the moment but moves: they said too much. For networks where every
   command has to be answered. */
bool commands_ignores(const struct commands *commands, const struct heard *heard);

/* Something was pressed that offered a move (heard->press): to the table that it names, if the person sits there. */
void commands_press(struct commands *commands, struct host *host, const struct heard *heard);

/* The host's execute function: runs an input when its turn has come. `arg` is the struct commands. */
void commands_execute(void *arg, struct host *host, struct session *session, const struct heard *heard);

/* Words that can begin a line, for completion: commands, and the legal moves of the person. Calls `each` with every
   completion of `typed`; stops early if it returns false. */
void commands_complete(struct commands *commands, struct host *host, const struct heard *heard, const char *typed,
                       bool (*each)(void *arg, const char *completion), void *arg);

/* Every command but those of admins: its name, the words behind it in its usage ("NAME", or ""), and its help in whole sentences. For the man
   page. */
void commands_each(void (*each)(void *arg, const char *name, const char *words, const char *help), void *arg);

/* The others. */
void commands_each_of_admins(void (*each)(void *arg, const char *name, const char *words, const char *help), void *arg);

/* How a command is said and answered. */
enum commands_manner {
    COMMANDS_NONE,    /* there is no such command */
    COMMANDS_ALOUD,   /* answered for everybody in the room */
    COMMANDS_QUIETLY, /* about a room, answered to one person */
    COMMANDS_PRIVATE  /* not to be said in a room */
};
enum commands_manner commands_manner(const char *name);

#endif
