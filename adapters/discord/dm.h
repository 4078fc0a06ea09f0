/* Direct message channels that are to be opened, in turn: a bot that opens many at once is taken for spam, and then opens none
   for anybody. So there are so many at once and then one in a while; the last of them are for people who sit at a table; a
   guild has its share; and where several wait, the guild goes first that was served longest ago. Who waits is not refused, and
   no game waits for a turn: the hand is behind a button as well. Bounded: WAITING_OF_GUILD of a guild and WAITING_MOST in all
   wait or are being opened, the rest ask again later. */
#ifndef DM_H
#define DM_H

#include "people.h"

enum dm_news {
    DM_NEWS_OPEN,    /* what waits for it can go */
    DM_NEWS_REFUSED, /* closed by the person */
    DM_NEWS_WAITS,   /* not soon: no game waits for it */
    DM_NEWS_GIVEN_UP /* what waits for it has waited too long */
};

/* `tell` hears what became of somebody's channel. */
struct dms *dms_new(struct discord *discord,
                    void (*tell)(struct discord *discord, struct person *person, enum dm_news news));
void dms_free(struct dms *dms);
/* Has the channel opened when it has its turn, if it is not known; host_reach_known() follows. */
void dm_open(struct discord *discord, struct person *person);
enum host_reach dm_reach(struct discord *discord, struct person *person);
/* They wrote to us: the channel is open. */
void dm_is_open(struct discord *discord, struct person *person);
/* A direct message was refused (50007, 50278): the panel is left. */
void dm_refused(struct discord *discord, struct person *person);

#endif
