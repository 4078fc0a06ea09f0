/* Opens direct message channels, in turn: Discord takes a bot that opens many at once for a
   spammer, and stops it from opening any. OPENINGS may be opened at once, most of them only for
   people at a table, and then one every OPENING_MS; each guild has its share of that, a larger
   one for people at a table, and the guild that was served longest ago goes first. No game waits
   for a turn: a button shows the hand, too. Bounded: WAITING_OF_GUILD people of a guild and
   WAITING_MOST in all are in the queue; others ask again later. What becomes of channels is kept
   as news, in a list that somebody else reads. */
#ifndef DM_H
#define DM_H

#include "people.h"

struct dms *dm_queue_new(struct discord *discord);
void dm_queue_free(struct dms *dms);
/* Takes the next person with news off the list. NULL if nobody has any. discord->dm_news goes
   off in the turn of the loop that follows new ones. */
struct person *dm_take_news(struct dms *dms, enum dm_news *news);
/* Queues the channel for opening if it is not known. News follow. */
void dm_open(struct discord *discord, struct person *person);
enum host_reach dm_reach(void *discord, const char *key);
/* They wrote to us: the channel is open. */
void dm_is_open(struct discord *discord, struct person *person);
/* A direct message was refused (50007, 50278): only the panel is left. */
void dm_refused(struct discord *discord, struct person *person);

#endif
