/* Who got a hint (flow/hint.c), as lines of the record say it: a game with one is not rated, and
   a turn has one. Knows nothing of what a hint says. */
#ifndef HINTED_H
#define HINTED_H

#include <stdbool.h>
#include <stdint.h>

struct seat;
struct session;
struct sight;

/* What a seat sees, as a number: hints follow from it, so that the same sight gets the same
   hint, after a restart, too. */
uint64_t hinted_sight(const struct sight *sight);
/* The person in the seat, who can move now, gets a hint. */
void hinted_note(struct session *session, int seat, const struct sight *sight);
/* The seat has had its hint of this turn, which lasts until somebody else has moved, or taken a
   move back. A game for one has a turn for each move. */
bool hinted_is_used(const struct session *session, int seat);
/* One of these seats got a hint in that game of the match. */
bool hinted_in_game(const struct seat *seats, int count, int game_number);

#endif
