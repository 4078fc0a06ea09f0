/* Which of our channels we ask to be let into: as many as the server allows, with their keys; what is done when it refuses. */
#ifndef IRC_JOINS_H
#define IRC_JOINS_H

#include <stdbool.h>

#include "irc.h"

struct irc;
struct irc_room;

void irc_joins_init(struct irc *irc);
void irc_joins_leave(struct irc *irc); /* the connection is gone */
void irc_join_all(struct irc *irc);    /* the connection is ready */

/* Asks to be let in. If the server allows no more channels, the room is LEFT_OUT until another makes room. */
void irc_join(struct irc_room *room);
/* A room is no longer ours, or we are out of it: the next one that is left out has its place. */
void irc_join_next(struct irc *irc);
/* The server has said anew how many channels it allows. */
void irc_join_more(struct irc *irc);
/* Whether the server lets us into a channel of this kind beside those that we are in. */
bool irc_has_place(const struct irc *irc, const char *channel);

irc_event_fn irc_on_forwarded, irc_on_refused;

#endif
