/* Inside the IRC adapter: what its files share.

   irc.c          life: connecting, losing the connection, leaving
   irc_rooms.c    channels: joining them, being refused and thrown out, who is there
   irc_hear.c     what people say: commands, CTCP, strangers
   irc_speak.c    what the host says: where it goes, how it looks there, and what if it does not arrive */
#ifndef IRC_INSIDE_H
#define IRC_INSIDE_H

#include "backoff.h"
#include "bucket.h"
#include "host.h"
#include "irc.h"
#include "loop.h"
#include "members.h"

enum { IRC_LINE = 512, IRC_PERIOD_MS = 60 * 1000, IRC_KEY_BYTES = 8 };

enum irc_room_state {
    ROOM_OUT,     /* not joined */
    ROOM_JOINING, /* asked to be let in */
    ROOM_IN,      /* in, and the names are read */
    ROOM_REFUSED, /* not let in; `retry` is set */
    ROOM_EXPELLED /* kicked: back by an INVITE, or with the next connection */
};

struct irc_room {
    struct irc *irc;
    const struct irc_channel *channel;
    char name[HOST_ROOM]; /* folded: who it is to the host */
    enum irc_room_state state;
    int refusals;
    bool has_no_colours; /* mode +c, or a line with colours was refused */
    struct loop_timer retry;
    char *last; /* the last line said there, to say it again without colours; or NULL */
};

/* When something was done the last few times. */
enum { LIMIT_MOST = 3 };
struct irc_limit {
    int64_t at[LIMIT_MOST];
    unsigned count;
};

struct irc {
    struct adapter adapter; /* first */
    struct irc_setup setup;
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    char network[HOST_NETWORK]; /* "irc:libera" */

    struct wire *wire;       /* NULL between connections */
    struct members *members; /* of this connection; NULL without a wire */
    bool was_ready, was_killed;
    int64_t ready_at; /* when it was registered */
    struct backoff backoff;
    struct loop_timer connect;
    unsigned connections; /* tried so far */

    struct irc_room *rooms;
    int room_count;

    struct outbox *outbox;
    struct bucket bucket;
    struct loop_timer pump;
    char last_whispered[MEMBER_KEY];

    struct irc_limit ctcp, strangers, invites;

    bool is_stopping;
    struct loop_timer farewell; /* the last moment to say QUIT */
    adapter_left_fn *left;
    void *left_arg;
};

/* What an event of the server is dealt with by. */
typedef void irc_event_fn(struct irc *irc, const struct wire_event *event);

bool irc_is_ready(const struct irc *irc);
int64_t irc_now(const struct irc *irc);

/* True, and remembered, if there were less than LIMIT_MOST in the last `period_ms`. */
bool irc_limit_allows(struct irc_limit *limit, int64_t now, int64_t period_ms);

/* Sends a line of our own at once and charges it. */
void irc_send(struct irc *irc, const char *line);

/* ---- irc_rooms.c ---- */

void irc_rooms_init(struct irc *irc);
void irc_rooms_fini(struct irc *irc);
void irc_rooms_join(struct irc *irc);                                 /* the connection is ready */
void irc_rooms_leave(struct irc *irc);                                /* the connection is gone */
struct irc_room *irc_room_find(struct irc *irc, const char *channel); /* NULL: not ours */
irc_event_fn irc_on_join, irc_on_part, irc_on_kick, irc_on_quit, irc_on_nick, irc_on_mode, irc_on_mode_is, irc_on_names,
    irc_on_names_end, irc_on_invite, irc_on_forwarded, irc_on_refused;

/* ---- irc_hear.c ---- */

irc_event_fn irc_on_privmsg;

/* ---- irc_speak.c ---- */

struct outbox *irc_outbox_new(struct irc *irc);
void irc_post(void *self, const struct post *post);
void irc_whisper(void *self, const struct whisper *whisper);
/* A sentence of the adapter's own, in private. `key` is a member's, or "=nick" for a stranger. */
void irc_tell(struct irc *irc, const char *key, const char *sentence);
void irc_pump_soon(struct irc *irc);
irc_event_fn irc_on_not_sent;

#endif
