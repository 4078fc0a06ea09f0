/* What a reply says, as messages of Discord: the words that were collected, then what can be
   pressed. */
#ifndef REPLY_BODY_H
#define REPLY_BODY_H

#include "reply.h"

/* A message with these words; the components are taken, NULL for none. */
json_t *reply_message(const char *content, json_t *components);
/* Seen by one person alone. Returns the body. */
json_t *reply_make_private(json_t *body);
/* Adds a line. */
void reply_put_line(struct text *out, const char *text);
/* Makes `message` and `more` of what was collected. */
void reply_compose(struct reply *reply);
/* Makes `more` of it alone, without a hand that has a panel. Nothing of it was sent. */
void reply_compose_words(struct reply *reply);

#endif
