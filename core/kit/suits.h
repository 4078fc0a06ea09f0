/* What games of French suits share: a deck of 52, which cards follow suit, and who takes a trick.
   Each game has the rules that differ: what may be led, what a card counts. */
#ifndef SUITS_H
#define SUITS_H

#include "move.h"
#include "ruleset.h"
#include "table.h"

/* A face is suit * SUITS_RANKS + rank, from the two up to the ace. */
enum { SUITS_CLUBS, SUITS_DIAMONDS, SUITS_HEARTS, SUITS_SPADES, SUITS_COUNT };
enum {
    SUITS_RANKS = 13,
    SUITS_SEVEN = 5,
    SUITS_EIGHT,
    SUITS_NINE,
    SUITS_TEN,
    SUITS_JACK,
    SUITS_QUEEN,
    SUITS_KING,
    SUITS_ACE,
    SUITS_FACES = SUITS_COUNT * SUITS_RANKS,
    SUITS_NO_TRUMP = SUITS_COUNT
};
/* Traits of a face, for registers that tell of a hand (register_spec.trait). */
enum { SUITS_TRAIT_SUIT, SUITS_TRAIT_RANK };
extern const struct face suits_faces[SUITS_FACES];
extern const char *const suits_backs[1];
extern const char *const suits_names[SUITS_COUNT];    /* "clubs" */
extern const char *const suits_bids[SUITS_RANKS + 2]; /* of 1 + a bid; 0: "-", none yet */

/* For the struct game of such a game (game.h). No label begins a suit, or one of the verbs bid,
   pass and play. A game in which people type other words, such as "nil", says which labels are
   free. */
#define SUITS_DECK SUITS_DECK_LABELLED("aefgijklmnoqrtuvwxyz")
#define SUITS_DECK_LABELLED(free_labels)                                                           \
    .faces = suits_faces, .face_count = SUITS_FACES, .backs = suits_backs, .back_count = 1,        \
    .labels = (free_labels)

/* Of a seat, the suits that everybody knows its hand to lack: for `registers` of the game, which
   suits_play() keeps, and for its board. */
#define SUITS_VOIDS                                                                                \
    {                                                                                              \
        .audience = AUDIENCE_ALL, .tells = TELLS_LACKS, .trait = SUITS_TRAIT_SUIT                  \
    }
#define SUITS_VOIDS_SHOWN(own)                                                                     \
    {                                                                                              \
        .label = "out of", .style = BOARD_SET, .per_seat = true, .zone = (own),                    \
        .shown_by = 1 + (own), .words = suits_names, .is_detail = true                             \
    }

static inline int suits_of(int face)
{
    return face / SUITS_RANKS;
}
static inline int suits_rank(int face)
{
    return face % SUITS_RANKS;
}
/* Whether a card takes the trick from another one: a higher card of its suit, or a trump. */
static inline bool suits_beats(int face, int other, int trump)
{
    return suits_of(face) == suits_of(other) ? face > other : suits_of(face) == trump;
}

/* Whose turn it is first: rules->first_seat, or a seat by lot. */
void suits_begin(struct play *play);

/* To the hand of each seat so many cards of the zone, one after the other. */
void suits_deal(struct play *play, int stock, int count);

/* The suit led to the trick in this zone. -1 if the zone is empty. */
int suits_led(const struct table *table, int zone);

/* How many cards of the suit the hand holds; 0 for -1. */
int suits_count(const struct table *table, int hand, int suit);

/* The index of the card that takes the trick: the highest trump, or else the highest card of the
   suit led. */
int suits_best(const struct table *table, int zone, int trump);

/* Adds a move for each card of the hand that follows suit; for every card if no card does. */
void suits_follow(const struct ruleset *rules, const struct table *table, int seat, int zone,
                  int verb, struct moves *out);

/* The same for who leads the trick: every card but those of the suit that is kept (-1: none);
   these, too, if the hand has nothing else. */
void suits_lead(const struct ruleset *rules, const struct table *table, int seat, int kept,
                int verb, struct moves *out);

/* Suits (bits) that a hand lacks, as everybody learns when this card of it is played to the trick:
   the suit led, which it does not follow; all but the suit that is kept, if it leads that. */
unsigned suits_shown(const struct table *table, int trick, int kept, int face);

/* Plays a card to the trick and makes it the next seat's turn; what it shows goes to the register
   `voids` of the seat. */
void suits_play(struct play *play, int seat, int slot, int trick, int kept, int voids);

/* Once all have played and it is again the turn of who led: the seat that takes the trick. */
int suits_taker(const struct table *table, int trick, int trump);

#endif
