/* What people write, in order. Each channel has a lane: a message is heard at once, unless something has to come before
   it, and then all behind it wait. That is what was said there while we were not told (backfill.c brings it), and
   before a command the facts that its author's rank follows from. What was heard is remembered, so that it is not
   brought again, by the next process either. Talk waits for nothing. Bounded: of what waits INBOX_OF_PERSON are of one
   person in a lane, INBOX_OF_GUILD of a guild. Knows nothing of what is said; next: hear.c. */
#ifndef INBOX_H
#define INBOX_H

#include "application.h"

struct inbox *inbox_new(void);
void inbox_free(struct inbox *inbox);
void inbox_tidy(struct discord *discord);
size_t inbox_count(const struct discord *discord);
/* What has come by the gateway. True: it has to wait for what inbox_hold() keeps back. */
bool inbox_message(struct discord *discord, const json_t *message);
/* Nothing is heard in this channel until inbox_release(). Returns the id of the last message that was; 0: not known. */
uint64_t inbox_hold(struct discord *discord, const char *channel);
/* A message of that time, in any order, as REST tells it; `guild` "": a direct message. */
void inbox_bring(struct discord *discord, const char *channel, const char *guild, const json_t *message);
/* Everything up to the message `complete` was brought; 0: nothing. */
void inbox_release(struct discord *discord, const char *channel, uint64_t complete);
/* What was heard so far is safe: it is remembered that it was heard. */
void inbox_keep(struct discord *discord);
bool inbox_is_idle(const struct discord *discord); /* nothing waits there */
enum { INBOX_OF_PERSON = 50, INBOX_OF_GUILD = 1000 };
int inbox_waiting(const struct discord *discord); /* messages */

#endif
