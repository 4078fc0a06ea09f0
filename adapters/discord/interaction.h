/* Interactions: slash commands, buttons and menus become what the host hears; what is typed in an option is completed. Each
   is taken once, whatever Discord delivers twice. How and when it is answered is reply.c's. Whatever an interaction claims
   is checked by the host against the person who sent it. */
#ifndef INTERACTION_H
#define INTERACTION_H

#include "application.h"

struct interactions *interactions_new(void);
void interactions_free(struct interactions *interactions);
void interaction_event(struct discord *discord, const json_t *interaction);

#endif
