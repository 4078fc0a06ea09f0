/* The list of channels. Each: its name, whether we are in it, how it looks, what was said there.
   Which of them we ask to be let into, as many as the server allows, with their keys; what is done
   when it refuses; being in them and thrown out of them, invitations, other names that the server
   gives them, and their modes. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "irc.h"
#include "list.h"
#include "look.h"
#include "loop.h"
#include "members.h"
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
    ROOM_OUT,
    ROOM_JOINING,
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
    struct look look;
    /* the nick of a bot that repeats what people elsewhere say; "" if unknown */
    char bridge[HOST_NAME];
    RING(IRC_RELAYED) relayed; /* hashes of the names of such people who were answered */
    RING(IRC_RELAYED_MOST) answered;

    /* A guest channel: somebody invited us, it is not in the configuration. Then `channel`
       points to `guest`. */
    bool is_guest;
    struct irc_channel guest;
    char guest_name[HOST_ROOM];
    /* a channel of the configuration that is called otherwise now: folded, its name there; then
       `channel` points to `guest`, too */
    char configured[HOST_ROOM];
    char *greets; /* the nick that invited us just now, and is told how to begin; NULL: nobody */
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
    struct irc_ids *ids;

    /* A netsplit: who of the table is lost, and whose names are still to be told. */
    char (*lost)[HOST_KEY];
    int lost_count;
    int64_t held_until;
    struct irc_split *split; /* NULL if nobody's */
};

/* How this network compares names; as in RFC 1459 until the server says so. */
enum casemap irc_casemap(const struct irc *irc);

struct irc_room *irc_room_find(struct irc *irc, const char *channel); /* NULL if not ours */
void irc_room_fold(struct irc_room *room);
void irc_room_said(struct irc_room *room, const char *line);
void irc_room_forget_said(struct irc_room *room);

struct irc_joins {
    bool is_full; /* the server has refused a channel because we are in too many */
    int told;     /* how many channels the warning has named */
    struct loop_timer left_out;
    /* the server took us out of it a moment ago; NULL (channel.c) */
    struct irc_room *parting;
    struct loop_timer parted;
};

void irc_join_all(struct irc *irc);

/* The server has said anew how many channels it allows. */
void irc_join_more(struct irc *irc);

irc_event_fn irc_on_forwarded, irc_on_refused;

void irc_renames_init(struct irc *irc);
void irc_renames_leave(struct irc *irc); /* the connection is gone */

/* The server takes us out of a channel: we are expelled. If it puts us into another one at once,
   that was a rename. */
void irc_room_parted(struct irc *irc, const char *channel, const char *by, const char *why);
/* Our own JOIN. If it follows such a PART and we did not ask for it, it is a rename. */
void irc_room_joined(struct irc *irc, const char *channel, int64_t time);

irc_event_fn irc_on_channel_renamed; /* RENAME: the room, its people and its table follow */

void irc_rooms_init(struct irc *irc);
void irc_rooms_fini(struct irc *irc);
void irc_rooms_change(struct irc *irc); /* the setup has other channels */
void irc_rooms_leave(struct irc *irc);  /* the connection is gone */
void irc_room_expel(struct irc *irc, const char *channel, const char *by, const char *why);

irc_event_fn irc_on_mode, irc_on_mode_is, irc_on_names_end, irc_on_who_end, irc_on_invite;

/* Nobody's proof (monitor.h) is awaited any more: rooms that waited for that are ready. */
void irc_rooms_proven(struct irc *irc);

#endif
