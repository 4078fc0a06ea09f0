/* Opens direct message channels, in turn: Discord takes a bot that opens many at once for a spammer, and stops it from
   opening any. OPENINGS may be opened at once, the last of them only for people at a table, and then one every OPENING_MS;
   each guild has its share of that, and the guild that was served longest ago goes first. No game waits for a turn: a
   button shows the hand, too. Bounded: WAITING_OF_GUILD people of a guild and WAITING_MOST in all are in the queue; others
   ask again later. */
#ifndef DM_H
#define DM_H

#include "people.h"

enum dm_news {
    DM_NEWS_OPEN,    /* what waits for the channel can be sent */
    DM_NEWS_REFUSED, /* the person takes no direct messages */
    DM_NEWS_WAITS,   /* it takes a while: no game waits for it */
    DM_NEWS_GIVEN_UP /* what waits for it has waited too long */
};

/* `tell` is called when something becomes of a person's channel. */
struct dms *dms_new(struct discord *discord,
                    void (*tell)(struct discord *discord, struct person *person, enum dm_news news));
void dms_free(struct dms *dms);
/* Queues the channel for opening if it is not known. host_reach_known() follows. */
void dm_open(struct discord *discord, struct person *person);
enum host_reach dm_reach(struct discord *discord, struct person *person);
/* They wrote to us: the channel is open. */
void dm_is_open(struct discord *discord, struct person *person);
/* A direct message was refused (50007, 50278): only the panel is left. */
void dm_refused(struct discord *discord, struct person *person);

#endif
