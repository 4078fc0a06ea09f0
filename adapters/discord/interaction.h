/* Interactions: slash commands, buttons and menus become what the host hears; what is typed in an
   option is completed. Each is heard once, even if Discord sends it twice. reply.c answers it. The
   host checks all that an interaction claims against the person who sent it. */
#ifndef INTERACTION_H
#define INTERACTION_H

#include "application.h"
#include "people.h"

struct interactions *interaction_list_new(void);
void interaction_list_free(struct interactions *interactions);
void interaction_event(struct discord *discord, const json_t *interaction);

#endif
