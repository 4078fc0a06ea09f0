/* What trick-taking games share: a deck of 52, which cards follow suit, and who takes a trick.
   Each game has the rules that differ: what may be led, what a trick counts. Hearts and Oh Hell
   in tests/kit/toys use this file. */
#ifndef TRICK_H
#define TRICK_H

#include "move.h"
#include "ruleset.h"
#include "table.h"

/* A face is suit * TRICK_RANKS + rank, from the two up to the ace. */
enum { TRICK_CLUBS, TRICK_DIAMONDS, TRICK_HEARTS, TRICK_SPADES, TRICK_SUITS };
enum {
    TRICK_RANKS = 13,
    TRICK_QUEEN = 10,
    TRICK_FACES = TRICK_SUITS * TRICK_RANKS,
    NO_TRUMP = TRICK_SUITS
};
extern const struct face trick_faces[TRICK_FACES];
extern const char *const trick_backs[1];

/* For the struct game of such a game (game.h). No label begins a suit, or one of the verbs bid,
   pass and play. A game in which people type other words, such as "nil", says which labels are
   free. */
#define TRICK_DECK TRICK_DECK_LABELLED("aefgijklmnoqrtuvwxyz")
#define TRICK_DECK_LABELLED(free_labels)                                                           \
    .faces = trick_faces, .face_count = TRICK_FACES, .backs = trick_backs, .back_count = 1,        \
    .labels = (free_labels)

static inline int trick_suit(int face)
{
    return face / TRICK_RANKS;
}

/* The suit led to the trick in this zone. -1 if the zone is empty. */
int trick_led(const struct table *table, int zone);

/* True if the hand holds a card of the suit. False for -1. */
bool trick_holds(const struct table *table, int hand, int suit);

/* The index of the card that takes the trick: the highest trump, or else the highest card of the
   suit led. */
int trick_best(const struct table *table, int zone, int trump);

/* Adds a move for each card of the hand that follows suit; for every card if no card does. */
void trick_follow(const struct ruleset *rules, const struct table *table, int seat, int zone,
                  int verb, struct moves *out);

#endif
