/* What Tab offers. Of the whole lines that the typed text could become, Tab offers the part they
   share, or else the next words. */
#ifndef SUGGEST_H
#define SUGGEST_H

#include <stdbool.h>

struct suggest;

struct suggest *suggest_new(const char *typed); /* copies `typed` */
void suggest_free(struct suggest *suggest);

/* Adds one line, which begins with the typed text; `arg` is the suggest. Always true. */
bool suggest_add(void *arg, const char *line);
int suggest_count(const struct suggest *suggest);

/* What all lines share behind the typed text; may be "". Valid until the next call. */
const char *suggest_rest(struct suggest *suggest);

/* The next words, as lines of that many columns. Valid until the next call. */
const char *suggest_list(struct suggest *suggest, int columns);

#endif
