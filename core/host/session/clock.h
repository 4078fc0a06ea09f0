/* When each session, or the host, has something to do by the clock. flow/host.c knows what.
   Nothing here reads a clock: time is an argument. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* that do something in one turn of the loop; the others follow in the next */
enum { HOST_TICK_SESSIONS = 64 };

struct host;
struct session;

void clock_call(struct host *host, int64_t at); /* asks for host_tick() at that time */
/* the session can act by the clock again */
void clock_wake(struct session *session);
/* lets robots and forced steps go on at that time */
void clock_play_on_at(struct session *session, int64_t at);
void clock_alarm_at(struct session *session, int64_t at);
/* False while a change is being saved, or the room cannot be told anything: what is told next
   may ask for another alarm, and an alarm for what nobody has read yet would be unfair. But
   whose private table it is may never come back: then it is only watched (watch_at). */
bool clock_is_running(const struct session *session);
/* The session that is due first. NULL if none has anything to do by the clock. */
struct session *clock_first(const struct host *host);

#endif
