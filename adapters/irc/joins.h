/* The list of channels. Which of them we ask to be let into: under which name, as many as the
   server allows, with their keys; what is done when it refuses. Being in them and thrown out of
   them, invitations, other names that the server gives them, and their modes. */
#ifndef JOINS_H
#define JOINS_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "irc.h"
#include "loop.h"

struct irc;
struct irc_room;

struct irc_joins {
    bool is_full;               /* the server has refused a channel because we are in too many */
    int told;                   /* how many channels the warning has named */
    struct loop_timer left_out; /* when it is given */
    /* the server took us out of it a moment ago; NULL (joins.c) */
    struct irc_room *parting;
    struct loop_timer parted; /* when that is over */
};

void irc_join_all(struct irc *irc); /* the connection is ready */

/* The server has said anew how many channels it allows. */
void irc_join_more(struct irc *irc);

/* What the room is called. A name that is not the configured one, or of a channel that is in no
   configuration, can be kept for the next start: under the name before, or its own. */
enum { IRC_KEPT_KEY = HOST_NETWORK + HOST_ROOM + 16 };

irc_event_fn irc_on_forwarded, irc_on_refused;

void irc_renames_init(struct irc *irc);
void irc_renames_leave(struct irc *irc); /* the connection is gone */

/* The server takes us out of a channel: we are expelled. If it puts us into another one at once,
   that was a rename. */
void irc_room_parted(struct irc *irc, const char *channel, const char *by, const char *why);
/* Our own JOIN. If it follows such a PART and we did not ask for it, it is a rename. */
void irc_room_joined(struct irc *irc, const char *channel, int64_t time);

irc_event_fn irc_on_channel_renamed; /* RENAME: the room, its people and its table follow */

void irc_rooms_init(struct irc *irc);
void irc_rooms_fini(struct irc *irc);
/* the setup has other channels */
void irc_rooms_change(struct irc *irc);
/* the connection is gone */
void irc_rooms_leave(struct irc *irc);
void irc_room_expel(struct irc *irc, const char *channel, const char *by, const char *why);

irc_event_fn irc_on_mode, irc_on_mode_is, irc_on_names_end, irc_on_who_end, irc_on_invite;

/* Nobody's proof (monitor.h) is awaited any more: rooms that waited for that are ready. */
void irc_rooms_proven(struct irc *irc);

#endif
