/* Slash commands: made from the rows of commands.def, registered with Discord, and turned back
   into the line that a person would have typed. A usage is read word by word: literal words
   stay, PLACEHOLDERS and what stands in [] become options. Names only the two commands that
   exist only here, and the one that exists only elsewhere. */
#ifndef SLASH_H
#define SLASH_H

#include "application.h"
#include "people.h"

struct text;

/* The commands as Discord wants them, an array. New reference. */
json_t *slash_commands(void);
/* Registers them if they have changed since the last time. */
void slash_register(struct discord *discord);

/* Whether who has added the application to the own account can use it where the bot is not. The
   others need messages of ours in their room. */
bool slash_works_anywhere(const char *name);

/* The line that a command with its options stands for, "play heartcatchers match=3"; false if
   there is no such command. */
bool slash_line(const char *name, const json_t *options, struct text *out);
/* The value of an option, NULL if it was not given. */
const char *slash_option(const json_t *options, const char *name);

#endif
