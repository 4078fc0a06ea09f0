/* When each session has something to do by the clock. What it does then is the business of flow/clock.c. */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stdint.h>

struct host;
struct session;

void clock_call(struct host *host, int64_t at);             /* host_tick() has to be called then */
void clock_wake(struct session *session);                   /* it is free again for what is due by the clock */
void clock_play_on_at(struct session *session, int64_t at); /* robots and forced steps at that time */
void clock_alarm_at(struct session *session, int64_t at);

#endif
