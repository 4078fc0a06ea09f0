/* What is played at a table: the game, and the standing of the match. A plain value: a trial copies
   it. A session and the steps that can be taken back hold it without the places of cards that their
   game does not have, so only its used bytes are ever copied. */
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

/* Of a daily deal: how its person stood against the others, by what everybody sees. */
enum { DEAL_SQUARES = 10 };
enum deal_square { SQUARE_BEHIND, SQUARE_LEVEL, SQUARE_AHEAD };

/* Behind each `every`th decision of the person: where a further one does not fit, each second one
   goes, and they stand twice as far apart. So they follow from results, in any number of moves. */
struct deal_squares {
    unsigned char count, seat; /* seat: from 1 of the person; 0 without one */
    unsigned short every, since;
    short points; /* a game for one compares with those of the square before */
    unsigned char list[DEAL_SQUARES];
};

struct playing {
    int game_number;
    int begins; /* the seat that began this game */
    int seats;
    /* games of the match that did not count, and those since the latest that did */
    int shared, shared_in_row;
    int wins[TABLE_SEATS]; /* of the match */
    int points[TABLE_SEATS];
    int decisions[TABLE_SEATS]; /* moves of each seat, in all games */
    bool is_over;               /* the match is over */
    int practice;               /* the latest game that is practice (deal_is_practice()); 0: none */
    int lesson_step;            /* how many steps of the lesson were played, or LESSON_LEFT */
    int coach;       /* 1 + the seat that is coached; -1: none; 0: the learner of a lesson */
    unsigned taught; /* verbs (bits) whose rule that seat was told, or has used in a lesson */
    struct lot lot;
    unsigned char key[LUCK_KEY]; /* of this game's luck */
    uint64_t draws;
    struct deal_squares squares; /* of a daily deal; else zero */
    int hush;                    /* how many more moves no big moment is told */
    /* by the latest move: viewers who see a face that is new to them */
    unsigned learned;
    struct ruleset rules;
    struct table table; /* last: a copy stops behind its used part */
};

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
    bool is_ahead; /* the person had said it in advance */
    struct move move;
    struct chance chance;
    struct events events;
};

/* This game counts nowhere, proves nothing and is closed to new persons until the next deal: its
   one person had help, or has gone back behind what was seen. */
static inline bool deal_is_practice(const struct playing *playing)
{
    return playing->lot.lesson ||
           (playing->game_number > 0 && playing->practice == playing->game_number);
}

/* Else nothing of coach.h matters there. */
static inline bool deal_may_coach(const struct playing *playing)
{
    return playing->coach > 0 || playing->lot.lesson;
}

/* ---- from one state to the next ---- */

/* The same for people, robots and replay. Pure but for the chance it is given. */

/* To playing->seats seats. Before the first game it shuffles the seats into the order of play, in
   which a chosen seat begins. `events` may be NULL, here and below. */
void deal_game(struct playing *playing, const struct game *game, struct seat *seats, int first_seat,
               struct chance *chance, struct events *events);

/* A game that ends with it is counted in the match, which may be over then. */
void deal_move(struct playing *playing, const struct game *game, int seat, const struct move *move,
               struct chance *chance, struct events *events);

/* The same with luck from the game's key. Writes the record's line and its picks. `playing` counts
   the draws of a game. */
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

static inline unsigned deal_due(const struct playing *playing, const struct game *game)
{
    struct sight sight;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    return game->due(&playing->rules, &sight);
}

/* The seats that may act until the next move although nobody waits for them. */
static inline unsigned deal_claims(const struct playing *playing, const struct game *game)
{
    struct sight sight;
    if (!game->claims)
        return 0;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    return game->claims(&playing->rules, &sight);
}

/* Everybody plays at any time. */
static inline bool deal_is_real_time(const struct playing *playing, const struct game *game)
{
    return game->is_real_time && game->is_real_time(&playing->rules);
}

int deal_next_beginner(const struct playing *playing);

void deal_score(const struct playing *playing, const struct game *game, struct score *out);

/* What all that robots decide at a daily deal follows from: the key of the game and what is seen.
 * So the same choices meet the same answers, in any process. */
uint64_t deal_answer_seed(const struct playing *playing, const struct sight *sight);

/* This one is included until it ends as a shared one (HC12). */
static inline int deal_counted(const struct playing *playing)
{
    return playing->game_number - playing->shared;
}
unsigned deal_match_winners(const struct playing *playing, const struct game *game);

/* ---- the faces that a game is played with ---- */

/* Editions: the faces of a game as an admin has corrected them. A table keeps those it began with,
   and its record tells them. The host keeps every edition until it ends. */

struct faces;
struct host;
struct record_line;
struct session;
struct text;

/* Tables of that game begin with these faces from now on. */
void deal_edition_use(struct host *host, struct faces *faces_take);

/* Call it before a game begins. */
void deal_edition_choose(struct session *session);

/* No line if the game's faces are fixed. */
void deal_edition_each_line(const struct session *session,
                            void (*each)(void *arg, const char *line), void *arg);

/* When the first game starts, all of them together. False with a sentence if they are wrong. */
bool deal_edition_read_heading(struct session *session, const struct record_line *line,
                               struct text *why);
bool deal_edition_read_face(struct session *session, const struct record_line *line,
                            struct text *why);
bool deal_edition_settle(struct session *session, struct text *why);

/* Of the faces that its tables begin with now. */
uint64_t deal_edition_hash(const struct host *host, const struct game *game);

void deal_editions_free(struct host *host);

#endif
