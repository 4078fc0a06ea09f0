/* What the host tells other processes of the house, through the ports of their networks
   (api/elsewhere.h), and which of them a code belongs to. Calls nothing of the host. */
#ifndef FAR_H
#define FAR_H

#include "elsewhere.h"
#include "keeper.h"

struct heard;

/* Tells every other process what the network here says of `who`. Nothing if the network is not
   served here. */
void far_note(struct host *host, enum host_event_kind kind, const char *network, const char *who);
void far_note_more(struct host *host, const struct host_event *event);
/* The table here has changed, and all that is to be told of it was told; it is about to go. */
void far_note_changed(const struct session *session);
void far_note_gone(const struct session *session);

/* What other processes have asked this person, who is of a network that is served here:
   HOST_ASKS_... */
unsigned far_asks(const struct host *host, const struct heard *heard);

/* The network whose process knows the code: so a code that somebody types finds its way. NULL
   without networks. */
const struct host_port *far_of_code(const struct host *host, const char *code);

#endif
