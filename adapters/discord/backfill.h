/* What was said while we were not told: in a new session, after an outage. It is asked for, and the inbox hears it. */
#ifndef BACKFILL_H
#define BACKFILL_H

#include <stdint.h>

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
