/* What a session does by the clock. */
#ifndef CLOCK_H
#define CLOCK_H

#include "session.h"

enum {
    ARRIVE_MS = 1000,       /* what has left us may still be lost on its way, if we die */
    HOST_TICK_SESSIONS = 64 /* so many do something by the clock in one turn of the loop; the others in the next */
};

void clock_set_alarm(struct session *session);

#endif
