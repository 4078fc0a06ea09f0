/* Seats for people who wait for the next game (session/waiting.h). */
#ifndef NEXT_SEATS_H
#define NEXT_SEATS_H

struct host;
struct offer;
struct prose;
struct session;

/* People have got robots' seats between two games of a match: they are told the seat words, and
   wait no more. */
void next_tell_seated(const struct session *session, unsigned seats, char words[][16]);
/* Gives the people who wait the seats of robots, of people who are left out, and free ones at
   the next table. Only `offer` changes, which nobody has saved yet. */
void next_fill(struct host *host, struct offer *offer);
/* Puts who goes on waiting when that table begins. Puts nothing if nobody does. */
void next_put_left(const struct session *session, const struct offer *offer, struct prose *tale);

#endif
