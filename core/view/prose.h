/* Neutral output: UTF-8 text in which spans say what a stretch of it is (a card, a person, a command). Adapters turn
   spans into colours, escapes or emoji; the text itself never holds such codes. Lines are separated by '\n'. Bounded:
   what does not fit sets `cut` and the text then ends in "..." . */
#ifndef PROSE_H
#define PROSE_H

#include <stdbool.h>

#include "colour.h"

enum { PROSE_BYTES = 3072, PROSE_SPANS = 192, PROSE_PICTURE = 3 /* bytes of a name with its NUL */ };

enum prose_style {
    PROSE_PLAIN,
    PROSE_CARD,    /* a card chip, with its colour; a renderer never splits it */
    PROSE_NAME,    /* a person who is not called: written so that it highlights nobody */
    PROSE_CALL,    /* a person whose turn it is: may be highlighted */
    PROSE_COMMAND, /* begins with '!', which a renderer replaces by the prefix that holds where it is shown */
    PROSE_TIED,    /* "a red heart (", with the chip behind it: a renderer never splits it */
    PROSE_MOVE,    /* the '!' before a move, replaced by what holds before moves there */
    PROSE_BREAK,   /* a blank; where lines are short, they may end there */
    PROSE_STRONG,  /* important: a heading, a result */
    PROSE_SMALL,   /* small print, on a line of its own where lines are short: behind a BREAK */
    PROSE_BOARD    /* a block that wants a fixed-width font */
};

struct prose_span {
    int at, length; /* bytes */
    enum prose_style style;
    enum colour colour;
    char picture[PROSE_PICTURE]; /* of a CARD: the name of its picture ; empty if absent */
};

struct prose {
    int length, span_count;
    bool cut;
    char text[PROSE_BYTES];               /* NUL-terminated */
    struct prose_span spans[PROSE_SPANS]; /* in the order of the text; BOARD may enclose others, the rest do not nest */
};

void prose_clear(struct prose *prose);

/* Plain text of ours. A "!word" in it becomes a COMMAND span. */
void prose_put(struct prose *prose, const char *text);
void prose_put_bytes(struct prose *prose, const char *text, int length);
void prose_putf(struct prose *prose, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text that came from outside (names, echoes of what was typed): control characters, line ends, bidi and zero-width
   controls are taken out, ill-formed UTF-8 becomes '?'; never a command span. */
void prose_put_foreign(struct prose *prose, enum prose_style style, const char *text);

/* A stretch in a style. */
void prose_styled(struct prose *prose, enum prose_style style, enum colour colour, const char *text);

/* A card by its code. */
void prose_card(struct prose *prose, enum colour colour, const char picture[PROSE_PICTURE], const char *code);

/* What is written between the two lies in one span that may enclose others. */
int prose_begin(struct prose *prose, enum prose_style style);
void prose_end(struct prose *prose, int begun);

/* The whole of another prose behind this one, or `length` bytes of it; spans that begin or end outside are left out. */
void prose_append(struct prose *prose, const struct prose *more);
void prose_append_part(struct prose *prose, const struct prose *more, int from, int length);

#endif
