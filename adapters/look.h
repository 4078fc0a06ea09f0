/* How a person or a room wants to read us, on any network: "!set look symbols narrow". What was
   not chosen is as the network has it. Knows the words, what is kept, and the sign of each
   colour; sends nothing. */
#ifndef LOOK_H
#define LOOK_H

#include <stdbool.h>

#include "colour.h"
#include "language.h"

struct text;

enum look_cards {
    LOOK_UNSET,
    LOOK_PLAIN,   /* letters alone */
    LOOK_COLOUR,  /* letters on their colour */
    LOOK_SYMBOLS, /* a shape of its colour before the letters */
    LOOK_EMOJI,   /* a coloured square, or a picture of the card, before the letters */
    LOOK_READER   /* for a screen reader: words alone */
};

enum { LOOK_BYTES = 80 /* of what is kept of one */, LOOK_WORD = 64 };

struct look {
    enum look_cards cards;
    int width;    /* of a line; 0 for what fits there */
    int language; /* 1 + an enum language; 0: not chosen */
    /* on IRC; hands always come by PRIVMSG: only that is refused aloud */
    enum { LOOK_PRIVMSG, LOOK_NOTICE } answers;
    /* of a channel: moves are read without a prefix, too */
    bool reads_bare;
    enum look_nudge {
        LOOK_NUDGE_UNSET,
        LOOK_NUDGE,
        LOOK_NO_NUDGE
    } nudge; /* of a person: is told in private whose turn it is */
};

/* The widths that may be chosen there; `narrow` chooses the least. */
struct look_widths {
    int least, most;
};

enum look_change { LOOK_FINE, LOOK_UNKNOWN, LOOK_WIDTH, LOOK_LANGUAGE };

/* Takes the next choice from `words`: "plain", "width 60", "narrow", "language de"; "look" before
   it says nothing more. Else `wrong` is the word that was not understood, and `words` and `look`
   stay as they are. */
enum look_change look_take(struct look *look, const struct look_widths *widths, const char **words,
                           char wrong[LOOK_WORD]);

/* The same for "nudge", "nudge on" and "nudge off", which people say where others look on, too.
   False: it is something else. */
bool look_take_nudge(struct look *look, const char **words);

/* What `look` says, or else `otherwise`. */
enum language look_language(const struct look *look, enum language otherwise);
/* What look_take() and then look_take_nudge() read, "symbols width 200 nudge on": the choices
   that networks share. */
void look_put(const struct look *look, struct text *out);
/* The same without the width: what is taken over elsewhere by the same person. */
void look_put_shared(const struct look *look, struct text *out);
/* "symbols"; "" for LOOK_UNSET. */
const char *look_word(enum look_cards cards);

/* What stands before the letters of a card; "" for nothing. */
extern const char *const look_signs[COLOUR_COUNT][LOOK_READER + 1];

#endif
