/* What Tab offers, from whole lines that could come of what was typed: how far all of them go together, and else the next
   words there are. */
#ifndef SUGGEST_H
#define SUGGEST_H

#include <stdbool.h>

struct suggest;

struct suggest *suggest_new(const char *typed); /* keeps a copy */
void suggest_free(struct suggest *suggest);

/* Adds one line (it begins with what was typed); `arg` is the suggest. Always true. */
bool suggest_add(void *arg, const char *line);
int suggest_count(const struct suggest *suggest);

/* What can be put behind the typed text without choosing; "" if nothing. Lasts until the next call. */
const char *suggest_rest(struct suggest *suggest);

/* The next words, as lines of that many columns. Lasts until the next call. */
const char *suggest_list(struct suggest *suggest, int columns);

#endif
