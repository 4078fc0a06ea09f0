/* Channels that the server gives another name: the room, its people and its table follow. */
#ifndef IRC_RENAMES_H
#define IRC_RENAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "irc.h"

struct irc;

void irc_renames_init(struct irc *irc);
void irc_renames_leave(struct irc *irc); /* the connection is gone */

/* The server takes us out of a channel: we are expelled. If it puts us into another one at once,
   that was a rename. */
void irc_room_parted(struct irc *irc, const char *channel, const char *by, const char *why);
/* Our own JOIN. If it follows such a PART and we did not ask for it, it is a rename. */
void irc_room_joined(struct irc *irc, const char *channel, int64_t time);

irc_event_fn irc_on_channel_renamed; /* RENAME */

#endif
