/* A robot that thinks: it imagines worlds that fit what its seat sees, plays each of them on for
   every move it could make, and takes the move after which it does best. Pure: the same
   question, limits and seed give the same answer, on any machine. It gets a sight, so it knows
   no card that its seat does not see; and in the games it imagines every player decides by what
   that player's own seat sees. */
#ifndef ROBOT_H
#define ROBOT_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"
#include "game.h"
#include "move.h"
#include "sight.h"

/* In how many worlds a move is tried at most, if the game says nothing; and how many tries a
   thought remembers: so many worlds even of the longest list of moves. */
enum { ROBOT_WORLDS = 256, ROBOT_TRIES = ROBOT_WORLDS * MOVES_MAX };

/* How well a robot plays. Levels differ by how many games it plays on in its thoughts, never by
   blunders. */
enum robot_level { ROBOT_EASY, ROBOT_MEDIUM, ROBOT_HARD, ROBOT_RANDOM, ROBOT_LEVELS };

/* Raise it whenever a robot may answer a question otherwise than before: deals of the day are
   closed then (session/daily.h). tests/robot/answers.txt tells whether one does. */
enum { ROBOT_VERSION = 1 };

/* Instead of a number of rollouts: looks at each move but plays nothing on; chooses at random. */
enum { ROBOT_LOOKS = 0, ROBOT_DRAWS = -1 };

/* The rollouts of a level in this game with so many seats: data, so that a level plays alike on
   every machine. */
int robot_rollouts(const struct game *game, int seats, enum robot_level level);
int robot_halved(int rollouts); /* half as many, for a table on a slow machine; never none */

/* What a robot is asked. Nothing here is changed. */
struct robot_question {
    const struct game *game;
    const struct ruleset *rules;
    const struct sight *sight; /* of the seat */
    int seat;
    const struct moves *moves; /* its legal moves, at least one */
};

struct robot_limits {
    /* games that may be played on, over all moves together; ROBOT_LOOKS, ROBOT_DRAWS */
    int rollouts;
    /* asked before each world; true ends the thought with what is known. NULL: never */
    bool (*is_late)(void *arg);
    void *arg;
};

/* What came of one move, on average over the imagined games that both moves of a reason were
   played on in. */
struct robot_outcome {
    int move;     /* its index among the question's moves */
    double won;   /* from 0 to 1; 0.5 is an even game */
    double own;   /* the seat's points at the end, or as far as it was played on */
    double rival; /* the points of the best of the others */
    double ahead; /* the share of games in which it did better than the other move */
};

/* Why: the chosen move and the best of the others. */
struct robot_reason {
    int worlds; /* in how many imagined games they were compared; 0: there was nothing to compare */
    struct robot_outcome best, second;
};

/* What came of a move in one imagined game. */
struct robot_try {
    float gain;         /* what the seat won, from 0 to 1 */
    int16_t own, rival; /* its points, and those of the best of the others */
};

/* All the memory of a thought, about 560 KiB. The caller owns it; nothing in it lasts from one
   thought to the next. */
struct robot_arena {
    struct sight world, game; /* one imagined world; the game played on in it */
    struct moves moves;
    struct chance chance;
    struct chance_seed luck[TABLE_SEATS + 2]; /* a stream for each seat, the host and the world */
    int rollouts;                             /* how many were played */
    int worlds[MOVES_MAX];                    /* how many worlds each move was tried in */
    /* of tries from world to world: the number of moves in the question */
    int stride;
    struct robot_try tries[ROBOT_TRIES]; /* robot_try_at() */
    struct robot_reason reason;          /* of the last thought */
};

/* What came of a move in a world where it was tried. */
static inline const struct robot_try *robot_try_at(const struct robot_arena *arena, int world,
                                                   int move)
{
    return &arena->tries[world * arena->stride + move];
}

/* Returns the index of its choice among the question's moves. Does not block; takes as long as
   its limits allow. */
int robot_think(const struct robot_question *question, struct robot_limits limits, uint64_t seed,
                struct robot_arena *arena);

/* ---- one imagined game ---- */

/* How well a seat did in it. */
struct robot_result {
    double gain;    /* what the seat has of it: 1 for a sure win alone, 0 for a sure loss */
    int own, rival; /* its points, and those of the best of the others who are no partners of it */
};

/* Plays the move in arena->game and goes on from there, to the end or as far as the game's
   horizon. Every number of chance comes from arena->luck. */
struct robot_result robot_play_out(const struct robot_question *question, const struct move *move,
                                   struct robot_arena *arena);

#endif
