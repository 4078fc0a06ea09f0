/* The words, strings and braces of a configuration file with their lines, and the meaning of a
   word or string. Text that may not mean what it seems to mean is a problem: a string over two
   lines, \n or \x00 in it, a variable that is not set. Knows no option. */
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
    TOKEN_BAD /* the problem is already told */
};

struct token {
    enum token_kind kind;
    int line;
    int at, length; /* in the file's bytes, quotes included */
};

struct scan {
    const char *bytes;
    int at, line;
    /* the latest comment that looks like names without quotes, {#games}; -1 if none */
    int unquoted, unquoted_line;
    struct problems *problems;
    struct token now;
};

/* `bytes` ends with a NUL and outlives the scan; a byte-order mark in front is skipped. The
   first token is then in `now`. */
void scan_init(struct scan *scan, const char *bytes, struct problems *problems);
void scan_next(struct scan *scan);

/* Goes back to that comment, behind the first brace in it. TOKEN_END if it holds none; then
   nothing changes. */
enum token_kind scan_into_comment(struct scan *scan);

/* The meaning of the word or string in `now`, on the heap: without quotes and backslashes, with
   its variables filled in. */
char *scan_value(const struct scan *scan);

#endif
