/* What is said in rooms: states of tables, which merge while they wait, and messages of their own (results, answers). A state
   edits the table's message while that is the last one in the room; it becomes a new message where chat has pushed the old one
   up, after an hour, or when somebody must be called, for edits call nobody. Also what happens to those messages without us. */
#ifndef POST_H
#define POST_H

#include "application.h"

struct board;
struct rest_answer;

void post_in_room(void *discord, const struct post *post);
/* Our own message has come back to us by the gateway, with the nonce it was created with. */
void post_echo(struct discord *discord, const char *channel, const char *message, const char *nonce);
/* Messages that were deleted; a table's own is said anew. */
void post_deleted(struct discord *discord, const char *channel, const char *message);
/* The channel is gone for good: its table is closed. */
void post_channel_gone(struct discord *discord, const char *channel);
/* We were removed from the guild of that room. */
void post_removed(struct discord *discord, const char *room);
/* The state of the room's table once more. */
void post_again(struct discord *discord, const char *room);
/* A new session: events were lost. Each live table's message is looked after, one after the other. */
void post_refresh(struct discord *discord);
/* The rooms can be written to again. */
void post_resume(struct discord *discord);
/* Nothing can be said there any more, for this reason. */
void post_lose(struct board *board, const struct rest_answer *answer);

#endif
