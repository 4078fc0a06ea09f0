/* The list of channels, being in them and thrown out of them, invitations, and their modes.
   irc_joins.h asks to be let in. */
#ifndef IRC_ROOMS_H
#define IRC_ROOMS_H

#include <stdint.h>

#include "irc.h"

struct irc;

void irc_rooms_init(struct irc *irc);
void irc_rooms_fini(struct irc *irc);
/* the setup has other channels */
void irc_rooms_change(struct irc *irc);
/* the connection is gone */
void irc_rooms_leave(struct irc *irc);
/* our own JOIN; `time` is the server's */
void irc_room_enter(struct irc *irc, const char *channel, int64_t time);
void irc_room_expel(struct irc *irc, const char *channel, const char *by, const char *why);

irc_event_fn irc_on_mode, irc_on_mode_is, irc_on_names_end, irc_on_who_end, irc_on_invite;

/* Nobody's proof (irc_signon.h) is awaited any more: rooms that waited for that are ready. */
void irc_rooms_proven(struct irc *irc);

#endif
