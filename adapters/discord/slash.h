/* The commands as Discord registers them, made from the rows of commands.def, and the way back from a command with its
   options to the line that a person would have typed. A usage is read word by word: what is literal stays, PLACEHOLDERS and
   what stands in [] become options. Knows no command by name but the two that exist here only. */
#ifndef SLASH_H
#define SLASH_H

#include "application.h"

struct text;

/* The commands as Discord wants them, an array. New reference. */
json_t *slash_commands(void);
/* Registers them, if they are not those of the last time. */
void slash_register(struct discord *discord);

/* The line that a command with its options stands for, "play heartcatchers match=3"; false if there is no such command. */
bool slash_line(const char *name, const json_t *options, struct text *out);
/* The value of an option, NULL if it was not given; the option that is being typed. */
const char *slash_option(const json_t *options, const char *name);
const json_t *slash_focused(const json_t *options);

#endif
