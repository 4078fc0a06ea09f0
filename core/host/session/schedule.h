/* When each session has something to do by the clock. flow/clock.c knows what. */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stdint.h>

struct host;
struct session;

void clock_call(struct host *host, int64_t at);             /* asks for host_tick() at that time */
void clock_wake(struct session *session);                   /* the session can act by the clock again */
void clock_play_on_at(struct session *session, int64_t at); /* lets robots and forced steps go on at that time */
void clock_alarm_at(struct session *session, int64_t at);

#endif
