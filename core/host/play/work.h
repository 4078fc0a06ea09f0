/* A table played on to the side: a copy of what is played, on which moves are tried one after the other, each with its
   record line, its sentences and its chance. Nothing of it is real until the store has the lines; then work_settle()
   puts it in place. */
#ifndef WORK_H
#define WORK_H

#include "pages.h"
#include "playing.h"
#include "seat.h"

enum { WORK_MOVES = 200 };

struct work {
    struct draft *draft; /* gets the lines */
    const struct session *session;
    int moves;                      /* how many were tried */
    int robot_moves;                /* how many of them robots made */
    unsigned due_before;            /* the seats that the table waited for */
    struct pages tale;              /* what the public is told */
    struct pages own[TABLE_SEATS];  /* sentences that sound different to this seat */
    struct pages result;            /* results and the standing of the match */
    struct pages opening;           /* the next game of the match begins */
    bool alarm_restarts;            /* the table asks for another alarm than the one that runs */
    unsigned hands_changed;         /* seats whose own cards changed */
    unsigned acted;                 /* seats that moved */
    struct seat seats[TABLE_SEATS]; /* in the order of play */
    struct playing playing;         /* last: its table is copied only as far as it is used */
};

/* A copy of the table in play. Its record lines go to `draft`. */
struct work *work_new(const struct session *session, struct draft *draft);
void work_free(struct work *work);

/* Begins the first or the next game of a match; tells the first one, too. */
void work_begin(struct work *work, int first_seat);

/* Plays one legal move of a seat or SEAT_HOST. */
void work_move(struct work *work, int seat, const struct move *move);

/* Plays one step that visibly leaves no choice (VERB_STEP). False if no such step is due. */
bool work_play_step(struct work *work);

/* Plays what follows by itself: forced steps, robots, the next game of a match, until a person has to decide. In real
   time robots wait for work_play_robot(), which plays one card of one robot. False if no robot has a card to play. */
void work_play_on(struct work *work);
bool work_play_robot(struct work *work);

/* The legal moves of a seat on the work's table. True if it has any. */
bool work_legal(const struct work *work, int seat, struct sight *sight, struct moves *moves);

/* The match is over and its result is about to be told: the table ends with this work. */
bool work_ends(const struct work *work);

/* Puts the work in the place of what the session plays. */
void work_settle(struct work *work, struct session *session);

/* Tells everybody about settled work. */
void work_tell(struct work *work, struct session *session);

#endif
