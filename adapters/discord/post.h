/* What is said in channels: states of tables, which merge while they wait, and messages of their own (results, answers). Also
   what happens to those messages, and to their channels, without us. How they are sent: delivery.c. */
#ifndef POST_H
#define POST_H

#include "people.h"

/* Something may still follow there. */
bool post_is_busy(const struct discord *discord, const char *room);
void post_in_room(void *discord, const struct post *post);
/* Somebody said something there: the table's message is not the last one any more. */
void post_pushed_up(struct discord *discord, const char *channel);
void post_pushed_up_private(struct discord *discord, const struct person *person);
/* Our own message has come back to us by the gateway, with the nonce it was created with. */
void post_echo(struct discord *discord, const char *channel, const char *message, const char *nonce);
/* Messages that were deleted; a table's own is said anew. */
void post_deleted(struct discord *discord, const char *channel, const char *message);
/* The channel is gone for good: its table is closed. */
void post_channel_gone(struct discord *discord, const char *channel);
/* We were removed from the guild of that room. */
void post_removed(struct discord *discord, const char *room);
/* Rights have changed, or we were invited again: a lost room may be tried, but not too often. */
void post_may_try(struct discord *discord, const char *room);
void post_may_try_in(struct discord *discord, const char *guild);
/* The state of the room's table once more. */
void post_again(struct discord *discord, const char *room);
/* A new session: events were lost. Each live table's message is looked after, one after the other. */
void post_refresh(struct discord *discord);
/* The rooms can be written to again. */
void post_resume(struct discord *discord);
bool post_is_idle(struct discord *discord); /* all is said */

#endif
