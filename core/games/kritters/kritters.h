/* What the files of Colour MY Kritters share: its zones, verbs, options and sentences by number. */
#ifndef KRITTERS_H
#define KRITTERS_H

#include "game.h"
#include "kritters_cards.h"

/* form.c: how an admin writes other ones. */
extern const struct face_form kritters_form;

enum { KRITTERS_TOPICS = 15 };
extern const struct rules_topic kritters_topics[KRITTERS_TOPICS];

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

/* turn.c: fills the market from the deck, from left to right; in solo games new cards come in
   from the left. */
void kritters_fill_market(struct play *play);

/* turn.c: draws cards for the seat whose turn it is, and passes turns by itself until somebody
   has to choose. */
void kritters_begin_turns(struct play *play);

/* payment.c: what the cards in front of a seat pay for, as bits of GOODS; and for each of these,
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

extern const struct lesson kritters_lesson;
GAME_FUNCTIONS(kritters);
game_value kritters_value;

#endif
