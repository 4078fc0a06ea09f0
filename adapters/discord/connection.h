/* How the adapter gets in: finds out what the application may do, then opens the gateway; does
   so anew when the configuration changes, and waits for the admin when Discord does not let it
   in. Next: gateway/gateway.h. */
#ifndef CONNECTION_H
#define CONNECTION_H

#include "application.h"

void connection_init(struct discord *discord);
/* Asks Discord about the application until it answers, then connects. What it asks for is not
   asked for twice at once. */
void connection_open(struct discord *discord);
/* Nothing is asked any more, until connection_open(). */
void connection_stop(struct discord *discord);
/* Closes the gateway, which keeps its sessions, and opens it anew by what `setup` says now.
   Nothing if it was not open. */
void connection_again(struct discord *discord);
/* Takes its part of what Discord allows a bot and an address, as far as it is known. */
void connection_share(struct discord *discord);
/* Logs in with this token (copied) from now on, and tries again if Discord rests. */
void connection_use_token(struct discord *discord, const char *token);
/* It cannot go on: it rests until the admin has acted. `why` is a string constant. For struct
   rest_setup, too. */
void connection_failed(void *discord, const char *why);

#endif
