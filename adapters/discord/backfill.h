/* What was said while we were not told: in a new session, after an outage. Each channel with a table in play, and each private
   one of somebody who sits at one, is asked for the messages behind the last that was heard there; inbox.c hears them,
   before what is said now. One channel after the other, but first where somebody waits. Where the messages are too long for
   one answer, fewer are asked for. What is too old to be meant any more, and what cannot be had, is left. Bounded: of a
   channel MESSAGES_MOST by ASKED_MOST questions; there are no more channels than tables and people who sit at one. */
#ifndef BACKFILL_H
#define BACKFILL_H

#include "application.h"

struct backfill *backfill_new(struct discord *discord);
void backfill_free(struct backfill *backfill);
/* Messages there were not told of: they are asked for. Replaces nothing that is under way; `guild` "": a private channel. */
void backfill_in(struct discord *discord, const char *channel, const char *guild);
/* The same of all private channels of people who sit somewhere. */
void backfill_in_private(struct discord *discord);
/* Somebody waits for it. */
void backfill_hurry(struct discord *discord, const char *channel);
/* No message with a lower id is asked for: it would be too old. */
uint64_t backfill_since(const struct discord *discord);

#endif
