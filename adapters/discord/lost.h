/* Where somebody cannot write. A table whose room we may not write to: the people concerned hear
   why, once, and then how the game goes on, by direct message; only people with an open channel are
   written to. Guilds that removed us. And people whom a server keeps from writing. */
#ifndef LOST_H
#define LOST_H

#include "application.h"

struct board;
struct markdown_text;

/* Nothing can be said in a room any more: tells the people at its table why. `code` is
   Discord's. */
void lost_room_begin(struct discord *discord, const char *room, int code);
/* Tells a post of that room to the people whom it concerns. */
void lost_room_post(struct discord *discord, const struct post *post);
/* Tells a text that was not sent any more to everybody at the table. */
void lost_room_say(struct discord *discord, const char *room, struct markdown_text *text);
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

/* ---- time-outs of a server ---- */

/* Time-outs of a server: its moderators keep somebody from writing and pressing there for a
   while. Discord tells a bot nothing of them unless it asks, so it asks about people who were
   called and have done nothing for a minute, and again with longer and longer pauses. While a
   time-out lasts, the board offers its person no moves and says how they can play. */

/* Looks at all boards, once a minute. `again`, called now or later, says a board once more: a
   time-out has begun or ended. */
void lost_look_at_timeouts(struct discord *discord, void (*again)(struct board *board));
/* Where somebody is known to have been in a time-out (board->timed_out): adds to the words of a
   board, drawn from `text`, what is to be said of it. True if the people whom it waits for can
   press nothing there. */
bool lost_put_timeouts(struct board *board, const struct markdown_text *text, struct text *out);

#endif
