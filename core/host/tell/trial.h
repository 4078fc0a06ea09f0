/* A table played on to the side: a copy of what is played, on which moves are tried one after
   the other, each with its record line, its sentences and its chance. Nothing of it is real
   until the store has the lines; then trial_settle() puts it in place. */
#ifndef TRIAL_H
#define TRIAL_H

#include "apply.h"
#include "deal.h"
#include "outcome.h"
#include "robots.h"
#include "seat.h"
#include "session.h"
#include "takeback.h"
#include "tell.h"

enum { TRIAL_MOVES = PLAN_MOVES, TRIAL_GAMES = 2 /* that can end in one: see trial_play_on() */ };

struct trial {
    struct draft *draft; /* gets the lines */
    const struct session *session;
    int moves;       /* how many were tried */
    int robot_moves; /* how many of them robots made */
    bool thinks;     /* robots think before they move */
    /* where they do: their decisions; NULL if no robot may move now */
    struct plan *plan;
    int planned; /* how many of these were played */
    /* the robot's seat that has to think first; else SEAT_NONE */
    int asks;
    unsigned due_before; /* the seats that the table waited for */
    /* somebody reads the public tales in this look; else they stay empty */
    bool is_read[TELL_LOOKS];
    struct pages tale[TELL_LOOKS];      /* what the public is told */
    struct tale telling[TELL_LOOKS];    /* into it */
    struct pages own[TABLE_SEATS];      /* sentences that sound different to this seat */
    struct pages unplayed[TABLE_SEATS]; /* why what was said in advance was not played */
    bool is_ahead;                      /* what is played now was said in advance */
    struct pages result[TELL_LOOKS];    /* results and the standing of the match */
    struct pages opening[TELL_LOOKS];   /* the next game of the match begins */
    bool begins;                        /* the first game of the table */
    /* seats are closed in the session; between two games, before the next begins */
    bool was_closed, is_closed;
    bool has_closed; /* this trial closed them */
    /* the table asks for another alarm than the one that runs */
    bool alarm_restarts;
    unsigned hands_changed; /* seats whose own cards changed */
    unsigned acted;         /* seats that moved */
    bool is_undo;           /* the one that did took a move back */
    unsigned swapped;       /* robots' seats that people have got (trial.h) */
    /* how many of the finished games were played before that, by `former` */
    int former_games;
    struct seat former[TABLE_SEATS];
    char words[TABLE_SEATS][16]; /* their seat words; "" where none is needed */
    int finished_count;
    struct finished finished[TRIAL_GAMES]; /* games that are over now */
    struct takeback takeback;              /* what can be taken back then */
    struct seat seats[TABLE_SEATS];        /* in the order of play */
    struct playing playing;                /* last: its table is copied only as far as it is used */
};

/* A copy of the table in play. Its record lines go to `draft`. */
struct trial *trial_new(const struct session *session, struct draft *draft);
void trial_free(struct trial *trial);

/* Begins the first or the next game of a match, and tells of it. */
void trial_begin(struct trial *trial, int first_seat);

/* Plays one legal move of a seat or SEAT_HOST. */
void trial_move(struct trial *trial, int seat, const struct move *move);

/* Plays what somebody typed, several moves with ';' between them, one by one. How many were
   played; for those that were not, the reason is in `refusal`. */
int trial_play_typed(struct trial *trial, int seat, bool in_public, const char *text,
                     struct prose *refusal);

/* Takes back the latest step of that seat, which can be (trial.c). */
void trial_undo(struct trial *trial, int seat);

/* Plays what follows by itself: forced steps, robots, the next game of a match, until a person
   has to decide, or a robot has to think: trial->asks. In real time robots wait for
   trial_play_robot(), which plays one card of one robot. False if no robot has a card to play,
   or if it has to think about it. */
void trial_play_on(struct trial *trial);
bool trial_play_robot(struct trial *trial);

/* The legal moves of a seat on the trial's table. True if it has any. */
static inline bool trial_legal(const struct trial *trial, int seat, struct sight *sight,
                               struct moves *moves)
{
    return deal_legal(&trial->playing, trial->session->game, seat, sight, moves);
}

/* The match is over and its result is about to be told: the table ends with this trial. */
bool trial_ends(const struct trial *trial);

/* Puts the trial in the place of what the session plays. */
void trial_settle(struct trial *trial, struct session *session);

#endif
