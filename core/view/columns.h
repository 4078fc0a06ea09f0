/* Measures how wide text is in a fixed-width font, grapheme by grapheme, and puts pieces of it
   into narrow lines. Knows nothing of what the text says. */
#ifndef COLUMNS_H
#define COLUMNS_H

struct prose;

/* How many columns `length` bytes of well-formed UTF-8 take. */
int columns(const char *text, int length);

/* The largest n <= length so that the first n bytes are whole graphemes of at most `limit`
   columns. */
int columns_fit(const char *text, int length, int limit);

/* Lines that are filled: a piece goes whole onto the line, or onto the next line. A piece wider
   than a line is broken at its blanks, never inside a card chip. */
struct flow {
    struct prose *out;
    int limit;  /* columns of a line */
    int indent; /* of every line but the first */
    int column; /* where the next piece begins */
};

/* Puts it after the last piece, behind a blank or on a new line. */
void columns_flow_put(struct flow *flow, const struct prose *piece);

#endif
