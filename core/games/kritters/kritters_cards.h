/* What a card of Colour MY Kritters is: the traits of its face. Only faces.c says what a card
   gives, costs and scores; all other files read it from the ruleset's faces. */
#ifndef KRITTERS_CARDS_H
#define KRITTERS_CARDS_H

#include "ruleset.h"

/* What a face says of its card: ruleset.faces[].traits. */
enum kritters_trait {
    KR_KIND,   /* enum kind */
    KR_BOX,    /* enum box: the box it comes in */
    KR_COUNT,  /* how many cards are in one box; of Start Kritters: in one player's set */
    KR_COLOUR, /* enum splotch: its group; of Point Kritters 0 to 2: red, green, blue */
    KR_GIVES,  /* splotches, packed */
    KR_PRICE,  /* splotches, packed */
    KR_DRAWS,  /* how many more cards it draws */
    KR_POINTS,
    KR_TRAITS
};
enum kritters_kind {
    KR_START,
    KR_SINGLE,
    KR_DOUBLE,
    KR_WILD,
    KR_POINT,
    KR_WAND,
    KR_BRUSH,
    KR_PALETTE,
    KR_BUCKET
};
enum kritters_box { KR_BASE, KR_SUPER_SINGLES, KR_SUPER_WILDS, KR_MORE_POINTS };
enum kritters_splotch {
    KR_CYAN,
    KR_MAGENTA,
    KR_YELLOW,
    KR_COLOURS,
    KR_ANY = KR_COLOURS,
    KR_SPLOTCHES
};

/* Splotches are packed into a number, 8 bits for each of enum splotch, so that adding numbers
   adds cards. */
enum { KR_SPLOTCH_BITS = 8, KR_SPLOTCH_MASK = 255 };
static inline int splotches_of(int packed, int splotch)
{
    return packed >> splotch * KR_SPLOTCH_BITS & KR_SPLOTCH_MASK;
}

enum { KRITTERS_FACES = 53 };
extern const struct face kritters_faces[KRITTERS_FACES];

static inline int trait_of(const struct ruleset *rules, int face, enum kritters_trait trait)
{
    return rules->faces[face].traits[trait];
}

#endif
