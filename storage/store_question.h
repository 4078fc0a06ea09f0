/* Questions to the store about standings, and what is kept of a person: answered by another
   thread, through store_dispatch. */
#ifndef STORE_QUESTION_H
#define STORE_QUESTION_H

#include "store_outcome.h"

enum store_question_kind {
    STORE_ASK_PERSON, /* the standings of the person with these identities, a row for each game */
    /* the identity of that name that is shown: of the network if there is one, else of any */
    STORE_ASK_NAMED,
    STORE_ASK_KEPT, /* what is kept of the person with these identities (store_kept.h) */
    /* the best of a game in a room (both "" for everywhere) and a month (0 for all time); those
       shown, those who have rivals enough before the others */
    STORE_ASK_TOP,
    STORE_ASK_LAST /* the seats of the game that ended last in a room, by their places */
};

enum { STORE_NAME_MAX = 63, STORE_GAME_MAX = 31, STORE_ROBOT_MAX = 15, STORE_STANDINGS = 16 };
/* So many opponents it takes to have a place in a list, each with so many rated games of this
   kind with others. */
enum { STORE_RIVALS = 5, STORE_RIVAL_GAMES = 3 };

struct store_known {
    char network[STORE_KEY_MAX + 1], key[STORE_KEY_MAX + 1], name[STORE_NAME_MAX + 1];
};

struct store_kept;
struct store_answer;
typedef void store_answered(void *arg, const struct store_answer *answer);

struct store_question {
    enum store_question_kind kind;
    /* ASK_PERSON; the first one's network and name: ASK_NAMED */
    struct store_known identities[STORE_IDENTITIES];
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
    int64_t rivals;            /* of `top`: opponents who count, up to STORE_RIVALS */
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
    /* its deal was fixed; its table is over, too, and its record is kept */
    bool is_uncounted, is_over;
    struct store_last_seat seats[STORE_STANDINGS];
    int named; /* how many have that name */
    struct store_known known;
    struct store_kept *kept; /* the answer's own */
    int kept_count;
    int64_t kept_more; /* rows that had no room */
};

void store_ask(struct store *store, const struct store_question *question);

#endif
