/* One channel: what it is called, whether we are in it, how it looks, what was said there. Who joins and leaves it is irc_rooms.h. */
#ifndef IRC_ROOM_H
#define IRC_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "irc.h"
#include "look.h"
#include "loop.h"
#include "members.h"
#include "ring.h"

enum {
    IRC_ROOMS_MOST = 250,
    IRC_IDS = 200, /* messages of a channel that are known when they come again */
    IRC_SAID = 8,  /* lines of a channel that are said again if it takes them later */
    IRC_LOST = 64  /* of a table, in a netsplit, who are known to be back */
};

struct irc;

/* The latest messages' ids, hashed: one that comes again is replayed. */
struct irc_ids {
    RING(IRC_IDS) hashes;
};

enum irc_room_state {
    ROOM_OUT,     /* not joined */
    ROOM_JOINING, /* asked to be let in */
    ROOM_READING, /* in, and it is being read who else is and as whom */
    ROOM_IN,
    ROOM_REFUSED, /* not let in; `retry` is set */
    ROOM_EXPELLED /* kicked: back by an INVITE, or with the next connection */
};

struct irc_room {
    struct irc *irc;
    const struct irc_channel *channel;
    char name[HOST_ROOM]; /* folded: who it is to the host */
    struct look look;     /* chosen there; else the channel's and the person's */

    /* Not of the configuration: somebody invited us. `channel` is this. */
    bool is_guest;
    struct irc_channel guest;
    char guest_name[HOST_ROOM];
    char inviter[HOST_SOURCE]; /* who brought us there; "" after a restart, when nobody knows */
    enum irc_room_state state;
    int refusals;
    bool has_no_colours; /* mode +c, or a line with colours was refused */
    bool is_muted;       /* what we say is refused: said again when a mode changes, or after a while */
    int mutes;
    struct loop_timer
        retry; /* to be let in, or heard; READING: when that has lasted long enough; EXPELLED: when the table ends */
    char asker[HOST_KEY]; /* who said the last command there */
    char told[HOST_KEY];  /* who was told last that what we say is refused there */
    char *said[IRC_SAID]; /* the latest lines said there, in a ring; or NULL */
    unsigned said_count;  /* ever */
    unsigned unheard;     /* so many of the latest were refused, and are to be said again */
    int64_t empty_since;  /* of a guest: when there was nobody left but bots; 0 if somebody is there */

    int64_t joined_at;   /* on our clock */
    int64_t joined_time; /* on the server's, 0 if it did not say: what is older is history */
    struct irc_ids ids;

    /* A netsplit: who of the table is lost, and the names that are still to be told. */
    char (*lost)[HOST_KEY];
    int lost_count;
    int64_t held_until;
    char gone[HOST_TEXT], back[HOST_TEXT];
    int gone_count;
};

/* How names compare there; before a server has said so, as in RFC 1459. */
enum casemap irc_casemap(const struct irc *irc);

struct irc_room *irc_room_find(struct irc *irc, const char *channel); /* NULL if not ours */
void irc_room_fold(struct irc_room *room);                            /* its name, as names compare now */
void irc_room_said(struct irc_room *room, const char *line);          /* a line goes there */
void irc_room_forget_said(struct irc_room *room);

#endif
