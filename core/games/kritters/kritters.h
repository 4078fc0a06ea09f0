/* What the files of Colour MY Kritters agree on: traits of its faces, zones, verbs, options and sentences by number. What a
   card gives, costs and is worth stands in faces.c alone; everything else reads it from the ruleset's faces. */
#ifndef KRITTERS_H
#define KRITTERS_H

#include "game.h"

/* What a face says of its card: ruleset.faces[].traits. */
enum trait {
    KIND,   /* enum kind */
    BOX,    /* enum box: the box it comes in */
    COUNT,  /* how many there are in one box; of Start Kritters: in one player's set */
    COLOUR, /* enum splotch: its group; of Point Kritters 0 to 2: red, green, blue */
    GIVES,  /* splotches, packed */
    PRICE,  /* splotches, packed */
    DRAWS,  /* how many more cards it draws */
    POINTS,
    TRAITS
};
enum kind { START, SINGLE, DOUBLE, WILD, POINT, WAND, BRUSH, PALETTE, BUCKET };
enum box { BASE, SUPER_SINGLES, SUPER_WILDS, MORE_POINTS };
enum splotch { CYAN, MAGENTA, YELLOW, COLOURS, ANY = COLOURS, SPLOTCHES };

/* Splotches are packed, 8 bits for each of enum splotch, so that sums of cards are sums of numbers. */
enum { SPLOTCH_BITS = 8, SPLOTCH_MASK = 255 };
static inline int splotches_of(int packed, int splotch)
{
    return packed >> splotch * SPLOTCH_BITS & SPLOTCH_MASK;
}

enum { KRITTERS_FACES = 53 };
extern const struct face kritters_faces[KRITTERS_FACES];

/* form.c: how an admin writes other ones. */
extern const struct face_form kritters_form;

enum { KRITTERS_TOPICS = 14 };
extern const struct rules_topic kritters_topics[KRITTERS_TOPICS];

/* Backs. What is shuffled together in a solo deck must not be told apart by its back. */
enum { BACK_CARD, BACK_WAND, BACK_BUCKET, BACK_START, BACKS };

/* Zones: of the table, then of a seat. */
enum { KRITTER_DECK, MARKET, WANDS, BRUSHES, PALETTES, BUCKETS, STAYED, OUT, SHARED_ZONES };
enum { DECK, FRONT, DISCARD, SEAT_ZONES };

/* What can be bought, as moves name it: a place of the market, then the item piles. */
enum { SLOTS_MOST = 6, GOODS_WAND = SLOTS_MOST, GOODS = SLOTS_MOST + 4 };

enum verb { BUY, BOOST, FLUSH, PASS, FINISH, VERBS };

enum option { MODE, ADVANCED, EXPANSIONS, START_SCORES, MUST_BUY, USE_WANDS, BUCKET_STACK, OPTIONS };
enum mode { MODE_STANDARD, MODE_JUNIOR, MODE_SOLO };
enum { DOUBLE_PURCHASE = 1, TRIAD_BONUS = 2, CARD_BOOST = 4 };
enum { YES, NO };
enum { STACK_NO, STACK_YES };

/* Registers: of the table, then of a seat. */
enum { FIRST, LAST_ROUND, DRY_TURNS, FLUSHED };
enum last_round { GOES_ON, DECK_EMPTY, PILES_EMPTY, ALL_AGREED };
enum { TURNS, AGREED };

/* A mark: the boosted card of this turn. */
enum { BOOSTED = 1 };

enum sentence {
    SAY_BUY,
    SAY_BOOST,
    SAY_FLUSH,
    SAY_SWEPT,
    SAY_PASS,
    SAY_UNABLE,
    SAY_ALL_UNABLE,
    SAY_GONE,
    SAY_DECK_EMPTY,
    SAY_PILES_EMPTY,
    SAY_AGREE,
    SAY_AGREED,
    SAY_DRY,
    SENTENCES
};

static inline int trait_of(const struct ruleset *rules, int face, enum trait trait)
{
    return rules->faces[face].traits[trait];
}

static inline bool is_advanced(const struct ruleset *rules, int rule)
{
    return rules->options[ADVANCED] & rule;
}

/* KR7: whether flushing and passing are moves: boosting, or not wanting to buy, may come first. */
static inline bool has_choices(const struct ruleset *rules)
{
    return is_advanced(rules, CARD_BOOST) || rules->options[MUST_BUY] == NO;
}

/* Places of the market: four, six with solo (KR18) or two decks (KR19). */
static inline int market_size(const struct ruleset *rules, const struct table *t)
{
    return rules->options[MODE] == MODE_SOLO || t->seats > 6 ? 6 : 4;
}

/* turn.c: fills the market from the deck, places left to right; in solo pushing in from the left. */
void kritters_fill_market(struct play *play);

/* turn.c: draws for whose turn it is, and lets turns pass by themselves until somebody has to choose. */
void kritters_begin_turns(struct play *play);

void kritters_setup(struct play *play);

/* payment.c: what the cards in front of a seat pay for, as bits of GOODS; and with which second one each. */
struct payable {
    unsigned one;
    unsigned with[GOODS];
};
void kritters_payable(const struct ruleset *rules, const struct table *t, int seat, struct payable *out);

/* Whether there is such a card to buy; its face. */
bool kritters_goods(const struct table *t, int goods, int *face);

/* scoring.c: what a seat owns, counted as it scores; and the best that can be made of it. */
struct holdings {
    int cards[SPLOTCHES]; /* by group, wild ones last */
    int brushes, palettes, buckets;
    int point_cards[COLOURS]; /* red, green, blue */
    int points;               /* written on them */
};
struct plan {
    int total;
    int wilds[COLOURS];   /* wild Kritters in each group */
    unsigned worth;       /* the groups' implements: two bits each, 1 a Paintbrush, 2 a Palette */
    int triad;            /* bonus */
    int buckets[COLOURS]; /* on each secondary colour */
    int triples;          /* junior */
};
void kritters_hold(const struct ruleset *rules, int face, struct holdings *holdings);
void kritters_holdings(const struct ruleset *rules, const struct table *t, int seat, struct holdings *out);
void kritters_plan(const struct ruleset *rules, const struct holdings *holdings, struct plan *out);

void kritters_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);
void kritters_apply(struct play *play, int seat, const struct move *move);
unsigned kritters_due(const struct ruleset *rules, const struct sight *sight);
void kritters_score(const struct ruleset *rules, const struct sight *sight, struct score *out);
const char *kritters_explain(const struct ruleset *rules, const struct sight *sight, int seat, const struct move *move);
const char *kritters_excludes(const int *options, int seats);
int kritters_advise(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                    struct chance *chance);

#endif
