/* What people say. */
#ifndef IRC_HEAR_H
#define IRC_HEAR_H

#include "irc.h"

struct irc;

irc_event_fn irc_on_privmsg;

#endif
