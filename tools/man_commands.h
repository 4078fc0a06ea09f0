/* What the man page says of each command beyond its line of help: for man.c alone. */
#ifndef MAN_COMMANDS_H
#define MAN_COMMANDS_H

struct man_command {
    const char *name, *words, *example;
};

/* NULL if its help says everything. */
const struct man_command *man_command_of(const char *name);

#endif
