/* The question whether a game between people is stopped. */
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>

struct session;

/* The person in the seat has been asked and has not answered. */
bool stop_waits_for(const struct session *session, int seat);
/* Nobody has agreed in time: who asked leaves. True if that is being saved. */
bool stop_runs_out(struct session *session);
/* The session looks again when the time is over, unless it does so earlier. */
void stop_wait(struct session *session);

#endif
