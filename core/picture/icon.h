/* The faces of games in a square, for a line of text and for networks that show pictures there: the
   shape of the face's colour, with its pictogram or its code in letters; a card with a price shows
   what it gives and, on a dark band, what it costs. Knows no network. */
#ifndef ICON_H
#define ICON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "prose.h"

struct face;
struct game;
struct pen;

/* A PNG of 128 x 128 points. */
struct icon {
    char name[PROSE_PICTURE];
    unsigned char *png;
    size_t size; /* bytes */
};

struct icon_list {
    struct icon *items;
    int count;
};

/* Draws all faces of these games. False, with a sentence on `err`, if this program was built
   without cairo. */
bool icon_list_draw(struct icon_list *out, const struct game *const *list, int count, FILE *err);
void icon_list_free(struct icon_list *list);

/* Draws all faces on one sheet, game by game, as an SVG file if its name ends so, else as a PNG
   file. False, with a sentence on `err`, if that fails. Blocks. */
bool icon_draw_sheet(const char *path, FILE *err);

/* ---- for those who draw ---- */

/* On a `cairo_t`. */
void icon_draw(void *cairo, const struct game *game, const struct face *face, double x, double y,
               int size);

/* Of a card with a price: what it gives, in the upper half of the ground from -50 to 50, which has
   the colour of the card. */
void icon_draw_gift(const struct pen *pen, const struct game *game, const struct face *face);

/* Whether the code says a price in such letters: "C+:MY". */
bool icon_is_priced(const struct game *game, const char *code);
bool icon_has_prices(const struct game *game); /* some of its faces */
/* Whether such a card gives letters, or counts a number. */
bool icon_gives(const struct game *game, const char *code);
/* Short enough for the shape of its colour. */
/* A card of a suit on the ground from -50 to 50: its rank, and the suit below it. */
void icon_draw_suit(const struct pen *pen, const struct face *face);

bool icon_is_short(const char *code);

#endif
