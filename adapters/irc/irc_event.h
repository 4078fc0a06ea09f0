/* What an event of the server is dealt with by. */
#ifndef IRC_EVENT_H
#define IRC_EVENT_H

#include "wire_event.h"

struct irc;

typedef void irc_event_fn(struct irc *irc, const struct wire_event *event);

#endif
