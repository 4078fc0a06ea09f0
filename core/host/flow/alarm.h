/* Alarms of games, and the pace of robots in real time. An alarm runs in full, from the moment
   when people can read what it is about. While host_hold() stops the clocks of a table, none
   runs. */
#ifndef ALARM_H
#define ALARM_H

struct session;

/* Sets the alarm that the position asks for. One that runs for the same move goes on, unless
   trial_settle() has stopped it, because a position in between asked for none. */
void alarm_set(struct session *session);

#endif
