/* What a session does by the clock. */
#ifndef CLOCK_H
#define CLOCK_H

#include "session.h"

enum {
    ARRIVE_MS = 1000,       /* so long a sent message may still be lost, if we die */
    HOST_TICK_SESSIONS = 64 /* that do something in one turn of the loop; the others follow in the next */
};

void clock_set_alarm(struct session *session);

#endif
