/* What trick-taking games share: a deck of 52, which cards follow suit, and who takes a trick. Rules that differ (what may
   be led, what a trick counts) are the game's. Hearts and Oh Hell in tests/kit/toys are played with it. */
#ifndef TRICK_H
#define TRICK_H

#include "move.h"
#include "ruleset.h"
#include "table.h"

/* A face is suit * TRICK_RANKS + rank, from the two up to the ace. */
enum { TRICK_CLUBS, TRICK_DIAMONDS, TRICK_HEARTS, TRICK_SPADES, TRICK_SUITS };
enum { TRICK_RANKS = 13, TRICK_QUEEN = 10, TRICK_FACES = TRICK_SUITS * TRICK_RANKS, NO_TRUMP = TRICK_SUITS };
extern const struct face trick_faces[TRICK_FACES];
extern const char *const trick_backs[1];

/* For their struct game (game.h). No label begins a suit, or one of the verbs bid, pass and play. */
#define TRICK_DECK                                                                                                     \
    .faces = trick_faces, .face_count = TRICK_FACES, .backs = trick_backs, .back_count = 1,                            \
    .labels = "aefgijklmnoqrtuvwxyz"

static inline int trick_suit(int face)
{
    return face / TRICK_RANKS;
}

/* The suit that was led to the trick in this zone; -1: nothing was. */
int trick_led(const struct table *table, int zone);

/* Whether the hand holds a card of the suit; with -1 never. */
bool trick_holds(const struct table *table, int hand, int suit);

/* Which card of the trick takes it: the highest trump, or else the highest of the suit that was led. */
int trick_best(const struct table *table, int zone, int trump);

/* Adds a move for each card of the hand that follows suit; for every card where none does. */
void trick_follow(const struct ruleset *rules, const struct table *table, int seat, int zone, int verb,
                  struct moves *out);

#endif
