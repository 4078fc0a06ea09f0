/* Turns prose into lines for a terminal or a pipe: margins tell public and private lines apart,
   lines break between words, and cards have colours where the terminal can. A colour only
   repeats what the letters say. */
#ifndef PAINT_H
#define PAINT_H

#include <stdbool.h>

#include "colour.h"
#include "look.h"

struct prose;
struct text;

enum paint_colours { PAINT_NONE, PAINT_16, PAINT_256 };

enum { PAINT_BYTES = 32 * 1024 }; /* room for any prose, painted */

struct paint {
    enum paint_colours colours;
    int columns;           /* of the terminal; 0 if lines never break */
    enum look_cards cards; /* LOOK_UNSET: colours, as far as the terminal has some */
};

/* The colours that this terminal shows, by TERM, COLORTERM and NO_COLOR. */
enum paint_colours paint_colours_of_terminal(void);

/* True if this terminal understands escape sequences, by TERM. */
bool paint_has_sequences(void);

enum paint_margin { PAINT_PUBLIC, PAINT_PRIVATE, PAINT_OWN };

/* Appends the prose as lines that end in '\n', each with `margin` in front. */
void paint_prose(const struct paint *paint, enum paint_margin kind, const char *margin,
                 const struct prose *prose, struct text *out);

int paint_width(const char *text, int length);

/* How wide lines are for somebody on a screen of so many columns; 0 if no line breaks. */
int paint_columns(const struct look *look, int screen);

#endif
