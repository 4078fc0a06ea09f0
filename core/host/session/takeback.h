/* The steps that the seat which moved last can take back, the latest first: since it moved, no
   other seat has, no chance fell, and nobody saw a new face. At home, which is one person alone
   with robots, all decisions of that person, whatever came of them; the latest of these that fall
   under the law are `open`. Holds the tables before them, TAKEBACK_STEPS a session; while a record
   is read, those of the latest UNDO_STEPS. Knows nobody who asks. */
#ifndef TAKEBACK_H
#define TAKEBACK_H

#include "deal.h"

enum { UNDO_STEPS = 256 };

struct history;
struct history *takeback_history_new(void);
void takeback_history_free(struct history *history); /* NULL is fine */
/* As it is after this line. NULL is fine. */
void takeback_history_note(struct history *history, int64_t line, const struct playing *playing);
/* Of the same game. NULL if that step is not kept. */
const struct playing *takeback_history_after(const struct history *history, int64_t line);

/* ---- steps ---- */

enum { TAKEBACK_STEPS = 12 };

enum takeback_end {
    TAKEBACK_NONE, /* no step: the game has just begun, or all of the turn is taken back */
    TAKEBACK_SEEN,
    TAKEBACK_CHANCE,
    TAKEBACK_FAR /* those before are not held any more */
};

struct undo_question {
    int seat; /* SEAT_NONE if nobody asks */
    unsigned agreed;
    int64_t line; /* of the step; another one ends the question */
};

struct takeback {
    struct undo_question asked;
    int seat;     /* that moved last: a seat, SEAT_HOST or SEAT_NONE */
    int64_t line; /* of the start or move behind which the table is now */
    /* of that start or move among all, also those taken back; from 1 */
    int64_t number;
    int64_t count_all;
    int undone_by, undone; /* who took steps back since anybody else moved, and how many */
    enum takeback_end end;
    /* of a trial: how many steps of the session still can be taken back, under its own */
    int below;
    int count;
    int open; /* how many of the latest, those below too, nobody gained anything from */
    struct {
        int64_t to, number;     /* the line behind which the table was `before`, and its number */
        struct playing *before; /* NULL while a record is read, where `history` has it */
    } steps[TAKEBACK_STEPS];
};

struct takeback_step {
    int64_t line;
    int seat;
    bool is_forced; /* nobody chose it (VERB_STEP): it goes back with the step before it */
    bool is_robots;
    bool is_home;
    bool has_chance;
    unsigned learned;
};

void takeback_init(struct takeback *takeback);
void takeback_fini(struct takeback *takeback);
void takeback_start(struct takeback *takeback, int64_t line); /* of a game */
/* It is copied; NULL while a record is read. */
void takeback_note(struct takeback *takeback, const struct takeback_step *step,
                   const struct playing *before);
int takeback_count(const struct takeback *takeback, int seat);
/* Since anybody else moved. */
int takeback_undone(const struct takeback *takeback, int seat);
/* While a record is read: the table before the latest is kept (UNDO_STEPS). */
bool takeback_is_near(const struct takeback *takeback);
/* Asks the others, agrees with the seat that asks, or refuses (`is_yes`). */
void takeback_vote(struct takeback *takeback, int seat, bool is_yes);
int takeback_asking(const struct takeback *takeback);
void takeback_go_back(struct takeback *trial, const struct takeback *session, int seat);
void takeback_pop(struct takeback *takeback, int seat, int64_t to);

/* The steps of a trial go on from those of the session, and then take their place. */
void takeback_fork(struct takeback *trial, const struct takeback *session);
void takeback_join(struct takeback *session, struct takeback *trial_take);

void takeback_keep(struct takeback *takeback, const struct history *history);

/* Draws go on, so do the numbers of decisions, so that no button from before can be pressed, and
   what the coach has done. */
void takeback_put_back(struct playing *playing, const struct playing *before);

#endif
