/* A room where a session is shown: a channel, or a private conversation, of one network. A room
   shows one session at most; a session is shown in up to SESSION_SHOWN rooms, the first of which
   is its home. */
#ifndef SHOWING_H
#define SHOWING_H

#include <stdbool.h>

#include "heard.h"

enum { SESSION_SHOWN = 8 };

struct host;
struct host_port;
struct session;

struct showing {
    struct showing *next_in_bucket;
    struct session *session;
    const struct host_port *port;
    int number;        /* of the room in the record, from 1 */
    int columns;       /* how the room reads, like that of a seat */
    bool is_untold;    /* the room does not know yet that the table is back */
    bool knows_latest; /* it was told the latest move since this process has the table */
    /* the first of what its network has not reported as sent was heard then; 0 if all was */
    int64_t unsent_since;
    char name[HOST_ROOM]; /* "#games", or "@key" for a private conversation */
};

static inline bool showing_is_private(const struct showing *showing)
{
    return showing->name[0] == '@';
}

/* A bridge repeats in each what is said in the other: the configuration says so, or the
   operators of one of them. */
bool showings_are_bridged(const struct host *host, const struct showing *a,
                          const struct showing *b);
/* Which of the rooms, as bits, have to be told what all are to read: a bridge repeats it in
   those that are left out. Of rooms that the configuration joins the first is told. What
   operators say leaves out their own room and never that of others; of rooms that name one
   another, in a circle too, the first is told. */
unsigned showings_to_tell(const struct host *host, const struct showing *const rooms[], int count);

/* How many columns a board may have there: see struct host_port. */
int showing_columns(const struct showing *showing);

/* What a network's room shows. NULL if nothing. */
struct showing *showing_find(const struct host *host, const char *network, const char *name);

/* The rooms of a network, or all (NULL), have to be told that the table is back. Until the first
   of them is told, nothing happens by the clock. */
void session_set_untold(struct session *session, const struct host_port *port);
void showing_set_untold(struct showing *showing); /* one room */

/* Shows the session in one more room. The caller has made sure that the room is free and that
   there are not too many. */
void session_show(struct session *session, const struct host_port *port, const char *name,
                  int number);
/* Takes the room of this number away; of the home, the next room takes over. */
void session_hide(struct session *session, int number);
/* All but the home. */
void session_hide_guests(struct session *session);
/* The home becomes another room: a private conversation moves with its seat, a table that was
   set aside goes on elsewhere. */
void session_settle(struct session *session, const struct host_port *port, const char *name,
                    int number);

/* Of session.c: puts all its rooms where they are found, takes them out, gives a copy rooms of
   its own. */
void showings_link(struct session *session);
void showings_unlink(struct session *session);
void showings_copy(struct session *copy);

#endif
