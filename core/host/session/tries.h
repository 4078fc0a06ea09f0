/* Tries at deals of the day (daily.h), by person. A try belongs to every name of its person: of
   those that are linked now, and of those that were at any time of that day. Of several tries of
   one person at one deal the first alone counts, in any process. Knows no
   sentence. */
#ifndef TRIES_H
#define TRIES_H

#include <stdbool.h>

#include "daily.h"
#include "heard.h"

struct game;
struct host;
struct linked;
struct session;

/* All who are the same person on that day, `who` first. Returns how many; borrows their strings
   until a row changes. */
int tries_people(const struct host *host, struct identity who, int day,
                 struct identity out[DAILY_NAMES]);
/* The person's, which counts; NULL without one. */
const struct daily_try *tries_find(const struct host *host, struct identity who, int day,
                                   const struct game *game);
bool tries_count(const struct host *host, const struct daily_try *one);
/* The table is a second try of somebody, whose first one counts: dealt by another process at the
   same time, or before the names were linked. */
bool tries_is_second(const struct session *session);
/* The cards are about to be dealt: its row goes to the store before the line that deals them. */
void tries_note_dealt(const struct session *session, bool is_unlisted);
/* The game is over and the record about to end. Once is enough, twice does no harm. */
void tries_note_over(const struct session *session);
/* Somebody's links change: who was linked today stays one person today. `before` and `after`
   may be NULL. */
void tries_note_links(struct host *host, const struct linked *before, const struct linked *after);
/* False if it was shared there before, or in too many rooms. */
bool tries_share(struct host *host, const struct daily_try *one, struct identity room);

/* How many other people's results it is better than, of so many. */
int tries_better(const struct host *host, const struct daily_try *one, int *others);

#endif
