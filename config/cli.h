/* The command line: options in tables, a reader for them, sub-commands, --help and --version. main
   passes in the sub-commands, because only main knows the layers that carry them out; tools/ prints
   the example and the man page. */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "config.h"

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

/* Reads everything after argv[0], the tool: options, and one other word (NULL if absent). Prints
   the help if asked, with `usage` after "usage: tabletalk". Returns CLI_GO_ON, or the exit
   status if the tool is done. */
int cli_read_arguments(int argc, char *const argv[], const struct argument *table,
                       const char *usage, void *what, const char **word, FILE *out, FILE *err);

/* Reads a number from least to most. False, with a sentence, if it is no such number. */
bool cli_argument_number(const char *value, long most, long *out, struct text *why);

/* ---- the program ---- */

enum {
    CLI_GO_ON = -1, /* nothing has been answered yet */
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_USAGE = 2,
    CLI_UNFINISHED = 78 /* EX_CONFIG of sysexits.h: no network is named, and nobody types either */
};

/* Carries out the sub-command in argv[0] and returns the exit status. Blocks. */
typedef int cli_run(int argc, char *const argv[], const struct config *config, FILE *out,
                    FILE *err);

/* One sub-command, "tabletalk NAME ...". It has its own options and needs no data folder. */
struct cli_command {
    const char *name;
    const char *arguments; /* for --help: "FILE", or "" */
    const char *help;
    cli_run *run;
    const struct argument *options; /* for --help and the man page; may be NULL */
};

struct cli_program {
    const struct cli_command *commands; /* a row without a name ends the table */
    /* Takes the words after the options, "heartcatchers match=3", which open a table in the
       terminal at once. False if the first word is no game. May be NULL. */
    bool (*take_game)(int argc, char *const argv[]);
    /* Checks values that only layers above know; false, with sentences on `err`, if something is
       wrong: then nothing starts, and nothing is read again. May be NULL. */
    bool (*check_values)(const struct config *config, FILE *err);
    /* --check-config: checks also what the configuration names, files and folders. May be NULL. */
    bool (*check_files)(const struct config *config, FILE *err);
    void (*print_example)(FILE *out);
    void (*print_man)(const struct cli_program *program, FILE *out);
    /* prints the man page's list of commands in a channel; may be NULL */
    void (*put_chat_commands)(FILE *out);
};

/* Everything before a table opens: parses, answers, reads the configuration, runs a sub-command.
   Returns CLI_GO_ON and fills `config` (call config_fini), or returns the exit status after it
   has said everything on `out` and `err`. Blocks while it reads small local files. */
int cli_start(int argc, char *const argv[], const struct cli_program *program, FILE *out, FILE *err,
              struct config *config);

/* Reads the configuration again that these arguments name. NULL if it has mistakes, which are on
   standard error, as at the start: the old one stays. Free it behind config_fini(). */
struct config *cli_again(int argc, char *const argv[], const struct cli_program *program);

extern const struct argument cli_options[]; /* of the program itself */

#endif
