/* Lines that the server does not take: channels where it is said again later, and people who are not reached. */
#ifndef IRC_REFUSALS_H
#define IRC_REFUSALS_H

#include "irc.h"

struct irc_room;

void irc_room_refuse(struct irc_room *room, const char *why); /* a line was refused there */
void irc_room_unmute(struct irc_room *room);
/* Where the server refuses what we say, the person who asked is told once that no answer can come. */
void irc_room_tell_asker(struct irc_room *room);

/* 404, 477, 716 and so on. */
irc_event_fn irc_on_not_sent;

#endif
