/* The terminal as a network: one machine, several rooms, and people who take turns at the keyboard. On a terminal there is
   a line to edit; from a pipe it reads a script and writes plain text, always the same for the same script and luck.
   Everything typed is said in the room; lines that begin with '/' are for the terminal itself (slash.c). */
#ifndef SHELL_H
#define SHELL_H

#include <stdbool.h>

struct adapter;
struct commands;
struct host;
struct loop;
struct network_kind;

struct shell_setup {
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    const char *name;         /* who sits at the keyboard first */
    const char *history;      /* a file for what was typed; NULL: it is not kept */
    void (*leave)(void *arg); /* /quit, or the end of the script: main begins to stop */
    void *arg;
};

/* Copies the setup and its strings; the rest is kept, not owned. Adds the network "shell" to the host. */
struct adapter *shell_new(const struct shell_setup *setup);

/* shell_kind.c: for networks.c. */
extern const struct network_kind shell_kind;

#endif
