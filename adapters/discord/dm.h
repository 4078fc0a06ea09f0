/* Direct message channels: opened in turn (dm.c says how many), open, or closed by the person. Who waits is not refused, and
   no game waits for a turn: the hand is behind a button as well. */
#ifndef DM_H
#define DM_H

#include <stdbool.h>

#include "application.h"
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
