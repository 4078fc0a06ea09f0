/* How people and channels want to read us: what they chose, kept for accounts and channels for good, for others as long as
   they are in sight. */
#include "irc_inside.h"

void irc_look_load(struct irc *irc, struct member *member)
{
    (void)irc;
    (void)member;
}

void irc_look_load_room(struct irc *irc, struct irc_room *room)
{
    (void)irc;
    (void)room;
}
