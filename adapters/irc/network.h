/* One network: all of its state, and what every file of this folder needs. The files, each calling
   only those before it:

   network.c      lines of our own, limits, the list of channels, sources
   preferences.c  how people want to read us
   monitor.c      who is online, who is out of sight, who has proved to be the same
   delivery.c     the outbox: into it, out to the wire, whether it arrives, what is refused
   channel.c      asking to be let in, being thrown out, names and modes of channels
   nicks.c        comings, goings, logins, netsplits
   hear.c         what people say
   irc.c          life: connecting, losing it, leaving */
#ifndef NETWORK_H
#define NETWORK_H

#include "bucket.h"
#include "channel.h"
#include "delivery.h"
#include "heard.h"
#include "list.h"
#include "members.h"
#include "monitor.h"
#include "port.h"
#include "tables.h"
#include "wire.h"

enum {
    IRC_LINE = 512,
    IRC_PERIOD_MS = 60 * 1000,
    IRC_KEY_BYTES = 8,
    IRC_GUESTS_EACH = 8 /* channels that one source may invite us into */
};

#define IRC_WHO_TOKEN "417" /* stands in the answers to our WHO */

enum { LIMIT_MOST = 3 };
struct irc_limit {
    RING(LIMIT_MOST) times;
};

/* How often we, not the host, told somebody something lately, by source. */
enum { IRC_TOLD = 64 }; /* of a network; the source told the longest ago makes room */
struct irc_told {
    char source[HOST_SOURCE];
    struct irc_limit limit;
    int64_t latest;
};

struct host_wish;

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
    int64_t ready_at;
    struct backoff backoff;
    struct loop_timer connect;
    unsigned connections;
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
/* Asks who is in a channel, or has a nick, and as whom they are logged in: irc_on_who. */
void irc_ask_who(struct irc *irc, const char *name);

/* At the end of this turn of the loop, when all that belongs together is there. */
void irc_pump_soon(struct irc *irc);
/* Tells the server that we are a bot, where it has a mode for that. */
void irc_mark_bot(struct irc *irc);

irc_event_fn irc_on_privmsg;

int64_t irc_patience(int times); /* milliseconds before the next try: 1, 5, 30, then 60 minutes */

/* ---- sources: who bears the cost of what is said (struct heard_source in host.h) ---- */

void irc_source_of_account(const char *key, char source[HOST_SOURCE]);
/* The source of the host in nick!user@host: an address, a name or a cloak. What the client can
   choose does not count: nick, ident, the second half of an IPv6 address. Never "", and never
   the same for two hosts unless they are one /64. */
void irc_source_of_host(const char *host, char source[HOST_SOURCE]);

/* The net around that of a host's source: of an address of IPv6 its /56 (step 1) and its /48
   (step 2), and what a cloak tells of the /48. False if no net is known. */
bool irc_source_widen(const char *source, int step, char wider[HOST_SOURCE]);

/* Its `id` points to `bytes`. */
struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE]);

void irc_source_put(const struct irc *irc, const struct wire_event *event,
                    char source[HOST_SOURCE]);

/* False if we told this source enough within the last minute. Counts this time. */
bool irc_may_tell(struct irc *irc, const char *source);

/* Notes what a line says of who speaks. The member, or NULL. */
struct member *irc_note_source(struct irc *irc, const struct wire_event *event);
void irc_note_host(struct member *member, const char *host);

/* The sentences of strings.def, by number; view_sentence() expands them. */
enum irc_string {
#define STRING(id, text) IRC_STRING_##id,
#include "strings.def"
#undef STRING
    IRC_STRING_COUNT
};

extern const char *const irc_strings[IRC_STRING_COUNT];

extern const struct host_help irc_help[]; /* what !set and !ban take */

/* ---- nicks.c ---- */

void irc_people_init(struct irc *irc);
void irc_people_leave(struct irc *irc); /* the connection is gone */
struct members *irc_members_new(struct irc *irc);
const char *irc_called(void *self, const char *key);

irc_event_fn irc_on_join, irc_on_part, irc_on_kick, irc_on_quit, irc_on_nick, irc_on_kill,
    irc_on_account, irc_on_chghost, irc_on_names, irc_on_who, irc_on_logged_in;

/* ---- preferences.c; some for struct host_port ---- */

bool irc_prefer(void *self, const struct heard *heard, const struct host_wish *wish);
void irc_look_load(struct irc *irc, struct member *member);
/* How cards are shown to a person or in a channel. `look` is what they chose, NULL if nothing;
   `is_coloured` what counts else. */
enum look_cards irc_look_cards(const struct look *look, bool is_coloured);
void irc_look_load_room(struct irc *irc, struct irc_room *room);
/* The room was called `from`: how it reads us is kept under its name now. */
void irc_look_move_room(const struct irc *irc, const struct irc_room *room, const char *from);
void irc_look(void *self, const char *key, struct text *out);
enum host_nudge irc_nudge(void *self, const char *key);
void irc_forget(void *irc, const char *key);
void irc_wear(void *self, const char *key, const char *words);
void irc_room_look(void *self, const char *room, struct text *out);
const char *irc_bridged_with(void *self, const char *name);
int irc_columns(void *self, const char *room);
int irc_language(void *self, const char *room);

#endif
