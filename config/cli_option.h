/* The rows of the command line's options, for --help and the man page. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include "cli.h"

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
