/* What the server refuses: in channels we say it again later, without colours or when we have a
   voice; of people the table is told that they cannot be reached, but not what the line said. */
#ifndef REFUSAL_H
#define REFUSAL_H

#include "irc.h"

struct irc_room;

void irc_room_unmute(struct irc_room *room);
/* In a channel where we cannot speak, tells the person who asked so, once and in private. */
void irc_room_tell_asker(struct irc_room *room);

/* 404, 477, 716 and so on. */
irc_event_fn irc_on_not_sent;

#endif
