/* Prose -> lines for a terminal or a pipe: margins that tell public and private lines apart, colours where they are wanted,
   line breaks between words. Letters are always there; a colour only repeats what they say. */
#ifndef PAINT_H
#define PAINT_H

#include <stdbool.h>

#include "colour.h"

struct prose;
struct text;

enum paint_colours { PAINT_NONE, PAINT_16, PAINT_256 };

enum { PAINT_BYTES = 32 * 1024 }; /* room for any prose, painted */

struct paint {
    enum paint_colours colours;
    int columns; /* of the terminal; 0: lines are as long as they are */
};

/* What this terminal can show, by TERM, COLORTERM and NO_COLOR. */
enum paint_colours paint_colours_of_terminal(void);

enum paint_margin { PAINT_PUBLIC, PAINT_PRIVATE, PAINT_OWN };

/* Each line of the prose as one or more lines that end in '\n'; `margin` stands in front of each. */
void paint_prose(const struct paint *paint, enum paint_margin kind, const char *margin, const struct prose *prose,
                 struct text *out);

/* How many columns a text takes. */
int paint_width(const char *text, int length);

#endif
