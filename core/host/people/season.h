/* The end of a month (UTC): in each room whose operators asked for it ("season yes") one line with
   the three best at the game that was rated there most often, and how to see the table, which the
   store keeps. Each process tells the rooms of its network, one after the other, in their order; a
   row for each network says how far it is, and is written before each line: at most once, and a
   kill between the two loses one room's line. A process that was down when the month ended tells
   it in the next month, and of several months the last. Bounded: one question to the store at a
   time, one room in SEASON_PACE_MS. */
#ifndef SEASON_H
#define SEASON_H

#include <stdbool.h>
#include <stdint.h>

#include "row.h"

enum { SEASON_PACE_MS = 1000 };

struct prose;
struct store_answer;

void season_init(struct host *host);
void season_fini(struct host *host); /* nobody is told anything more */
extern const struct row_kind season_row;
/* Returns when to call again, in ms of the host's clock. */
int64_t season_tick(struct host *host);

/* "2026-11" is 202611; 0 if it is no month. */
int season_month(const char *word);
/* In seconds since 1970; of the month after, if `next`. */
int64_t season_begin(int month, bool next);

/* standings.c: " 1. ann 18.2 (12 games), 2. ...", and a full stop. */
void standings_put_places(const struct store_answer *answer, struct prose *out);

#endif
