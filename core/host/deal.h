/* How a table comes from one state to the next, the same for people, robots and replay: the deal, a move, the end of a game in
   a match. Pure but for the chance it is given; the record's hash is kept here, so that nobody forgets it. */
#ifndef DEAL_H
#define DEAL_H

#include "room.h"

/* The next game of the match on playing->seats seats. In the first one the seats are shuffled into the order of play. */
void deal_game(struct playing *playing, const struct game *game, struct seat *seats, int first_seat,
               struct chance *chance);

/* One legal move; if the game ends with it, it is counted in the match, which may be over then too. `events` may be NULL. */
void deal_move(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events);

/* The score of a finished game. */
void deal_score(const struct playing *playing, const struct game *game, struct score *out);
unsigned deal_match_winners(const struct playing *playing, const struct game *game);

#endif
