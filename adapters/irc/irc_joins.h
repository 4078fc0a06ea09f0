/* Which of our channels we ask to be let into: under which name, as many as the server allows,
   with their keys; what is done when it refuses. */
#ifndef IRC_JOINS_H
#define IRC_JOINS_H

#include <stdbool.h>

#include "heard.h"
#include "irc.h"
#include "loop.h"

struct irc;
struct irc_room;

struct irc_joins {
    bool is_full;               /* the server has refused a channel because we are in too many */
    int told;                   /* how many channels the warning has named */
    struct loop_timer left_out; /* when it is given */
    /* the server took us out of it a moment ago; NULL (irc_renames.c) */
    struct irc_room *parting;
    struct loop_timer parted; /* when that is over */
};

void irc_joins_init(struct irc *irc);
void irc_joins_leave(struct irc *irc); /* the connection is gone */
void irc_join_all(struct irc *irc);    /* the connection is ready */

/* Asks to be let in. If the server allows no more channels, the room is LEFT_OUT until another
   makes room. */
void irc_join(struct irc_room *room);
/* A room is no longer ours, or we are out of it: the next one that is left out has its place. */
void irc_join_next(struct irc *irc);
/* The server has said anew how many channels it allows. */
void irc_join_more(struct irc *irc);
/* Whether the server lets us into a channel of this kind beside those that we are in. */
bool irc_has_place(const struct irc *irc, const char *channel);

/* What the room is called. A name that is not the configured one, or of a channel that is in no
   configuration, can be kept for the next start: under the name before, or its own. */
enum { IRC_KEPT_KEY = HOST_NETWORK + HOST_ROOM + 16 };
/* "": of them all */
const char *irc_kept_key(const struct irc *irc, const char *room, char key[IRC_KEPT_KEY]);
/* NULL if absent */
const char *irc_kept_name(const struct irc *irc, const char *room);
void irc_room_call(struct irc_room *room, const char *name);
void irc_room_keep(const struct irc_room *room, bool is_kept);

irc_event_fn irc_on_forwarded, irc_on_refused;

#endif
