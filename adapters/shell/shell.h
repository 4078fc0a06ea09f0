/* The terminal as a network: one machine, several rooms, and people who take turns at the
   keyboard. On a terminal people edit a line. From a pipe the shell reads a script and writes
   plain text, always the same for the same script and luck. Every line is said in the room, but
   '/' begins a command of the terminal itself (shell.c). */
#ifndef SHELL_H
#define SHELL_H

#include <stdbool.h>

struct adapter;
struct network_kind;
struct network_place;

bool shell_is_unheard(void);

/* Adds the network "shell" to the host. `name` is the first person at the keyboard, `history` a
   file for the lines typed, on the heap; NULL if they are not kept. `is_plain`: everything
   scrolls. */
struct adapter *shell_open(const struct network_place *place, const char *name, bool is_plain,
                           char *history_take);

extern const struct network_kind shell_kind;

#endif
