/* The outcomes of games, kept for good, and the standings that follow from them. An outcome goes
   to the store with the lines that end the game (store_append.outcomes), so that it is written
   exactly once. It names nobody: the store gives each identity a number, and keeps apart which
   identity has which number. Ratings are counted in the same commit. */
#ifndef STORE_OUTCOME_H
#define STORE_OUTCOME_H

#include "store.h"

enum { STORE_OUTCOME_SEATS = 12, STORE_IDENTITIES = 5 };

/* Somebody who can be known again. */
struct store_identity {
    const char *network, *key, *name;
};

struct store_outcome_seat {
    struct store_identity identities[STORE_IDENTITIES]; /* of one person; the first one played */
    /* 0 for a robot, and for somebody unknown */
    int identity_count;
    const char *robot; /* its strategy; "" for a person */
    int place;         /* from 1; equal places share it */
    int points;
    bool has_left; /* a robot played to the end for somebody who had left */
    /* it cannot raise this person's rating; nobody loses rating to this seat */
    bool cannot_gain, costs_nobody;
};

/* One game of a match. Of two outcomes of one game of a table the first one counts. */
struct store_outcome {
    int game_number, seat_count;
    int64_t ended;              /* in seconds since 1970; 0: when its lines are written */
    const char *game, *options; /* "roygbiv"; "mode=real", those that differ from the standard */
    const char *network, *room; /* where it was played; both "" in private */
    const char *unrated;        /* why it moves no rating: a word; "" if it does */
    struct store_outcome_seat seats[STORE_OUTCOME_SEATS];
};

#define STORE_UNCOUNTED "fixed"   /* it was dealt as somebody wanted, and is not even counted */
#define STORE_UNUSUAL   "options" /* other options than the game calls standard */

/* Lets others see the standings of this identity, or not. Gives the identity a number if it has
   none. */
void store_show_identity(struct store *store, const struct store_identity *identity, bool is_shown,
                         store_done *done, void *arg);

/* What a new count of all ratings has found. */
struct store_recount {
    int64_t outcomes; /* those that count */
    /* rows of the lists; those that were other, absent or too many before */
    int64_t ratings, differed;
    /* of store_rebuild(): outcomes that are absent, or were other than their record says */
    int64_t absent, wrong;
};

/* Counts all ratings again from the outcomes, all or nothing. Takes as long as there are
   outcomes, and no line is written meanwhile. */
typedef void store_recounted(void *arg, enum store_result result,
                             const struct store_recount *count);
void store_recount(struct store *store, store_recounted *done, void *arg);

/* Makes the outcome of a game what its record gives; its number, and who somebody was, stay. An
   absent one is added if `adds`, with the highest free number in front of those that ended
   later. The next recount counts it. */
void store_rebuild(struct store *store, int64_t table, const struct store_outcome *outcome,
                   bool adds, store_recounted *done, void *arg);

#endif
