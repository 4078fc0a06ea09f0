/* Options on a command line: a table of them, and a reader for it. The program and each of its tools have one. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text;

/* One option. A row without a name ends a table. */
struct argument {
    const char *name;  /* with its dashes */
    const char *value; /* "N"; NULL if it takes none */
    const char *help;  /* NULL if not for users */
    /* Takes the value (NULL if absent). False and one sentence if it cannot. If `take` is NULL, the value goes to the
       string at `offset` of `what`, and an option without a value sets the bool there. */
    bool (*take)(void *what, const char *value, struct text *why);
    size_t offset;
};

/* Reads the option that `argv` stands on; moves on if its value is the next argument. `tool` is NULL for the program
   itself, which takes no option twice. False and one sentence if something does not fit. */
bool arguments_take(char *const **argv, const struct argument *table, const char *tool, void *what, struct text *why);

/* Reads everything behind argv[0], the tool: options, and one other word, NULL if absent. Prints the help that is asked
   for, with `usage` behind "usage: tabletalk". Returns CLI_GO_ON, or the exit status if all is said. */
int arguments_read(int argc, char *const argv[], const struct argument *table, const char *usage, void *what,
                   const char **word, FILE *out, FILE *err);

/* Prints a line for each option: its name and value in so many columns, and its help. */
void arguments_print(const struct argument *table, const char *indent, int columns, FILE *out);

/* Reads a number from least to most. False and a sentence otherwise. */
bool argument_number(const char *value, long least, long most, long *out, struct text *why);

#endif
