/* What Discord lets us do where an interaction comes from, as the interaction itself says. Knows
   no guild and no person. */
#ifndef PERMISSION_H
#define PERMISSION_H

#include <jansson.h>

/* A permission that we need to speak there and lack: "Send Messages". NULL if none is known to
   be missing. */
const char *permission_missing(const json_t *interaction);

#endif
