/* The commands as Discord registers them, made from the rows of commands.def, and the way back from a command with its
   options to the line that a person would have typed. A usage is read word by word: what is literal stays, PLACEHOLDERS and
   what stands in [] become options. Knows no command by name but the two that exist here only. */
#ifndef SLASH_H
#define SLASH_H

#include "application.h"
#include "people.h"

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

/* ---- what can follow what is being typed ---- */

/* The table that somebody's moves are about: that of the place, if they sit there, else their only one; NULL: none. */
struct session *autocomplete_table(struct discord *discord, const struct person *person, struct session *session);
/* What can follow what is being typed: at most 25, an array. New reference. `room` is the table of the place, or NULL. */
json_t *autocomplete_choices(struct discord *discord, const struct person *person, struct session *session,
                             const json_t *data);

#endif
