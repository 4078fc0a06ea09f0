/* Rooms that hear of open seats (seek.h), because their operators want it (the rule "seats"), and
   what each was told and when: a row a room. "yes" is one line in LISTENER_EVERY_MS at most, and
   LISTENER_LINES on one UTC day; "digest" is one a day, not before LISTENER_DIGEST o'clock (UTC).
   What comes meanwhile is gathered into the next line, which waits while people play there. No room
   hears twice of a seat, nor of its own. Bounded: LISTENERS_OF_NETWORK; LISTENERS_A_TICK are looked
   at in one turn of the loop. */
#ifndef LISTENER_H
#define LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "row.h"

struct host;
struct host_port;

enum {
    LISTENERS_OF_NETWORK = 2000,
    LISTENERS_A_TICK = 50,
    LISTENER_EVERY_MS = 10 * 60 * 1000,
    LISTENER_LINES = 12,
    LISTENER_DIGEST = 18,
    LISTENER_TOLD = 64, /* seats that a room was told of last */
    LISTENER_SHOWN = 5  /* in one line */
};

struct listener {
    int number; /* in the store's key */
    char network[HOST_NETWORK], room[HOST_ROOM];
    int64_t told_at; /* by the wall clock, in ms; 0 for never */
    int64_t day;     /* on which so many lines were told, since 1970 */
    int lines, count;
    int64_t told[LISTENER_TOLD]; /* numbers, the latest last */
    bool is_saving;
};

extern const struct row_kind listener_row;
void listener_init(struct host *host);
void listener_fini(struct host *host);
/* Its operators are about to say so. False if there are too many. */
bool listener_add(struct host *host, const struct host_port *port, const char *room);
/* It is called otherwise. */
void listener_move(struct host *host, const struct host_port *port, const char *from,
                   const char *to);
/* The seat with this number was offered there. */
bool listener_was_told(const struct host *host, const char *network, const char *room,
                       int64_t number);
/* Tells what is due. */
void listener_tick(struct host *host);
int64_t listener_at(const struct host *host); /* when to call that again */

#endif
