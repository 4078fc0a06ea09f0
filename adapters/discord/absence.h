/* Guilds that removed us while tables were in play there. Their tables wait for a day, also
   across a restart: the time of the removal is kept under the guild. If nobody invites us again
   by then, they are stopped. Bounded by the tables: a guild without a table is not remembered. */
#ifndef ABSENCE_H
#define ABSENCE_H

#include "application.h"

struct text;

/* We were removed from the guild; its tables wait. */
void absence_begin(struct discord *discord, const char *guild);
/* We are there again: each table says so. */
void absence_end(struct discord *discord, const char *guild);
/* Stops the tables of the guild with this id and leaves it; `answer` says so. False: it says why
   not. */
bool absence_leave(struct discord *discord, const char *words, struct text *answer);
/* READY lists our guilds; the others have removed us. */
void absence_on_ready(struct discord *discord, const json_t *data);
/* Stops the tables that have waited long enough. */
void absence_tidy(struct discord *discord);

#endif
