/* Sentences for people who may not do what they asked for. */
#ifndef REFUSE_H
#define REFUSE_H

#include "session.h"
#include "view.h"

bool session_refuses(struct session *session, const struct heard *heard,
                     /* says why, if it refuses */
                     const char *command);
/* Likewise, with the caller's sentence about who may ({who}), or about nobody if `id` has no
   {who}. */
bool session_refuses_with(struct session *session, const struct heard *heard, enum string id,
                          const char *command);
/* likewise */
bool host_lacks_table(struct host *host, struct session *session, const struct heard *heard);
/* Says that the person has no seat there: why nobody sits there, or the caller's sentence about
   those who do ({who}, {game}). */
void tell_not_seated(struct session *session, const struct heard *heard, enum string id);
/* Says why nothing can be played yet, and what to do about it. */
void put_not_begun(const struct session *session, const struct heard *heard, struct prose *out);
void tell_not_begun(const struct session *session, const struct heard *heard);
/* The seat of that name, or SEAT_NONE. `command` is what the name stands behind, "kick" or
   "options first=". True if the name fits several seats, and the person was asked which. */
bool names_ask(struct session *session, const struct heard *heard, const char *typed,
               const char *command, int *seat);

#endif
