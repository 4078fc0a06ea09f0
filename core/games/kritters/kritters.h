/* What the files of Colour MY Kritters share: its zones, verbs, options and sentences by number. */
#ifndef KRITTERS_H
#define KRITTERS_H

#include "game.h"

extern const struct face_form kritters_form;

/* Backs. Cards that are shuffled together in a solo deck must have the same back. */
enum { KR_BACK_CARD, KR_BACK_WAND, KR_BACK_BUCKET, KR_BACK_START, KR_BACKS };

/* Zones: of the table, then of a seat. */
enum {
    KR_KRITTER_DECK,
    KR_MARKET,
    KR_WANDS,
    KR_BRUSHES,
    KR_PALETTES,
    KR_BUCKETS,
    KR_STAYED,
    KR_OUT,
    KR_SHARED_ZONES
};
enum { KR_DECK, KR_FRONT, KR_DISCARD, KR_SEAT_ZONES };

/* Goods that can be bought, as moves name them: the places of the market, then the item piles. */
enum { KR_SLOTS_MOST = 6, KR_GOODS_WAND = KR_SLOTS_MOST, KR_GOODS = KR_SLOTS_MOST + 4 };

enum kritters_verb { KR_BUY, KR_BOOST, KR_FLUSH, KR_PASS, KR_FINISH, KR_VERBS };

enum kritters_option {
    KR_MODE,
    KR_ADVANCED,
    KR_EXPANSIONS,
    KR_START_SCORES,
    KR_MUST_BUY,
    KR_USE_WANDS,
    KR_BUCKET_STACK,
    KR_SHARE,
    KR_OPTIONS
};
enum kritters_mode { KR_MODE_STANDARD, KR_MODE_JUNIOR, KR_MODE_SOLO };
enum { KR_DOUBLE_PURCHASE = 1, KR_TRIAD_BONUS = 2, KR_CARD_BOOST = 4 };
enum { KR_YES, KR_NO };
enum { KR_SHARE_WHOLE, KR_SHARE_THIRD };

/* Registers: of the table, then of a seat. */
enum { KR_FIRST, KR_LAST_ROUND, KR_DRY_TURNS, KR_FLUSHED };
enum kritters_last_round { KR_GOES_ON, KR_DECK_EMPTY, KR_PILES_EMPTY, KR_ALL_AGREED };
enum { KR_TURNS, KR_AGREED };

/* A mark: the boosted card of this turn. */
enum { KR_BOOSTED = 1 };

enum kritters_sentence {
    KR_SAY_BUY,
    KR_SAY_BOOST,
    KR_SAY_FLUSH,
    KR_SAY_SWEPT,
    KR_SAY_PASS,
    KR_SAY_UNABLE,
    KR_SAY_ALL_UNABLE,
    KR_SAY_GONE,
    KR_SAY_DECK_EMPTY,
    KR_SAY_PILES_EMPTY,
    KR_SAY_AGREE,
    KR_SAY_AGREED,
    KR_SAY_DRY,
    KR_SENTENCES
};

static inline bool is_advanced(const struct ruleset *rules, int rule)
{
    return rules->options[KR_ADVANCED] & rule;
}

/* KR7: true if flushing and passing are moves, because a player may boost first, or may not want
   to buy. */
static inline bool has_choices(const struct ruleset *rules)
{
    return is_advanced(rules, KR_CARD_BOOST) || rules->options[KR_MUST_BUY] == KR_NO;
}

/* Places of the market: four, six with solo (KR18) or two decks (KR19). */
static inline int market_size(const struct ruleset *rules, const struct table *t)
{
    return rules->options[KR_MODE] == KR_MODE_SOLO || t->seats > 6 ? 6 : 4;
}

/* rules.c: fills the market from the deck, from left to right; in solo games new cards come in
   from the left. */
void kritters_fill_market(struct play *play);

/* rules.c: draws cards for the seat whose turn it is, and passes turns by itself until somebody
   has to choose. */
void kritters_begin_turns(struct play *play);

/* purse.c: what the cards in front of a seat pay for, as bits of GOODS; and for each of these,
   the second goods that they pay for with it. */
struct payable {
    unsigned one;
    unsigned with[KR_GOODS];
};
void kritters_payable(const struct ruleset *rules, const struct table *t, int seat,
                      struct payable *out);

/* True if the cards pay for any card; quicker. */
bool kritters_can_pay(const struct ruleset *rules, const struct table *t, int seat);

/* True if these goods can be bought now; and their face. */
bool kritters_goods(const struct table *t, int goods, int *face);

const char *kritters_excludes(const int *options, int seats);

GAME_FUNCTIONS(kritters);
game_remark kritters_remark;
game_value kritters_value;

/* What a card of Colour MY Kritters is: the traits of its face. Only kritters.c says what a card
   gives, costs and scores; all other files read it from the ruleset's faces. */

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

/* ---- the cards of a seat, counted as they score, and the best score that they can make (score.c)
 * ---- */

struct kritters_holdings {
    int cards[KR_SPLOTCHES]; /* by group, wild ones last */
    int brushes, palettes, buckets;
    int point_cards[KR_COLOURS]; /* red, green, blue */
    int points;                  /* written on them */
    int uncounted[KR_COLOURS];   /* cards that score nothing */
};
struct kritters_plan {
    int total;
    int wilds[KR_COLOURS]; /* wild Kritters in each group */
    /* the groups' implements: two bits each, 1 a Paintbrush, 2 a Palette */
    unsigned worth;
    int triad;               /* bonus */
    int buckets[KR_COLOURS]; /* on each secondary colour */
    int triples;             /* junior */
};
void kritters_hold(const struct ruleset *rules, int face, struct kritters_holdings *holdings);
void kritters_holdings(const struct ruleset *rules, const struct table *t, int seat,
                       struct kritters_holdings *out);
void kritters_plan(const struct ruleset *rules, const struct kritters_holdings *holdings,
                   struct kritters_plan *out);

#endif
