/* Where on a picture things stand, whatever the game is: on a board's, what can be taken, the
   people, and facts; on the card of a result, who has won. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "content.h"

/* Stops early if the drawing is cancelled. */
void layout_draw_board(const struct canvas *canvas, const struct content *content);
void layout_draw_share(const struct canvas *canvas, const struct content *content);

/* ---- the people (people.c) ---- */

/* A column for each coloured face, if the layout has such a table. */
struct people {
    const struct canvas *canvas;
    const struct content *content;
    struct canvas_box box;
    bool is_compact; /* there are many: names and what stands beside them take less room */
};
/* How tall the rows are if a card is `card` tall. */
double people_tall(const struct people *people, double card);
void people_draw(const struct people *people, double card);
/* Whether facts that name a face have their place in the people's table. */
bool people_is_spread(const struct content *content);

#endif
