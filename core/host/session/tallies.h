/* What is left of tries at deals of the day when their rows are pruned (daily.h): a row a person,
   "tally.3", with the names and, for each game, on how many days there was a result, and how many
   in a row. A day goes only when what was counted of it is on the disk, and is counted once however
   often a kill comes in between. Knows no sentence.

   Bounded: TALLIES_MOST people; then whose last result is the oldest makes room. */
#ifndef TALLIES_H
#define TALLIES_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "row.h"

enum { TALLIES_MOST = 20000 };

struct daily_try;
struct game;
struct host;

struct tally_count {
    int days, best; /* with a result; the most of them in a row */
    int run, last;  /* `run` days in a row that end with the day `last` */
};

void tallies_init(struct host *host);
void tallies_fini(struct host *host);
extern const struct row_kind tallies_row;
void tallies_learn(struct host *host, int64_t number, const char *value); /* NULL: it is gone */

/* Bonds end with their day, tries after DAILY_DAYS, or when there are too many. */
void tallies_prune(struct host *host);
/* Of the person's pruned days, under all names that are linked now; all zero without any. */
void tallies_of(const struct host *host, struct identity who, const struct game *game,
                struct tally_count *out);
/* Days in a row with a result of that game, this try's day the last. */
int tallies_streak(const struct host *host, const struct daily_try *one);
/* The same as tallies_of() with the days that are still kept. */
void tallies_whole(const struct host *host, struct identity who, const struct game *game,
                   struct tally_count *out);

#endif
