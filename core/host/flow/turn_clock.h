/* The clocks of people whom the table waits for: reminders, then a robot until they are back;
   more time from others; and a pause that all of them want. At a live table a person is called
   after 3 minutes, gets a private word after 4, and a robot plays from the fifth on. At a slow
   one the word comes after 38 hours, the robot after 48. A person out of reach gets 10 minutes,
   or 24 hours, more. No clock runs where at most one person plays, in real time, or before
   people can read what they are asked. Each person has one clock at each table. For one turn it
   nudges twice at most, also where others give more time. */
#ifndef TURN_CLOCK_H
#define TURN_CLOCK_H

#include <stdint.h>

#include "pace.h"

struct host_port;
struct session;

/* The pace that was chosen for the table, or that of its home. */
enum pace turn_clock_pace(const struct session *session);
/* Winds the clocks of those whom the table waits for from now on, and stops the others. */
void turn_clock_set(struct session *session);
/* What was posted to this network has left, or its people can't read anything before held_until:
   the clocks that wait for that start then. */
void turn_clock_sent(struct session *session, const struct host_port *port);
void turn_clock_hold(struct session *session);
/* When there is something to do for one of them. INT64_MAX if there is nothing. */
int64_t turn_clock_next(const struct session *session);
/* Does it. At most one change is committed. */
void turn_clock_run(struct session *session);

#endif
