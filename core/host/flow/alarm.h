/* Alarms of games, and the pace of robots in real time. An alarm runs in full from when people can read what it is about; while a
   room is held (host_hold) none does. */
#ifndef ALARM_H
#define ALARM_H

struct session;

/* The alarm that the table's position asks for; one that runs already for the same move goes on (trial_settle() stops it where it
   is another one in truth). */
void alarm_set(struct session *session);

#endif
