/* Messages in order. Each channel has a lane. A message is heard at once, unless something must
   come first; then it waits, and so does everything after it. Missed messages come first
   and before a command what its author's rank depends on. Talk never
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
/* All messages up to the id `complete` were brought; 0: none. */
void inbox_release(struct discord *discord, const char *channel, uint64_t complete);
/* What was heard so far is saved by the host: keeps up to where that is. */
void inbox_keep(struct discord *discord);
/* Hears what waited because we were leaving. */
void inbox_go_on(struct discord *discord);
int inbox_waiting(const struct discord *discord); /* messages, and channels that are held */
enum { INBOX_OF_PERSON = 50, INBOX_OF_GUILD = 1000 };
void inbox_forget(void *discord, const char *key); /* for struct host_port */

/* ---- what was missed ---- */

/* Messages that Discord did not send us: before a new session, or in an outage. We ask each
   channel with a table, and the private channel of each person at a table, for what follows the
   last message we heard there. It is heard before newer messages. One channel is asked
   after the other; a channel in which somebody waits goes first. If an answer would be too long,
   fewer messages are asked for. Messages that are too old are left out. Bounded: MESSAGES_MOST
   messages and ASKED_MOST requests for a channel; no more channels than tables and people who
   sit at one. */

struct backfill *inbox_backfill_new(struct discord *discord);
void inbox_backfill_free(struct backfill *backfill);
/* Asks for the messages that were missed in a channel. A request that is under way goes on;
   `guild` "": a private channel. */
void inbox_backfill_in(struct discord *discord, const char *channel, const char *guild);
/* The same for the private channels of all people who sit at a table. */
void inbox_backfill_in_private(struct discord *discord);
/* Somebody waits there: asks at once. */
void inbox_backfill_hurry(struct discord *discord, const char *channel);

/* ---- what was kept for tables and channels that are over ---- */

struct discord;

/* Forgets it, and gives memory back. Looks at every row: call it seldom. */
void inbox_sweep(struct discord *discord);

#endif
