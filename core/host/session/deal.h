/* What is played at a table: the current game of the match, and the standing of the match. A
   plain value: a trial copies it. A session and the steps that can be taken back hold it without
   the places of cards that their game does not have, so only its used bytes are ever copied. */
#ifndef DEAL_H
#define DEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "seal.h"
#include "seat.h"

struct playing {
    int game_number; /* of the match, from 1; 0 before the first */
    int begins;      /* the seat that began this game */
    int seats;
    /* games of the match that did not count, and those since the latest that did */
    int shared, shared_in_row;
    int wins[TABLE_SEATS];      /* of the match */
    int points[TABLE_SEATS];    /* of the match */
    int decisions[TABLE_SEATS]; /* moves of each seat, in all games */
    bool is_over;               /* the match is over */
    int lesson_step;            /* how many steps of the lesson were played (deal.h) */
    struct lot lot;
    unsigned char key[LUCK_KEY]; /* of this game's luck */
    uint64_t draws;              /* of this game so far */
    /* by the latest move: the viewers who see a face that they did not see before */
    unsigned learned;
    struct ruleset rules;
    struct table table; /* last: a copy stops behind its used part */
};

/* Up to the end of the table's used part. */
static inline size_t playing_bytes(const struct playing *playing)
{
    return offsetof(struct playing, table) + table_bytes(&playing->table);
}

static inline void playing_copy(struct playing *to, const struct playing *from)
{
    memcpy(to, from, playing_bytes(from));
}

/* No longer than its used bytes; for free(). */
static inline struct playing *playing_new_copy(const struct playing *playing)
{
    struct playing *copy = malloc(playing_bytes(playing));
    check(copy);
    playing_copy(copy, playing);
    return copy;
}

/* The latest start or move of a record, for readers of records (tools/). */
struct step {
    int seat;      /* SEAT_NONE for a start */
    bool is_ahead; /* the person had said it in advance: the input was somebody else's */
    struct move move;
    struct chance chance;
    struct events events;
};

/* ---- where a table stands in the lesson of its game ---- */

/* How many steps were played, as long as everybody plays them. Follows from the record alone, so
   that a restart changes nothing. Knows no words: tell.c says them. */

/* playing.lesson_step, where it is no number of steps. */
enum {
    LESSON_LEFT = -1, /* somebody just played another move than the next step */
    LESSON_OVER = -2  /* the learner has played on since that, or since the last step */
};

/* The lesson that the table began with. NULL at another table, or if the game has another lesson
   by now. */
const struct lesson *deal_lesson_of(const struct playing *playing, const struct game *game);
/* The next step, as a seat and its move. NULL behind the last one, and once the lesson was left. */
const struct lesson_step *deal_lesson_next(const struct playing *playing, const struct game *game,
                                           int *seat, struct move *move);
/* The seat of the person who learns. */
int deal_lesson_learner(const struct lesson *lesson);

/* ---- from one state to the next ---- */

/* How a table comes from one state to the next, the same for people, robots and replay: the
   deal, a move, the end of a game in a match. Pure but for the chance it is given. Keeps the
   record's hash and writes its lines, so that nobody forgets them. */

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

/* ---- the faces that a game is played with ---- */

/* Editions: the faces that a game is played with, where an admin may correct them. A table keeps
   the faces it began with, and its record tells them. The host keeps every edition once, until
   it ends. core/games/faces.h knows how faces are written. */

struct faces;
struct host;
struct record_line;
struct session;
struct text;

/* Tables of that game begin with these faces from now on. */
void deal_edition_use(struct host *host, struct faces *faces_take);

/* Gives the table the faces that are in use; call it before a game begins. */
void deal_edition_choose(struct session *session);

/* Visits the record lines that tell the table's faces; no line if the game's faces are fixed. */
void deal_edition_each_line(const struct session *session,
                            void (*each)(void *arg, const char *line), void *arg);

/* Reads them back, line by line; when the first game starts, all of them together. False with a
   sentence if they are wrong. */
bool deal_edition_read_heading(struct session *session, const struct record_line *line,
                               struct text *why);
bool deal_edition_read_face(struct session *session, const struct record_line *line,
                            struct text *why);
bool deal_edition_settle(struct session *session, struct text *why);

void deal_editions_free(struct host *host);

#endif
