/* What can be seen of a text: characters that show nothing, or turn the direction of what stands
   around them, are told from the others. Every place that cleans text from outside asks here. */
#ifndef LOOKS_H
#define LOOKS_H

#include <stdbool.h>

struct text;

/* A control, a line or paragraph separator, or a character that cannot be seen or changes how
   the text around it reads. */
bool looks_hidden(unsigned scalar);
/* A space of any kind, also one that counts as a letter or a sign. */
bool looks_blank(unsigned scalar);
/* The text behind the spaces, of any kind, that it begins with. */
const char *looks_behind_blanks(const char *text);
/* Whether anything of the text can be seen. */
bool looks_shown(const char *text);
/* Appends what is not hidden; for a control, and for a byte that is not UTF-8, '?'. */
void looks_put(struct text *out, const char *bytes);

#endif
