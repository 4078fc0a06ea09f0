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
extern const struct face suits_faces[SUITS_FACES];
extern const char *const suits_backs[1];

/* For the struct game of such a game (game.h). No label begins a suit, or one of the verbs bid,
   pass and play. A game in which people type other words, such as "nil", says which labels are
   free. */
#define SUITS_DECK SUITS_DECK_LABELLED("aefgijklmnoqrtuvwxyz")
#define SUITS_DECK_LABELLED(free_labels)                                                           \
    .faces = suits_faces, .face_count = SUITS_FACES, .backs = suits_backs, .back_count = 1,        \
    .labels = (free_labels)

static inline int suits_of(int face)
{
    return face / SUITS_RANKS;
}
static inline int suits_rank(int face)
{
    return face % SUITS_RANKS;
}

/* The suit led to the trick in this zone. -1 if the zone is empty. */
int suits_led(const struct table *table, int zone);

/* True if the hand holds a card of the suit. False for -1. */
bool suits_holds(const struct table *table, int hand, int suit);

/* The index of the card that takes the trick: the highest trump, or else the highest card of the
   suit led. */
int suits_best(const struct table *table, int zone, int trump);

/* Adds a move for each card of the hand that follows suit; for every card if no card does. */
void suits_follow(const struct ruleset *rules, const struct table *table, int seat, int zone,
                  int verb, struct moves *out);

#endif
