/* Who is pinged. Discord goes by the text of a message unless it is told not to, each time it is sent or edited; so every
   body that leaves passes here, and nothing a player is called or types can ping anybody. */
#ifndef MENTIONS_H
#define MENTIONS_H

#include <jansson.h>

/* If `body` is a message, or an answer that holds one, it pings at most the users whom its allowed_mentions lists by id. */
void mentions_hush(json_t *body);

#endif
