/* What the words behind a command are on Discord, and how a command with its words is written
   there. A usage of commands.def is read word by word; usage.def says which option a word is.
   Knows nothing of requests. */
#ifndef USAGE_H
#define USAGE_H

#include <stdbool.h>

#include "heard.h"

struct commands_row;
struct text;

enum usage_kind {
    USAGE_LITERAL, /* stays in the line */
    USAGE_TEXT,
    USAGE_COMPLETED,
    USAGE_CHOICE,
    USAGE_NUMBER,
    USAGE_FLAG,
    USAGE_USER
};

struct usage_part {
    enum usage_kind kind;
    bool is_needed;
    char word[HOST_NAME]; /* "NUMBER", "easy|medium|hard", "cut=WORDS" */
    const char *option;   /* "number"; NULL for a literal */
    const char *said;     /* see usage.def */
    const char *about;
    int least, most; /* of a number */
};

/* Reads the next word of a usage and goes behind it; false at the end. `command` is its name. */
bool usage_next(const char *command, const char **words, struct usage_part *out);

/* The alternatives of a word: "easy|medium|hard" are three. Stops when `each` returns false. */
void usage_each_choice(const struct usage_part *part, bool (*each)(void *arg, const char *word),
                       void *arg);

/* "table rooms invite"; false if it is no slash command. */
bool usage_put_path(const struct commands_row *row, struct text *out);

/* Whether a command with these words behind it is a slash command: the orders of operators are
   only in the channel where they are given ("ban here bob"). Any other can be typed after /move. */
bool usage_is_slash(const struct commands_row *row, const char *words, int length);

/* What a command is that others stand below ("table"), or a group of them ("table rooms"): see
   usage.def. */
const char *usage_about(const char *slash);

/* What a sentence says behind a command, as options: " number:17". `words` are `length` bytes that
   begin behind the command's name; a name of somebody begins at byte `name_at` of them and has
   `name_length` (0: none). Returns how many of the bytes they were. */
int usage_put_options(const struct commands_row *row, const char *words, int length, int name_at,
                      int name_length, struct text *out);

#endif
