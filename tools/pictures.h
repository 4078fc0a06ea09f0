/* The faces of games as pictures, for networks that show pictures in a line of text: 128 x 128
   points, PNG. A picture is the shape of the face's colour, with its pictogram or its code in
   letters; a card with a price shows what it gives and, on a dark band, what it costs. Knows no
   network. */
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
