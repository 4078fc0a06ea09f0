/* Prose as IRC text: colours, chips and the prefix that holds at the place it is shown. The last gate before the wire:
   whatever the prose holds, no control byte of it gets through, so nothing can start a line, a colour or a CTCP.
   Knows nothing of line lengths: message.h cuts prose into stretches that fit, and draws each by itself. */
#ifndef RENDER_H
#define RENDER_H

#include <stdbool.h>

struct prose;
struct text;

/* How a place wants its text. */
struct ink {
    bool is_plain;      /* no formatting byte at all; letters say everything */
    bool has_symbols;   /* a sign of its colour in front of each card's letters */
    const char *prefix; /* what commands are shown with */
};

/* Appends the bytes [from, to) of the prose. Formatting is closed at the end, so that every stretch stands alone; text
   of its first span is not repeated. A name that is not called carries U+200B behind its first grapheme and highlights
   nobody. */
void render_stretch(const struct prose *prose, int from, int to, const struct ink *ink, struct text *out);

/* Bytes of the grapheme at `at`, at least 1; `end` bounds it. One without end, a letter with a hundred accents, counts as
   several of at most RENDER_GRAPHEME bytes: each fits into any line. */
enum { RENDER_GRAPHEME = 48 };
int render_grapheme(const char *bytes, int at, int end);

/* What people type with formatting, as plain words; in place. */
void render_strip(char *text);
bool render_has_formatting(const char *text);

#endif
