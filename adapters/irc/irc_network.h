/* One network: all of its state, and what every file of this folder needs. The files, each
   calling only those before it:

   irc_network.c limits, the list of channels, sources irc_preferences.c how people want to read
   us irc_presence.c who is online, who is out of sight irc_delivery.c whether private lines
   arrive irc_speak.c the outbox: into it, out to the wire irc_refusals.c what the server does
   not take irc_joins.c asking to be let in irc_rooms.c being thrown out, modes irc_people.c
   comings, goings, logins, netsplits irc_hear.c what people say irc.c life: connecting, losing
   it, leaving */
#ifndef IRC_NETWORK_H
#define IRC_NETWORK_H

#include "backoff.h"
#include "bucket.h"
#include "irc_delivery.h"
#include "irc_joins.h"
#include "irc_presence.h"
#include "irc_room.h"
#include "irc_signon.h"
#include "ring.h"

enum {
    IRC_LINE = 512,
    IRC_PERIOD_MS = 60 * 1000,
    IRC_KEY_BYTES = 8,
    IRC_GUESTS_EACH = 8 /* channels that one source may invite us into */
};

/* Stands in the answers to our WHO. */
#define IRC_WHO_TOKEN "417"

/* The last few times that something was done. */
enum { LIMIT_MOST = 3 };
struct irc_limit {
    RING(LIMIT_MOST) times;
};

/* How often we, not the host, told somebody something lately, by source (irc_source.h). */
enum { IRC_TOLD = 64 }; /* of a network; the source told the longest ago makes room */
struct irc_told {
    char source[HOST_SOURCE];
    struct irc_limit limit;
    int64_t latest;
};

struct irc {
    struct adapter adapter; /* first */
    struct irc_setup setup;
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct keep *keep;          /* NULL if nothing lasts */
    char network[HOST_NETWORK]; /* "irc:libera" */

    struct wire *wire;                    /* NULL between connections */
    struct members *members;              /* of this connection; NULL without a wire */
    const struct bucket_preset *software; /* what this server runs, as far as its pace tells */
    bool was_ready, was_killed;
    bool has_split_batches; /* this server marks netsplits itself, and so their end */
    int64_t ready_at;       /* when it was registered */
    struct backoff backoff;
    struct loop_timer connect;
    unsigned connections; /* tried so far */
    /* for an operator: came up, broke or could not be made; lines not taken */
    int64_t connects, losses, refusals;

    struct irc_room **rooms;
    int room_count;
    struct irc_joins joins;

    struct outbox *outbox;
    struct bucket bucket;
    char bot_mode; /* that is still to be set; 0 if none */
    struct loop_timer pump;
    bool is_held; /* lines wait for a sign that the wire is not silent */

    struct irc_sent sent[IRC_SENT];
    unsigned sent_count;
    int64_t reach_looked_at;
    struct loop_timer reach;  /* when a member's reach or hold is over */
    struct loop_timer lonely; /* the next look for guest channels that everybody has left */
    struct loop_timer split;  /* when a netsplit is told */
    struct irc_monitor monitor;
    struct irc_absences absences;
    struct irc_signons signons;
    struct irc_ids *ids;  /* of private messages; NULL before the first */
    int64_t welcome_time; /* of 001, on the server's clock; 0 if not told */

    struct irc_newcomers newcomers[IRC_NEWCOMERS];
    struct irc_limit accounts, ctcp, invites;
    struct irc_told told[IRC_TOLD];

    bool is_expelled; /* members_leave() is running because we were thrown out of a channel */
    bool is_changing; /* the connection ends because of another configuration */
    bool has_started; /* until then we do not connect: the tables may not be back */
    bool is_stopping;
    struct loop_timer farewell; /* the last moment to say QUIT */
    adapter_left_fn *left;
    void *left_arg;
};

bool irc_is_ready(const struct irc *irc);
static inline int64_t irc_now(const struct irc *network)
{
    return loop_now(network->loop);
}

/* True, and remembered, if there were less than LIMIT_MOST in the last `period_ms`. */
bool irc_limit_allows(struct irc_limit *limit, int64_t now, int64_t period_ms);
/* Sends a line of our own at once, whatever waits, and charges it to the bucket. */
void irc_send(struct irc *irc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sends what we ask the server for ourselves and may go now; if others wait to be answered, only
   what is late. Milliseconds until the next of it may go; -1 if none waits for its time. */
int64_t irc_errands_send(struct irc *irc, bool others_wait);
/* Asks who is in a channel, or who has a nick, and as whom they are logged in: 354 answers
   (irc_on_who). */
void irc_ask_who(struct irc *irc, const char *name);

/* Pumps the outbox at the end of this turn of the loop, when all that belongs together is there. */
void irc_pump_soon(struct irc *irc);

int64_t irc_patience(int times); /* milliseconds before the next try: 1, 5, 30, then 60 minutes */

#endif
