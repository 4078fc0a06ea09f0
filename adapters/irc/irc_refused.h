/* Lines that the server does not take. */
#ifndef IRC_REFUSED_H
#define IRC_REFUSED_H

#include "irc_event.h"

struct irc;

/* 404, 477, 716 and so on. */
irc_event_fn irc_on_not_sent;

#endif
