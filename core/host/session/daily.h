/* Deals of the day: the secret of each UTC day, and who tried which of its deals. Rows of the
   settings: one for a day, one for a try, and one for people who were linked on a day. A day begins
   when somebody asks for it, and from then on the process that keeps persons makes each day's
   secret a day ahead, so that its seal can be seen before anybody plays. The house's day never goes
   back: the highest day that has a secret says where it is. Knows no sentence, and opens no table
   (table/today.c).

   Bounded: a row a try, DAILY_TRIES_MOST of them for DAILY_DAYS; then
   the oldest day goes, and a count of its results stays (tallies.h). */
#ifndef DAILY_H
#define DAILY_H

#include <stdbool.h>
#include <stdint.h>

#include "deal.h"
#include "heard.h"
#include "links.h"
#include "row.h"
#include "seal.h"

struct game;
struct host;
struct session;

enum {
    DAILY_NAMES = 16, /* of one person on one day */
    DAILY_ROOMS = 4,  /* that one result is shared in */
    DAILY_DAYS = 400,
    DAILY_TRIES_MOST = 50000,
    DAILY_UNKNOWN = INT32_MIN,
    DAILY_OPEN_DAYS = 2 /* a try may end on its day or the next one; then all of it is shown */
};

struct daily_name {
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
};

struct daily_try {
    int64_t number, table;   /* in the keys of rows; of its record */
    int64_t at;              /* when the cards were dealt, in ms since 1970 */
    int day;                 /* since 1970 */
    const struct game *game; /* NULL: no try, but people who were linked on that day */
    bool is_unlisted;        /* the operator's: compared with nobody */
    bool is_over;            /* it has a result */
    bool is_unsaved;
    bool counts; /* it is the first of its person at this game, and so is `person`: */
    int person;  /* the place of a try of the same person, while the day is settled */
    int points, place, of;
    int room_count, name_count;
    struct deal_squares squares;
    uint64_t rooms[DAILY_ROOMS]; /* hashes of those where it was shared */
    struct daily_name *names;
};

struct daily_day {
    int day, made; /* made: the day on which its seal could first be seen */
    bool has_secret, is_saved, is_saving;
    bool is_settled; /* which tries count is known */
    unsigned char secret[LUCK_SECRET];
    /* by the place of the game: what its robots' answers follow from (daily_fits()) */
    uint64_t *builds;
    /* likewise: the points of a hard robot in the person's seat, or DAILY_UNKNOWN */
    int *robots;
    struct daily_try **tries;
    int count, space;
};

struct dailies {
    struct daily_day *list; /* by day */
    struct daily_saving *savings;
    int count, space, tries;
    bool is_beginning;                   /* who waits goes on behind it */
    struct pending *waits, *ladders;     /* people: for a day's secret; for the best of a day */
    struct yardstick *yardstick;         /* of a deal that is over (table/yardstick.h); or NULL */
    struct tallies *tallies;             /* of tries that are pruned (tallies.h) */
    uint64_t seed;                       /* where luck is fixed */
    int64_t at;                          /* when to look again; INT64_MAX before the first day */
    void (*is_ready)(struct host *host); /* a day was saved, or could not be */
    /* the room where the person is reads this table's result: recover/share.h */
    void (*show_card)(struct host *host, const struct heard *heard, int64_t table);
};

void daily_init(struct host *host, void (*is_ready)(struct host *host),
                void (*show_card)(struct host *host, const struct heard *heard, int64_t table));
void daily_fini(struct host *host);
extern const struct row_kind daily_row, daily_try_row;
void daily_learn(struct host *host, int64_t day, const char *value);
void daily_learn_try(struct host *host, int64_t number, const char *value);

/* ---- days ---- */

enum daily_state {
    DAILY_OPEN,
    DAILY_MAKING, /* it is being saved; dailies.is_ready() is called then */
    DAILY_BEHIND  /* the clock shows an earlier day than the house has seen */
};
/* Begins today, and draws tomorrow's secret. `day` is always set. */
enum daily_state daily_begin(struct host *host, int *day);
/* What the clock says, or the latest day that the house has seen. */
int daily_today(const struct host *host);
/* NULL if its secret is not saved. */
const struct daily_day *daily_day(const struct host *host, int day);
/* Nobody can be at it any more: its secret and its results are shown. */
bool daily_is_over(const struct host *host, int day);
/* Robots here answer as they did when the day's deal of that game began. */
bool daily_fits(const struct host *host, const struct daily_day *day, const struct game *game);
/* "29 Nov". */
enum { DAILY_DATE = 16 };
const char *daily_date(int day, char out[DAILY_DATE]);
/* What a hard robot made of the deal; it is kept. */
void daily_note_robot(struct host *host, int day, const struct game *game, int points);
/* Saves what is not saved, and makes the next day. */
void daily_tick(struct host *host);

/* ---- for tries.c: rows in memory, and in the store ---- */

/* NULL if nothing is known of that day. */
struct daily_day *daily_find_day(const struct host *host, int day);
struct daily_try *daily_numbered(const struct host *host, int64_t number);
void daily_add_try(struct host *host, struct daily_try *one_take);
void daily_save_try(struct host *host, struct daily_try *one);
/* Soon: which tries count may be another matter now. */
void daily_look(struct host *host);
/* False if it does not fit. */
bool daily_add_name(struct daily_try *one, const char *network, const char *key, const char *name);
int daily_game_place(const struct game *game); /* among games[] */

/* ---- for tallies.c: rows go, in memory and in the store ---- */

void daily_drop_try(struct host *host, const struct daily_try *one);
void daily_drop_day(struct host *host, struct daily_day *day);

#endif
