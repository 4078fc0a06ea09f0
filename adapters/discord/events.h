/* What Discord tells of guilds, channels and deleted messages, and what that means for the rooms there. */
#ifndef EVENTS_H
#define EVENTS_H

#include "application.h"

bool events_wants(const char *type);
bool events_take(struct discord *discord, const char *type, const json_t *data); /* false: not about places */

#endif
