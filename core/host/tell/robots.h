/* Robots that think before they move. The moves of all robots from one position on are one plan,
   told in one piece: each decision is asked for when those before it are known, and thought from
   what that seat sees (core/thinking/thinker.h). Nothing of it is real: a plan holds as long as no
   other line comes into the record, and a restart forgets it. When it is told was drawn before the
   first thought, so that waiting says nothing of anybody's cards. Bounded: one thought a session,
   and what the thinker takes; where that has no place, the session asks again. */
#ifndef ROBOTS_H
#define ROBOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "host_state.h"
#include "move.h"
#include "robot.h"

struct thought;

enum { PLAN_MOVES = 200 };

struct decision {
    int seat;
    struct move move;
};

struct plan {
    int64_t line;            /* the number of the next line, when it was begun */
    int64_t answers_at;      /* not before; drawn before the first thought */
    struct thought *thought; /* about the next decision; NULL if none is under way */
    int asked;               /* the seat that thinks */
    int count;
    struct decision decisions[PLAN_MOVES];
};

void robots_plan_add(struct plan *plan, int seat, const struct move *move);

/* ---- thoughts ---- */

struct session;
struct thinker;
struct trial;

/* What thinks, and what is thought about. */
struct thinking {
    struct thinker *thinker;
    bool is_low;                 /* half as much at new tables */
    bool is_told;                /* the log knows what a thought costs here */
    int under_way;               /* thoughts, those for hints too */
    int measuring, measurements; /* thoughts of host_measure_thoughts() and its rounds */
    struct pending *hints;       /* that people wait for (asking.h) */
    /* asks what the coach of the seat says; false if it has no place (table/asking.c) */
    bool (*coach)(struct session *session, int seat);
};

static inline bool robots_have_hints(const struct host *host)
{
    return host->thinking && host->thinking->hints;
}

/* How many games a robot of this level imagines at this table. */
int robots_rollouts(const struct session *session, enum robot_level level);
/* The plan of the position, which may be a new one; its decisions can be played. NULL while a
   robot still thinks. */
struct plan *robots_plan(struct session *session);
/* Whether people may still object to the last move (game_claims): then robots answer late, also
   where none of them thinks. */
struct game;
struct playing;
struct seat;
bool robots_leave_time(const struct playing *playing, const struct game *game,
                       const struct seat *seats);
/* Lets the robot think that the trial has come to. */
void robots_ask(struct session *session, struct trial *trial);
/* Robots moved in the trial, but it is too early to tell; turn_play_on() comes again in time. */
bool robots_wait(struct session *session, const struct trial *trial);
/* Another line has come, with this trial or with none: drops the plan. If the line was not what
   the plan said, its robots begin anew. */
void robots_move_on(struct session *session, const struct trial *trial);
void robots_drop(struct session *session);

void robots_fini(struct host *host); /* no session is left */

#endif
