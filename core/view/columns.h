/* Measures how wide text is in a fixed-width font, grapheme by grapheme. Knows nothing of what the text says. */
#ifndef COLUMNS_H
#define COLUMNS_H

/* How many columns `length` bytes of well-formed UTF-8 take. */
int columns(const char *text, int length);

/* The largest n <= length so that the first n bytes are whole graphemes of at most `limit` columns. */
int columns_fit(const char *text, int length, int limit);

#endif
