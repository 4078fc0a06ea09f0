/* One channel: its name, whether we are in it, how it looks, what was said there. joins.h
   joins and leaves it. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "irc.h"
#include "look.h"
#include "loop.h"
#include "members.h"
#include "ring.h"
#include "view.h"

enum {
    IRC_ROOMS_MOST = 250,
    IRC_IDS = 200, /* messages of a channel that are known when they come again */
    IRC_SAID = 8,  /* lines that are said again if the channel refuses them at first */
    IRC_RELAYED = 32,
    IRC_RELAYED_MOST = 3,
    IRC_LOST = 64 /* people of one table whom we wait for in a netsplit */
};

struct irc;

/* Hashes of the latest messages' ids: a message that comes again is a replay. */
struct irc_ids {
    RING(IRC_IDS) hashes;
};

/* Names that are still to be told when a network has split. */
struct irc_split {
    char gone[HOST_TEXT], back[HOST_TEXT];
    int gone_count;
};

enum irc_room_state {
    ROOM_OUT,     /* not joined */
    ROOM_JOINING, /* asked to be let in */
    ROOM_READING, /* in, and reading who else is there and as whom they are logged in */
    ROOM_IN,
    ROOM_REFUSED,  /* not let in; `retry` is set */
    ROOM_EXPELLED, /* kicked: back by an INVITE, or with the next connection */
    ROOM_LEFT_OUT  /* the server lets us into no more channels; joined when another makes room */
};

struct irc_room {
    struct irc *irc;
    const struct irc_channel *channel;
    char name[HOST_ROOM]; /* folded, as the host knows it */
    struct look look;     /* as chosen there */
    /* the nick of a bot that repeats what people elsewhere say; "" if unknown */
    char bridge[HOST_NAME];
    RING(IRC_RELAYED) relayed;       /* hashes of the names of such people who were answered */
    RING(IRC_RELAYED_MOST) answered; /* when they were */

    /* A guest channel: somebody invited us, it is not in the configuration. Then `channel`
       points to `guest`. */
    bool is_guest;
    struct irc_channel guest;
    char guest_name[HOST_ROOM];
    /* a channel of the configuration that is called otherwise now: folded, its name there; then
       `channel` points to `guest`, too */
    char configured[HOST_ROOM];
    char inviter[HOST_SOURCE]; /* the source that invited us; "" after a restart */
    enum irc_room_state state;
    /* it is still to be asked who is logged in, which modes are set (irc_errands_send) */
    bool asks_who, asks_mode;
    bool awaits_proof; /* READING: only for that of people whose seats wait (monitor.h) */
    bool is_urgent;    /* somebody there waits for an answer */
    int refusals;
    bool has_no_colours; /* mode +c, or a line with colours was refused */
    /* our lines are refused; said again when a mode changes, or after a while */
    bool is_muted;
    int mutes;
    /* to join or speak again; READING: ends the reading; EXPELLED: ends the table */
    struct loop_timer retry;
    char asker[HOST_KEY];   /* who gave the last command there */
    char told[HOST_KEY];    /* who was told last that we cannot speak there */
    char *said[IRC_SAID];   /* the latest lines said there, in a ring; or NULL */
    int64_t board_table;    /* of which table a board was shown there last; 0 before the first, */
    struct view_rows board; /* and its rows */
    unsigned said_count;    /* lines said in all */
    unsigned unheard;       /* how many of the latest were refused and are to be said again */
    /* so long the first part of a turn waits for the rest; in the past if none does */
    int64_t draw_until;
    char drawer[HOST_NAME]; /* whose turn that is */
    int64_t empty_since;    /* guest channels: since when only bots are there; 0 if people are */

    int64_t joined_at;      /* on our clock */
    int64_t joined_time;    /* on the server's clock, 0 if unknown; older lines are history */
    int64_t playback_until; /* a bouncer repeats old lines; in the past if it does not */
    struct irc_ids *ids;    /* NULL before the first */

    /* A netsplit: who of the table is lost, and whose names are still to be told. */
    char (*lost)[HOST_KEY];
    int lost_count;
    int64_t held_until;
    struct irc_split *split; /* NULL if nobody's */
};

/* How this network compares names; as in RFC 1459 until the server says so. */
enum casemap irc_casemap(const struct irc *irc);

struct irc_room *irc_room_find(struct irc *irc, const char *channel); /* NULL if not ours */
void irc_room_fold(struct irc_room *room);                            /* folds its name anew */
void irc_room_said(struct irc_room *room, const char *line);          /* a line goes there */
void irc_room_forget_said(struct irc_room *room);

#endif
