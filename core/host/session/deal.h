/* How a table comes from one state to the next, the same for people, robots and replay: the deal, a move, the end of a game in
   a match. Pure but for the chance it is given; the record's hash is kept here and its lines are written here, so that nobody
   forgets them. */
#ifndef DEAL_H
#define DEAL_H

#include "playing.h"
#include "seat.h"

/* The next game of the match on playing->seats seats. In the first one the seats are shuffled into the order of play. */
void deal_game(struct playing *playing, const struct game *game, struct seat *seats, int first_seat,
               struct chance *chance);

/* One legal move; if the game ends with it, it is counted in the match, which may be over then too. `events` may be NULL. */
void deal_move(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events);

/* The same with luck from the game's key, and what the record says of it: `line` is the line of the record, `chance` its picks.
   The lot is in `playing` before; the draws of a game are counted there, over all its moves. */
enum { DEAL_LINE = 8 * 1024 };
void deal_begin(struct playing *playing, const struct game *game, struct seat *seats, int first_seat,
                struct chance *chance, char line[DEAL_LINE]);
void deal_play(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events, char line[DEAL_LINE]);

/* Who begins the next game of the match. */
int deal_next_beginner(const struct playing *playing);

/* The score of a finished game. */
void deal_score(const struct playing *playing, const struct game *game, struct score *out);
unsigned deal_match_winners(const struct playing *playing, const struct game *game);

#endif
