/* How a person or a channel wants to read us. What was not chosen is as the configuration says. */
#ifndef LOOK_H
#define LOOK_H

#include <stdbool.h>

enum look_cards { LOOK_UNSET, LOOK_PLAIN, LOOK_COLOUR, LOOK_SYMBOLS };

struct look {
    enum look_cards cards;
    int width;                                  /* bytes of a line; 0 for as many as fit */
    enum { LOOK_PRIVMSG, LOOK_NOTICE } answers; /* hands always come by PRIVMSG: only that is refused aloud */
    bool reads_bare;                            /* of a channel: moves are read without a prefix, too */
};

#endif
