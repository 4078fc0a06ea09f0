/* "It is your turn in #games (Coloretto): !draw": a private word to people who asked for it
   (!set nudge). It counts as one of the two nudges that a clock may give for a turn
   (turn_clock.h). Knows nothing of networks. */
#ifndef NUDGE_H
#define NUDGE_H

#include <stdbool.h>

struct session;

/* The turn has just come to this seat, whose person reads whispers. Nothing is said to somebody
   who is at the table, who was told a hand just now, or who is out of sight. */
void nudge_turn(struct session *session, int seat, bool has_hand);

#endif
