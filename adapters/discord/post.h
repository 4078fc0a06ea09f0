/* What is said in rooms: states of tables, which merge while they wait, and messages of their
   own (results, answers). A state edits the table's message while that is the last one in the
   room. It becomes a new message if somebody has written since, after an hour, or to call
   somebody, because edits notify nobody. Also what others do to these messages. */
#ifndef POST_H
#define POST_H

#include "application.h"

struct board;
struct rest_answer;

void post_in_room(void *discord, const struct post *post);
/* The gateway has sent us our own message, with the nonce it was created with. */
void post_echo(struct discord *discord, const char *channel, const char *message,
               const char *nonce);
/* A message was deleted; a table's own is posted anew. */
void post_deleted(struct discord *discord, const char *channel, const char *message);
/* The channel is gone for good: its table is closed. */
void post_channel_gone(struct discord *discord, const char *channel);
/* We were removed from the guild of that room. */
void post_removed(struct discord *discord, const char *room);
/* Says the state of a table once more, unless something newer is to be said. */
void post_again(struct board *board);
/* In a new session, after which events may be missing: says the state of each table once more. */
void post_refresh(struct discord *discord);
/* We can write again: goes on with what waits. */
void post_resume(struct discord *discord);
/* Nothing can be said in the room any more, for this reason. */
void post_lose(struct board *board, const struct rest_answer *answer);

/* ---- time-outs of a server ---- */

/* Time-outs of a server: its moderators keep somebody from writing and pressing there for a
   while. Discord tells a bot nothing of them unless it asks, so it asks about people who were
   called and have done nothing for a minute, and again with longer and longer pauses. While a
   time-out lasts, the board offers its person no moves and says how they can play. */

struct board_text;

/* Looks at all boards, once a minute. `again`, called now or later, says a board once more: a
   time-out has begun or ended. */
void post_look_at_timeouts(struct discord *discord, void (*again)(struct board *board));

#endif
