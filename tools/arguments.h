/* The options behind a sub-command: a table of them, and a reader for it. Knows no tool. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>

#include "cli.h"

struct text;

struct argument {
    const char *name;  /* "--players" */
    const char *value; /* "N"; NULL if it takes no value */
    const char *help;
    /* Takes the value (NULL if absent). False and one sentence if it cannot. */
    bool (*take)(void *what, const char *value, struct text *why);
};

/* Reads everything behind argv[0]: options of the table, which a row without a name ends, and one other word. `word`
   gets that word, NULL if absent, or argv[0] for --help. False and one sentence if something does not fit. */
bool arguments_read(int argc, char *const argv[], const struct argument *table, void *what, const char **word,
                    struct text *why);
void arguments_each(const struct argument *table, cli_put_option *put, void *arg);
/* Prints "usage: tabletalk WORDS" and the options. */
void arguments_help(const struct argument *table, const char *words, FILE *out);

/* Reads a number from least to most. False and a sentence otherwise. */
bool argument_number(const char *value, long least, long most, long *out, struct text *why);

#endif
