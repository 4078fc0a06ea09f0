/* The colours a card, a chip or a word may have, by name. Each renderer decides which code or
   picture shows a colour. A colour is never the only mark of anything. */
#ifndef COLOUR_H
#define COLOUR_H

enum colour {
    COLOUR_NONE,
    COLOUR_RED,
    COLOUR_ORANGE,
    COLOUR_YELLOW,
    COLOUR_GREEN,
    COLOUR_BLUE,
    COLOUR_INDIGO,
    COLOUR_VIOLET,
    COLOUR_CYAN,
    COLOUR_MAGENTA,
    COLOUR_PINK,
    COLOUR_BROWN,
    COLOUR_GREY,
    COLOUR_BLACK,
    COLOUR_WHITE,
    COLOUR_GOLD,
    COLOUR_COUNT
};

#endif
