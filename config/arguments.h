/* Options on a command line: a table of them, and a reader for it. The program and each of its
   tools have one. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text;

/* One option. A row without a name ends the table. */
struct argument {
    const char *name;  /* with its dashes */
    const char *value; /* "N"; NULL if it takes no value */
    const char *help;  /* NULL if not for users */
    /* Takes the value (NULL if absent). False, with one sentence, if the value is wrong. If
       `take` is NULL, the value goes to the string at `offset` of `what`, and an option without
       a value sets the bool there. */
    bool (*take)(void *what, const char *value, struct text *why);
    size_t offset;
};

/* Reads the option at `argv`; moves on if its value is the next argument. `tool` is NULL for the
   program itself, which takes no option twice. False, with one sentence, if the option or its
   value is wrong. */
bool arguments_take(char *const **argv, const struct argument *table, const char *tool, void *what,
                    struct text *why);

/* Reads everything after argv[0], the tool: options, and one other word (NULL if absent). Prints
   the help if asked, with `usage` after "usage: tabletalk". Returns CLI_GO_ON, or the exit
   status if the tool is done. */
int arguments_read(int argc, char *const argv[], const struct argument *table, const char *usage,
                   void *what, const char **word, FILE *out, FILE *err);

/* Prints a line for each option: its name and value, padded to so many columns, and its help. */
void arguments_print(const struct argument *table, const char *indent, int columns, FILE *out);

/* Reads a number from least to most. False, with a sentence, if it is no such number. */
bool argument_number(const char *value, long least, long most, long *out, struct text *why);

#endif
