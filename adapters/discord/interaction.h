/* Slash commands, buttons and menus become what the host hears; what is typed in an option is completed. */
#ifndef INTERACTION_H
#define INTERACTION_H

#include <jansson.h>
#include <stdint.h>

#include "application.h"

struct interactions *interactions_new(void);
void interactions_free(struct interactions *interactions);
void interaction_event(struct discord *discord, const json_t *interaction);

#endif
