/* Requests that carry the token of an interaction, and what their messages have in common. The token is never logged. */
#ifndef CALLBACK_H
#define CALLBACK_H

#include "people.h"
#include "rest.h"

/* Discord's rules for a token: 3 s to the first answer, then 15 minutes. We stay well below both. */
enum { REPLY_FIRST_MS = 3000 };

enum { MESSAGE_EPHEMERAL = 64 };

/* A request to one of these routes; its lane is set here. */
uint64_t callback_send(struct discord *discord, struct rest_request request);
#define ROUTE_CALLBACK "/interactions/{}/{}/callback"
#define ROUTE_ORIGINAL "/webhooks/{}/{}/messages/@original"
#define ROUTE_MESSAGE  "/webhooks/{}/{}/messages/{}"
#define ROUTE_FOLLOW   "/webhooks/{}/{}"

/* A private message of the person's with the bot, where an answer could not be given. `body` is borrowed. */
void callback_fall_back(struct discord *discord, struct person *person, json_t *body);
/* Makes a message one that only the person sees, or takes that back where it is said already. */
void callback_set_ephemeral(json_t *body, bool is_ephemeral);

#endif
