/* Prose as IRC text: colours, cards and the prefix of that place. The last gate before the wire:
   no control byte of the prose gets through, so nothing can start a line, a colour or a CTCP.
   Knows no line lengths: message.h cuts prose into stretches that fit. */
#ifndef RENDER_H
#define RENDER_H

#include <stdbool.h>

#include "look.h"

struct prose;
struct text;

/* How a place wants its text. */
struct ink {
    bool is_plain;         /* no formatting byte at all; letters say everything */
    enum look_cards cards; /* what stands before the letters of a card */
    const char *prefix;    /* what commands are shown with */
};

/* Appends the bytes [from, to) of the prose. Formatting ends with the stretch. A name that is
   only mentioned gets U+200B behind its first grapheme, so that it highlights nobody. */
void render_stretch(const struct prose *prose, int from, int to, const struct ink *ink,
                    struct text *out);

/* Bytes of the grapheme at `at`, at least 1, not beyond `end`. A very long one, such as a letter
   with a hundred accents, counts as several of at most RENDER_GRAPHEME bytes, so that each fits
   into any line. */
enum { RENDER_GRAPHEME = 48 };
int render_grapheme(const char *bytes, int at, int end);

/* Removes formatting from what people typed, in place. */
void render_strip(char *text);
bool render_has_formatting(const char *text);

#endif
