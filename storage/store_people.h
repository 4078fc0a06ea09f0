/* What is kept of people: outcomes of games, the standings that follow, and what a person may ask
   for and have erased. An outcome goes to the store with the lines that end the game
   (store_append.outcomes), so it is written exactly once. It names nobody: the store gives each
   identity a number, and keeps apart which identity has which. Ratings are counted in the same
   commit. */
#ifndef STORE_PEOPLE_H
#define STORE_PEOPLE_H

#include <stdint.h>

#include "store.h"

enum { STORE_OUTCOME_SEATS = 12, STORE_IDENTITIES = 5, STORE_DAYS = 31 };

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

/* Of two of one game of a table the first one counts. */
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
#define STORE_SWAPPED   "seats"   /* somebody got a seat in the middle of the match */

/* To others, or not. Gives the identity a number if it has none. */
void store_show_identity(struct store *store, const struct store_identity *identity, bool is_shown,
                         store_done *done, void *arg);

/* What a count of all ratings has found. */
struct store_recount {
    int64_t outcomes; /* those that count */
    /* rows of the lists; those that were other, absent or too many before */
    int64_t ratings, differed;
    /* of store_rebuild(): outcomes that are absent, or were other than their record says */
    int64_t absent, wrong;
};

/* Again, from the outcomes, all or nothing. No line is written meanwhile. */
typedef void store_recounted(void *arg, enum store_result result,
                             const struct store_recount *count);
void store_recount(struct store *store, store_recounted *done, void *arg);

/* What its record gives; its number, and who somebody was, stay. An absent one is added if `adds`,
   with the highest free number in front of those that ended later. The next recount counts it. */
void store_rebuild(struct store *store, int64_t table, const struct store_outcome *outcome,
                   bool adds, store_recounted *done, void *arg);

/* ---- questions, answered by another thread, through store_dispatch ---- */

enum store_question_kind {
    STORE_ASK_PERSON, /* the standings of the person with these identities, a row for each game */
    /* the identity of that name that is shown: of the network if there is one, else of any */
    STORE_ASK_NAMED,
    STORE_ASK_KEPT, /* what is kept of the person with these identities (store_people.h) */
    /* the best of a game ("": of the one that was rated most often) in a room (both "": everywhere)
       and a month (0: ever); those shown, those who have rivals enough before the others */
    STORE_ASK_TOP,
    STORE_ASK_SEASON, /* the same of a room and a month, with `days` */
    STORE_ASK_LAST,   /* the seats of the game that ended last in a room, by their places */
    /* who was at a table with the person: STORE_FELLOWS rows of the kept, the latest first */
    STORE_ASK_FELLOWS,
    /* the rooms of the network behind `room`, in order, where a game that may be rated ended
       `from` .. `till`, in seconds: STORE_ROOMS rows of the kept */
    STORE_ASK_ROOMS
};

enum { STORE_NAME_MAX = 63, STORE_GAME_MAX = 31, STORE_ROBOT_MAX = 15, STORE_STANDINGS = 16 };
/* So many opponents it takes to have a place in a list, each with so many rated games of this
   kind with others. */
enum { STORE_RIVALS = 5, STORE_RIVAL_GAMES = 3, STORE_FELLOWS = 50, STORE_ROOMS = 32 };

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
    int64_t from, till;
    int most; /* rows, up to STORE_STANDINGS */
    store_answered *done;
    void *arg;
};

struct store_standing {
    char game[STORE_GAME_MAX + 1], name[STORE_NAME_MAX + 1];
    int64_t games, won, rated; /* finished ones; first places; those that moved the rating */
    int64_t rivals;            /* of `top`: opponents who count, up to STORE_RIVALS */
    double mu, sigma, days[STORE_DAYS]; /* of a season: shown in the evening; NAN: not rated then */
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
    struct store_kept *kept;
    int kept_count;
    int64_t kept_more; /* rows that had no room */
};

void store_ask(struct store *store, const struct store_question *question);

/* ---- what is kept of a person, for the person: rows of the answer to STORE_ASK_KEPT ---- */

/* What the host itself keeps under numbers (links, notices, offers) is not among them. */

enum { STORE_KEPT = 500 /* rows of one answer; of more it says how many */, STORE_KEPT_TEXT = 256 };

enum store_kept_kind {
    /* the number under which outcomes know the person: `name`, `is_shown`, `count` of outcomes */
    STORE_KEPT_NUMBER,
    /* a person of a table's record: `number` there, `name`, `at` the table began, its first line */
    STORE_KEPT_PERSON,
    /* what the person has said in advance at a table: `ahead`, with the number of its line */
    STORE_KEPT_AHEAD,
    STORE_KEPT_ROOM,    /* a table of the private conversation; of ASK_ROOMS: `line` is the room */
    STORE_KEPT_SETTING, /* `key` and `value` */
    STORE_KEPT_FELLOW,  /* of ASK_FELLOWS: `name`, and the key is `value` */
};

/* Longer texts are cut. */
struct store_kept {
    enum store_kept_kind kind;
    char network[STORE_KEY_MAX + 1]; /* of the identity that it is about */
    int64_t table, number, count, at;
    int is_shown;
    union {
        char name[STORE_KEPT_TEXT], key[STORE_KEPT_TEXT];
    };
    union {
        char line[STORE_KEPT_TEXT], value[STORE_KEPT_TEXT], ahead[STORE_KEPT_TEXT];
    };
};

/* ---- erasing: nothing here blocks ---- */

struct store_setting {
    const char *key, *value; /* NULL deletes it */
};

/* One person's, by network and key; the other fields of `persons` are unused. And settings that
   change with it. */
struct store_erasure {
    const struct store_person *persons;
    int person_count;
    const struct store_setting *settings;
    int setting_count;
};

/* All or nothing: key, name, salt, source and ahead of these persons beside every record, whose
   lines go on naming a number; the ids of messages there; their private conversations as places;
   their rows among the settings (kept.h). Then empties the write-ahead log, so that no file holds
   what was erased; while another program reads, only after the next write that finds nobody
   reading. */
void store_erase(struct store *store, const struct store_erasure *erasure, store_done *done,
                 void *arg);

#endif
