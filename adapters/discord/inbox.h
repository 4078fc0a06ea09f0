/* Messages in order. Each channel has a lane. A message is heard at once, unless something must
   come first; then it waits, and so does everything after it. Missed messages come first
   (backfill.c brings them), and before a command what its author's rank depends on. Talk never
   waits. The last message that was heard is remembered, also by the next process, so that none
   is heard twice. Bounded: INBOX_OF_PERSON messages of one person wait in a lane, INBOX_OF_GUILD
   of a guild. Read on in hear.c. */
#ifndef INBOX_H
#define INBOX_H

#include "application.h"

struct inbox *inbox_new(void);
void inbox_free(struct inbox *inbox);
void inbox_tidy(struct discord *discord);
size_t inbox_count(const struct discord *discord);
/* A message from the gateway. True if it must wait for inbox_release(). */
bool inbox_message(struct discord *discord, const json_t *message);
/* Nothing is heard in this channel until inbox_release(). Returns the id of the last message
   that was heard; 0 if unknown. */
uint64_t inbox_hold(struct discord *discord, const char *channel);
/* A missed message as REST tells it, in any order; `guild` "": a direct message. */
void inbox_bring(struct discord *discord, const char *channel, const char *guild,
                 const json_t *message);
/* All messages up to the id `complete` were brought; 0: none. */
void inbox_release(struct discord *discord, const char *channel, uint64_t complete);
/* What was heard so far is saved by the host: keeps up to where that is. */
void inbox_keep(struct discord *discord);
/* Hears what waited because we were leaving. */
void inbox_go_on(struct discord *discord);
int inbox_waiting(const struct discord *discord); /* messages, and channels that are held */
enum { INBOX_OF_PERSON = 50, INBOX_OF_GUILD = 1000 };
void inbox_forget(void *discord, const char *key); /* for struct host_port */

#endif
