/* Sentences to somebody who may not do what they asked for. */
#ifndef REFUSE_H
#define REFUSE_H

#include "session.h"

bool session_refuses(struct session *session, const struct heard *heard, const char *command); /* says so, if it does */
/* Likewise, with a sentence of the caller about who may ({who}); of nobody in particular if `id` has no who. */
bool session_refuses_with(struct session *session, const struct heard *heard, enum string id, const char *command);
bool host_lacks_table(struct host *host, struct session *session, const struct heard *heard); /* likewise */
/* Says to somebody why nobody there sits, or a sentence of the caller about those who do ({who}, {game}). */
void tell_not_seated(struct session *session, const struct heard *heard, enum string id);
/* Why nothing can be played yet. */
void tell_not_begun(const struct session *session, const struct heard *heard);
/* The seat of that name, or SEAT_NONE. True if it fits several, and the person who typed it was asked which. */
bool names_ask(struct session *session, const struct heard *heard, const char *typed, const char *command, int *seat);

#endif
