/* The command line: options, sub-commands, --help and --version. The options are one table in cli.c; the sub-commands are main's,
   because only main knows the layers that carry them out; the example and the man page are printed by tools/. */
#ifndef CLI_H
#define CLI_H

#include <stdio.h>

#include "config.h"

enum {
    CLI_GO_ON = -1, /* nothing was asked that is answered by now */
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_USAGE = 2
};

/* For --help and the manual page: one option of a sub-command; `argument` may be NULL. */
typedef void cli_put_option(void *arg, const char *name, const char *argument, const char *help);

/* Carries out a sub-command, which stands in argv[0]; the exit status. Blocks. */
typedef int cli_run(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err);

/* One sub-command, "tabletalk NAME ...". Its options are its own; it needs no data folder. */
struct cli_command {
    const char *name;
    const char *arguments; /* for --help: "FILE", or "" */
    const char *help;
    cli_run *run;
    void (*each_option)(cli_put_option *put, void *arg); /* NULL: it has none */
};

/* What main knows and the command line does not. */
struct cli_program {
    const struct cli_command *commands; /* ended by a row without a name */
    /* --check-config: files that the configuration names; false if it told something on `err`. May be NULL. */
    bool (*check_files)(const struct config *config, FILE *err);
    void (*print_example)(FILE *out); /* --print-config-example */
    void (*print_man)(const struct cli_program *program, FILE *out);
    void (*put_chat_commands)(FILE *out); /* the man page's list of what is said in a channel; may be NULL */
};

/* The arguments as they stand, checked by themselves. Strings are argv's own. */
struct cli {
    const char *config_file, *data_folder, *log_level, *name;    /* NULL: not given */
    int (*answer)(const struct cli_program *program, FILE *out); /* --help and its like */
    bool is_check;                                               /* --check-config */
    const struct cli_command *command;
    int argc; /* of the command */
    char *const *argv;
};

/* 0, or -1 and one sentence with the nearest thing that would have been right. */
int cli_parse(int argc, char *const argv[], const struct cli_program *program, struct cli *cli, struct text *problem);

/* Everything main does before it opens a table: parses, answers, reads the configuration, runs a sub-command. CLI_GO_ON
   and `config` is filled (config_fini it), or the exit status, with everything said on `out` and `err`. Blocks on
   reading small local files. */
int cli_start(int argc, char *const argv[], const struct cli_program *program, FILE *out, FILE *err,
              struct config *config);

/* ---- its options, for --help and the man page ---- */

struct cli_option {
    const char *name;     /* with its dashes */
    const char *argument; /* "FILE"; NULL: it takes none */
    const char *help;     /* NULL: not for users */
    size_t offset;        /* of the string in struct cli, where it takes one */
    const char *override; /* the option of the configuration it stands in for; or NULL */
    int (*answer)(const struct cli_program *program, FILE *out);
};

extern const struct cli_option cli_options[]; /* ended by a row without a name */

#endif
