/* The outcomes of games, kept for good, and the standings that follow from them. An outcome goes to the store with the
   lines that end the game (store_append.outcomes), so that it is written exactly once. It names nobody: the store gives
   each identity a number, and keeps apart which identity has which number. Ratings are counted in the same commit. */
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
    int identity_count;                                 /* 0 for a robot, and for somebody unknown */
    const char *robot;                                  /* its strategy; "" for a person */
    int place;                                          /* from 1; equal places share it */
    int points;
    bool has_left; /* a robot played to the end for somebody who had left */
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

#define STORE_UNCOUNTED "fixed" /* it was dealt as somebody wanted, and is not even counted */
#define STORE_HINTED    "hint"  /* somebody was told what to play */

/* Lets others see the standings of this identity, or not. Gives the identity a number if it has none. */
void store_show_identity(struct store *store, const struct store_identity *identity, bool is_shown, store_done *done,
                         void *arg);

/* What a new count of all ratings has found. */
struct store_recount {
    int64_t outcomes;          /* those that count */
    int64_t ratings, differed; /* rows of the lists; those that were other, absent or too many before */
    int64_t absent, wrong;     /* of store_rebuild(): outcomes that are absent, or were other than their record says */
};

/* Counts all ratings again from the outcomes, all or nothing. Takes as long as there are outcomes, and no line is
   written meanwhile. */
typedef void store_recounted(void *arg, enum store_result result, const struct store_recount *count);
void store_recount(struct store *store, store_recounted *done, void *arg);

/* Makes the outcome of a game what its record gives; its number, and who somebody was, stay. An absent one is added if
   `adds`, with the highest free number in front of those that ended later. The next recount counts it. */
void store_rebuild(struct store *store, int64_t table, const struct store_outcome *outcome, bool adds,
                   store_recounted *done, void *arg);

/* ---- questions: answered by another thread, through store_dispatch ---- */

enum store_question_kind {
    STORE_ASK_PERSON, /* the standings of the person with these identities, a row for each game */
    STORE_ASK_NAMED,  /* the identity of that name that is shown: of the network if there is one, else of any */
    STORE_ASK_KEPT,   /* what is kept of the person with these identities (store_kept.h) */
    STORE_ASK_TOP, /* the best of a game in a room (both "" for everywhere) and a month (0 for all time); those shown */
    STORE_ASK_LAST /* the seats of the game that ended last in a room, by their places */
};

enum { STORE_NAME_MAX = 63, STORE_GAME_MAX = 31, STORE_ROBOT_MAX = 15, STORE_STANDINGS = 16 };

struct store_known {
    char network[STORE_KEY_MAX + 1], key[STORE_KEY_MAX + 1], name[STORE_NAME_MAX + 1];
};

struct store_kept;
struct store_answer;
typedef void store_answered(void *arg, const struct store_answer *answer);

struct store_question {
    enum store_question_kind kind;
    struct store_known identities[STORE_IDENTITIES]; /* ASK_PERSON; the first one's network and name: ASK_NAMED */
    int identity_count;
    char game[STORE_GAME_MAX + 1];
    char network[STORE_KEY_MAX + 1], room[STORE_KEY_MAX + 1];
    int month; /* 202611 */
    int most;  /* rows, up to STORE_STANDINGS */
    store_answered *done;
    void *arg;
};

struct store_standing {
    char game[STORE_GAME_MAX + 1], name[STORE_NAME_MAX + 1];
    int64_t games, won, rated; /* finished ones; first places; those that moved the rating */
    double mu, sigma;
};

/* A seat of the last game. Both texts are "" for somebody unknown, or who shows nothing. */
struct store_last_seat {
    char name[STORE_NAME_MAX + 1], robot[STORE_ROBOT_MAX + 1];
    int place, points;
};

struct store_answer {
    enum store_result result;
    int count;
    struct store_standing list[STORE_STANDINGS];
    char game[STORE_GAME_MAX + 1]; /* of the last game */
    int64_t table, ended;
    bool is_uncounted, is_over; /* its deal was fixed; its table is over, too, and its record is kept */
    struct store_last_seat seats[STORE_STANDINGS];
    int named; /* how many have that name */
    struct store_known known;
    struct store_kept *kept; /* the answer's own */
    int kept_count;
    int64_t kept_more; /* rows that had no room */
};

void store_ask(struct store *store, const struct store_question *question);

#endif
