/* The words, strings and braces of a configuration file with their lines, and what a word or string stands for. What
   could mean something else than it seems (a string over two lines, \n or \x00 in it, a variable that is not set) is a
   problem. Knows no option. */
#ifndef SCAN_H
#define SCAN_H

#include "problem.h"

enum token_kind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_STRING,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_EQUALS,
    TOKEN_COMMA,
    TOKEN_BAD /* already told as a problem */
};

struct token {
    enum token_kind kind;
    int line;
    int at, length; /* in the file's bytes, quotes included */
};

struct scan {
    const char *bytes;
    int at, line;
    struct problems *problems;
    struct token now;
};

/* `bytes` ends with a NUL and outlives the scan. The first token is then in `now`. */
void scan_init(struct scan *scan, const char *bytes, struct problems *problems);
void scan_next(struct scan *scan);

/* What the word or string in `now` stands for, on the heap: without quotes and backslashes, its variables filled in. */
char *scan_value(const struct scan *scan);

#endif
