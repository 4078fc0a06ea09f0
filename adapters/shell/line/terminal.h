/* The line that a person edits at a terminal: libedit in the event loop, with history, Tab and a
   prompt. Output appears above the line and does not disturb it; above the output a few lines may
   stand fixed, the frame. Knows no table. One per process, on the thread of the loop. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct loop;
struct terminal;

struct terminal_user {
    void (*line)(void *arg, const char *line);
    void (*end)(void *arg); /* Ctrl-D on an empty line, or the terminal is gone */
    void (*complete)(void *arg, const char *typed, bool (*each)(void *arg, const char *completion),
                     void *each_arg);
    void (*resized)(void *arg); /* the screen has another size, and keeps it */
    void *arg;
};

/* Takes over standard input, standard output and the signals SIGWINCH and SIGTSTP, and shows the
   first prompt. `history` is a file for the lines typed; may be NULL. */
struct terminal *terminal_new(struct loop *loop, const struct terminal_user *user,
                              const char *prompt, const char *history);
void terminal_free(struct terminal *terminal); /* gives the terminal back; NULL is fine */

/* Both copy the text, and block as long as the terminal does. `lines` are whole lines. */
void terminal_set_prompt(struct terminal *terminal, const char *prompt);
void terminal_print(struct terminal *terminal, const char *lines);
/* Clears the screen and what was scrolled off it. NULL: a screen without sequences, where all
   scrolls away. */
void terminal_clear(struct terminal *terminal);

/* NULL: of a screen on which nobody edits a line. */
int terminal_columns(const struct terminal *terminal);

/* How many lines the frame may have. 0 if this terminal is too small for one, or can have none. */
int terminal_frame_rows(const struct terminal *terminal);
/* Whole lines that stand above all others from now on, at most so many; NULL: none do. What is
   wider than the screen is cut. Copies the text. */
void terminal_set_frame(struct terminal *terminal, const char *lines);

/* Keeps the newest whole lines of `kept` and `lines` that fit into `size` bytes. */
void terminal_keep_lines(char *kept, size_t size, const char *lines);

/* The bytes of the first key, for tests; 0 until the whole key has come. `length` >= 1. libedit
   reads byte by byte and would block the loop on half a key, so the terminal gives it whole keys
   only. */
int terminal_key_length(const char *bytes, int length);

/* ---- suggestions ---- */

/* What Tab offers. Of the whole lines that the typed text could become, Tab offers the part they
   share, or else the next words. */
struct suggest;

struct suggest *terminal_suggest_new(const char *typed);
void terminal_suggest_free(struct suggest *suggest);

/* Adds one line, which begins with the typed text; `arg` is the suggest. Always true. */
bool terminal_suggest_add(void *arg, const char *line);
int terminal_suggest_count(const struct suggest *suggest);

/* What all lines share behind the typed text; may be "". Valid until the next call. */
const char *terminal_suggest_rest(struct suggest *suggest);

/* The next words, as lines of that many columns. Valid until the next call. */
const char *terminal_suggest_list(struct suggest *suggest, int columns);

/* ---- a script ---- */

/* Lines from a pipe or a file, one at a time: the next line is handed over when the one before
   is answered, so that a script always gives the same output. Knows no table. */

struct script;

struct script_user {
    void (*line)(void *arg, const char *line);
    /* No more lines come, and everything is answered. `is_heard`: something came. */
    void (*end)(void *arg, bool is_heard);
    bool (*is_settled)(void *arg);
    void *arg;
};

/* True if standard input can bring no line: it is closed, /dev/null, an empty file, or a pipe
   that nobody writes to any more. Does not wait: who only has not written yet may write later. */
bool terminal_script_is_at_end(void);

struct script *terminal_script_new(struct loop *loop, const struct script_user *user);
/* Something was told, so everything may be answered now. */
void terminal_script_answered(struct script *script);
void terminal_script_free(struct script *script); /* NULL is fine */

#endif
