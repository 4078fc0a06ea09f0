/* How a table comes from one state to the next, the same for people, robots and replay: the
   deal, a move, the end of a game in a match. Pure but for the chance it is given. Keeps the
   record's hash and writes its lines, so that nobody forgets them. */
#ifndef DEAL_H
#define DEAL_H

#include "playing.h"
#include "seat.h"

/* Deals the next game of the match to playing->seats seats. Before the first game it shuffles
   the seats into the order of play, in which a seat that was chosen to begin does. `events` may
   be NULL, here and below. */
void deal_game(struct playing *playing, const struct game *game, struct seat *seats, int first_seat,
               struct chance *chance, struct events *events);

/* Plays one legal move. A game that ends with it is counted in the match, which may be over
   then. */
void deal_move(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events);

/* The same with luck from the game's key. Writes the record's line into `line` and its picks
   into `chance`. `playing` must have the lot; it counts the draws of a game, over all its moves. */
enum { DEAL_LINE = 8 * 1024 };
void deal_begin(struct playing *playing, const struct game *game, struct seat *seats,
                int first_seat, struct chance *chance, struct events *events, char line[DEAL_LINE]);
void deal_play(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events, char line[DEAL_LINE]);

/* The legal moves of a seat, by its sight. True if it has any. */
static inline bool deal_legal(const struct playing *playing, const struct game *game, int seat,
                              struct sight *sight, struct moves *moves)
{
    table_sight(&playing->rules, &playing->table, seat, sight);
    moves->count = 0;
    game->legal(&playing->rules, sight, seat, moves);
    return moves->count > 0;
}

/* The seats that the table waits for. */
static inline unsigned deal_due(const struct playing *playing, const struct game *game)
{
    struct sight sight;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    return game->due(&playing->rules, &sight);
}

/* Everybody plays at any time. */
static inline bool deal_is_real_time(const struct playing *playing, const struct game *game)
{
    return game->is_real_time && game->is_real_time(&playing->rules);
}

/* The seat that begins the next game of the match. */
int deal_next_beginner(const struct playing *playing);

/* The score of a finished game. */
void deal_score(const struct playing *playing, const struct game *game, struct score *out);

/* The games of the match so far that count (HC12), this one included until it ends as a shared
   one. */
static inline int deal_counted(const struct playing *playing)
{
    return playing->game_number - playing->shared;
}
unsigned deal_match_winners(const struct playing *playing, const struct game *game);

#endif
