/* The faces of all games as pictures, for networks that show pictures in a line of text: 128 x 128 points, PNG. A colour, the
   code in large letters, and a shape for the colour or what the card costs. Knows no network. */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "prose.h"

struct picture {
    char name[PROSE_PICTURE];
    unsigned char *png;
    size_t size; /* bytes */
};

struct pictures {
    struct picture *items;
    int count;
};

/* Draws all faces of all games. False, with a sentence on `err`, if this program was built without cairo. */
bool pictures_draw(struct pictures *out, FILE *err);
void pictures_free(struct pictures *pictures);

/* Draws them all on one sheet, a game after the other, each as large as it is and as small as a phone shows it, as a PNG file.
   False, with a sentence on `err`. */
bool pictures_draw_sheet(const char *path, FILE *err);

#endif
