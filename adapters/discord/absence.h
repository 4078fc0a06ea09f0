/* Guilds that we were removed from while tables were in play there. The tables wait a day for us to be invited again, in the next
   process too: when that began is kept under the guild. Then they are stopped. Bounded by the tables: a guild without one is
   not remembered. */
#ifndef ABSENCE_H
#define ABSENCE_H

#include "application.h"

struct text;

/* We were removed from the guild; its tables wait. */
void absence_begin(struct discord *discord, const char *guild);
/* We are there again: each table says so. */
void absence_end(struct discord *discord, const char *guild);
/* Stops the tables of the guild with this id and leaves it; `answer` says so. False: it says why not. */
bool absence_leave(struct discord *discord, const char *words, struct text *answer);
/* READY says which guilds there are: from the others we were removed. */
void absence_on_ready(struct discord *discord, const json_t *data);
/* Stops the tables that have waited long enough. */
void absence_tidy(struct discord *discord);

#endif
