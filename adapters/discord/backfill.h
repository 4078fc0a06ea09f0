/* Messages that Discord did not send us: before a new session, or in an outage. We ask each
   channel with a table, and the private channel of each person at a table, for what follows the
   last message we heard there. inbox.c hears it before newer messages. One channel is asked
   after the other; a channel in which somebody waits goes first. If an answer would be too long,
   fewer messages are asked for. Messages that are too old are left out. Bounded: MESSAGES_MOST
   messages and ASKED_MOST requests for a channel; no more channels than tables and people who
   sit at one. */
#ifndef BACKFILL_H
#define BACKFILL_H

#include "application.h"

struct backfill *backfill_new(struct discord *discord);
void backfill_free(struct backfill *backfill);
/* Asks for the messages that were missed in a channel. A request that is under way goes on;
   `guild` "": a private channel. */
void backfill_in(struct discord *discord, const char *channel, const char *guild);
/* The same for the private channels of all people who sit at a table. */
void backfill_in_private(struct discord *discord);
/* Somebody waits there: asks at once. */
void backfill_hurry(struct discord *discord, const char *channel);
/* Messages with a lower id are too old to be asked for. */
uint64_t backfill_since(const struct discord *discord);

#endif
