/* The words, strings and braces of a configuration file with their lines. A subset of what libconfuse's lexer takes, on
   purpose: what it would swallow (a * or a + between words), run over lines (a string, a ${ without its }) or change
   behind an admin's back (\x00 ends a string, an unset variable is empty) is a problem here. Knows no option. */
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

#endif
