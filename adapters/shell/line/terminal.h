/* The line that a person edits at a terminal: libedit in the event loop, with history, Tab and a prompt, and output that
   appears above it without disturbing what is being typed. Knows no table. One per process, on the thread of the loop. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>

struct loop;
struct terminal;

struct terminal_user {
    void (*line)(void *arg, const char *line);
    void (*end)(void *arg); /* Ctrl-D on an empty line, or the terminal is gone */
    void (*complete)(void *arg, const char *typed, bool (*each)(void *arg, const char *completion), void *each_arg);
    void *arg;
};

/* Takes standard input, standard output and the signals SIGWINCH and SIGTSTP. `history` is a file for what was typed, or
   NULL. The first prompt appears at once. */
struct terminal *terminal_new(struct loop *loop, const struct terminal_user *user, const char *prompt,
                              const char *history);
void terminal_free(struct terminal *terminal); /* gives the terminal back as it was; NULL is fine */

/* Both copy. A print is whole lines. They block as long as the terminal does. */
void terminal_set_prompt(struct terminal *terminal, const char *prompt);
void terminal_print(struct terminal *terminal, const char *lines);

int terminal_columns(const struct terminal *terminal);

#endif
