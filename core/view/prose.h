/* Neutral output: UTF-8 text, with spans that say what a stretch of the text is (a card, a
   person, a command). Adapters turn spans into colours, escapes or emoji; the text itself never
   holds such codes. Lines are separated by '\n'. Bounded: if text does not fit, `cut` is set and
   the text ends in "..." . */
#ifndef PROSE_H
#define PROSE_H

#include <stdbool.h>

#include "colour.h"
#include "language.h"

enum {
    PROSE_BYTES = 3072,
    PROSE_SPANS = 192,
    PROSE_PICTURE = 3 /* bytes of a name with its NUL */
};

enum prose_style {
    PROSE_PLAIN,
    PROSE_CARD,    /* a card chip, with its colour; a renderer never splits it */
    PROSE_NAME,    /* a person who is not called: must not be highlighted */
    PROSE_CALL,    /* a person whose turn it is: may be highlighted */
    PROSE_COMMAND, /* begins with '!', which a renderer replaces by the prefix of its place */
    PROSE_DIM,     /* a row that seldom matters: no news of a board */
    PROSE_MOVE,    /* the '!' before a move, replaced by what holds before moves there */
    PROSE_BREAK,   /* a blank where a short line may end */
    PROSE_STRONG,  /* important: a heading, a result */
    PROSE_SMALL,   /* small print after a BREAK: has its own line where lines are short */
    PROSE_BOARD,   /* a block in a fixed-width font */
    PROSE_ENTRY,   /* of a numbered list in a row of a board: news by itself */
    PROSE_VOICE    /* words about a big moment: left out for who wants none, and to save a line */
};

struct prose_span {
    int at, length; /* bytes */
    enum prose_style style;
    enum colour colour;
    char picture[PROSE_PICTURE]; /* of a CARD: the name of its picture; "" if absent */
};

struct prose {
    int length, span_count;
    bool cut;
    enum language language; /* what is put in English appears in it */
    const char *form;       /* of the names that are put (language.h); NULL: as they stand alone */
    char text[PROSE_BYTES]; /* NUL-terminated */
    /* in the order of the text; only frames enclose other spans */
    struct prose_span spans[PROSE_SPANS];
};

/* In English. */
void prose_clear(struct prose *prose);
void prose_open(struct prose *prose, enum language language);

/* Plain text of ours, which is translated as a whole. A "!word" in it becomes a COMMAND span. */
void prose_put(struct prose *prose, const char *text);
/* What people type, which is the same in all languages. */
void prose_put_typed(struct prose *prose, const char *text);
void prose_put_bytes(struct prose *prose, const char *text, int length);
void prose_putf(struct prose *prose, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text from outside (names, typed words). Leaves out control characters, line ends, bidi and
   zero-width controls; puts '?' for ill-formed UTF-8. Never makes a command span. */
void prose_put_foreign(struct prose *prose, enum prose_style style, const char *text);

/* A stretch in a style, as it is. */
void prose_styled(struct prose *prose, enum prose_style style, enum colour colour,
                  const char *text);

/* A card by its name; and by its code, which is the same in all languages. */
void prose_card(struct prose *prose, enum colour colour, const char picture[PROSE_PICTURE],
                const char *name);
void prose_code(struct prose *prose, enum colour colour, const char picture[PROSE_PICTURE],
                const char *code);

/* Whether a CALL of that name lies in [from, to). */
bool prose_calls(const struct prose *prose, int from, int to, const char *name, int length);

/* A BOARD, an ENTRY, a DIM row or a VOICE: looks like the text around it, and may enclose other
   spans. */
bool prose_is_frame(const struct prose_span *span);
/* Everything put between these two calls is in one span, which may enclose others. */
int prose_begin(struct prose *prose, enum prose_style style);
void prose_end(struct prose *prose, int begun);

/* Appends another prose, whole or `length` bytes of it. Leaves out spans that begin or end
   outside. */
void prose_append(struct prose *prose, const struct prose *more);
void prose_append_part(struct prose *prose, const struct prose *more, int from, int length);

/* How many bytes VOICE spans take with the blanks before them. */
int prose_voice(const struct prose *prose);
/* The same without them: `prose` itself if it has none, else `out`. */
const struct prose *prose_without_voice(const struct prose *prose, struct prose *out);

#endif
