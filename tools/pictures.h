/* The faces of games as pictures, for networks that show pictures in a line of text: 128 x 128
   points, PNG. A picture has the colour, the code in large letters, and a shape for the colour
   or the price of the card. Knows no network. */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "prose.h"

struct game;

struct picture {
    char name[PROSE_PICTURE];
    unsigned char *png;
    size_t size; /* bytes */
};

struct pictures {
    struct picture *items;
    int count;
};

/* Draws all faces of these games. False, with a sentence on `err`, if this program was built
   without cairo. */
bool pictures_draw(struct pictures *out, const struct game *const *list, int count, FILE *err);
void pictures_free(struct pictures *pictures);

#endif
