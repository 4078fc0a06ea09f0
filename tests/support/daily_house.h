/* The house of household.h with a wall clock of its own, on FIRST_DAY, and people on both networks
   who play deals of the day by numbers. Everything is said in private, and slowly. */
#ifndef DAILY_HOUSE_H
#define DAILY_HOUSE_H

#include <stdint.h>

#include "daily.h"
#include "testing.h"

enum { DAY_MS = 24 * 3600 * 1000, FIRST_DAY = 20786 /* 2026-11-29 */ };

extern int64_t wall_ahead;    /* of the loop's clock, ms */
extern int wall_patience;     /* so many times one waits for a turn */
int open_daily(void **state); /* open_two() of household.h; close_house() ends it */
void use_wall(void);          /* after each restart */
void tomorrow(void);          /* and a look at the clock */
void kill_house(void);        /* ann and bob are ready at once */

/* On "net", on "far". Keep what is told then. */
void says_daily(const char *who, const char *text);
void far_says_daily(const char *who, const char *text);
/* Somebody's names on both networks become one person. */
void link_them(const char *who, const char *far_who);

/* The person's table of a daily deal there; NULL without one. */
struct session *daily_table(const char *network, const char *who);
/* The number-th of the moves that the person has, or an earlier one. False without one. */
bool play_move(const char *network, const char *who, int number);
/* So many moves by numbers that follow from `style`; the hash goes on with the tables. */
uint64_t play_some(const char *network, const char *who, int style, int most, uint64_t hash);
uint64_t play_all(const char *network, const char *who, int style);
/* The person's today; NULL without one. */
const struct daily_try *try_of(const char *network, const char *who, const char *game);

#endif
