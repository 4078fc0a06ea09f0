/* A table played on on the side: a copy of what is played, moves tried on it one after the other, each with its record line,
   its sentences and its chance. Nothing of it is real until the store has the lines; then work_settle() puts it in place. */
#ifndef WORK_H
#define WORK_H

#include "pages.h"
#include "playing.h"
#include "seat.h"

enum { WORK_MOVES = 200 };

struct work {
    struct change *change; /* gets the lines */
    const struct session *session;
    int moves;                      /* how many were tried */
    int robot_moves;                /* those of them that robots made */
    unsigned due_before;            /* who was waited for */
    struct pages tale;              /* what the public is told */
    struct pages own[TABLE_SEATS];  /* what this seat is told besides: sentences that sound different to it */
    struct pages result;            /* results and the standing of the match */
    struct pages opening;           /* that the next game of the match begins */
    bool alarm_restarts;            /* the alarm that runs is not the one that the table asks for any more */
    unsigned hands_changed;         /* seats whose own cards changed */
    unsigned acted;                 /* seats that moved */
    struct seat seats[TABLE_SEATS]; /* in the order of play */
    struct playing playing;         /* last: its table is only copied as far as it is used */
};

/* A copy of the room's table. Its record lines go to `change`, which takes it. */
struct work *work_new(struct change *change);
void work_free(struct work *work);

/* Begins the first or the next game of a match; the first one is told, too. */
void work_begin(struct work *work, int first_seat);

/* Plays one legal move of a seat or SEAT_HOST. */
void work_move(struct work *work, int seat, const struct move *move);

/* Plays one step that visibly leaves no choice (VERB_STEP). False if no such step is due. */
bool work_play_step(struct work *work);

/* Plays what follows by itself: forced steps, robots, the next game of a match, until a person has to decide. In games of
   real time robots wait for work_play_robot(), which plays one card of one of them; false if none has any. */
void work_play_on(struct work *work);
bool work_play_robot(struct work *work);

/* The legal moves of a seat on the work's table; true if there are any. */
bool work_legal(const struct work *work, int seat, struct sight *sight, struct moves *moves);

/* Whether the match is over and its result is about to be told: the table ends with this work. */
bool work_ends(const struct work *work);

/* Takes the place of what the room plays. */
void work_settle(struct work *work, struct session *session);

/* Tells everybody about settled work. */
void work_tell(struct work *work, struct session *session);

#endif
