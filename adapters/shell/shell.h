/* The terminal as a network: one machine, several rooms, and people who take turns at the
   keyboard. On a terminal people edit a line. From a pipe the shell reads a script and writes
   plain text, always the same for the same script and luck. Every line is said in the room, but
   '/' begins a command of the terminal itself (shell.c). */
#ifndef SHELL_H
#define SHELL_H

#include <stdbool.h>

struct adapter;
struct commands;
struct host;
struct keep;
struct loop;
struct network_kind;

struct shell_setup {
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct keep *keep;   /* of what people chose; NULL: nothing is kept */
    const char *name;    /* the first person at the keyboard */
    const char *history; /* file for the lines typed; NULL if they are not kept */
    /* the first line said, "play heartcatchers"; may be NULL. Must outlive the adapter */
    const char *play;
    void (*leave)(void *arg); /* called by /quit and at the end of a script; main.c then stops */
    /* instead of leave(): the script ended before a line came, and `play` is NULL */
    void (*unheard)(void *arg);
    void *arg;
};

/* True if nobody can type anything: see script_is_at_end(). */
bool shell_is_unheard(void);

/* Adds the network "shell" to the host. Copies the setup and its strings, except `play`. */
struct adapter *shell_new(const struct shell_setup *setup);

/* shell_kind.c, for networks.c. */
extern const struct network_kind shell_kind;

#endif
