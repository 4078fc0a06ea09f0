/* Where we cannot speak any more. A table whose room we may not write to: the people concerned hear
   why, once, and then how the game goes on, by direct message; only people with an open channel are
   written to. And guilds that removed us. */
#ifndef LOST_H
#define LOST_H

#include "application.h"

struct board_text;

/* Nothing can be said in a room any more: tells the people at its table why. `code` is
   Discord's. */
void lost_room_begin(struct discord *discord, const char *room, int code);
/* Tells a post of that room to the people whom it concerns. */
void lost_room_post(struct discord *discord, const struct post *post);
/* Tells a text that was not sent any more to everybody at the table. */
void lost_room_say(struct discord *discord, const char *room, struct board_text *text);
/* The room is gone for good: stops its table and tells the people there. */
void lost_room_close(struct discord *discord, const char *room);
/* Rights have changed, or we were invited again: the room is tried again, at most once in a
   while. */
void lost_room_may_try(struct discord *discord, const char *room);
void lost_room_may_try_in(struct discord *discord, const char *guild);

/* ---- guilds that removed us ---- */

/* Guilds that removed us while tables were in play there. Their tables wait for a day, also
   across a restart: the time of the removal is kept under the guild. If nobody invites us again
   by then, they are stopped. Bounded by the tables: a guild without a table is not remembered. */

struct text;

/* We were removed from the guild; its tables wait. */
void lost_guild_begin(struct discord *discord, const char *guild);
/* We are there again: each table says so. */
void lost_guild_return(struct discord *discord, const char *guild);
/* Stops the tables of the guild and leaves it. How many there were. */
int lost_guild_leave(struct discord *discord, const char *guild);
/* READY lists our guilds; the others have removed us. */
void lost_guild_on_ready(struct discord *discord, const json_t *data);
/* Stops the tables that have waited long enough. */
void lost_guild_tidy(struct discord *discord);

#endif
