/* Inside the IRC adapter: what its files share.

   irc.c          life: connecting, losing the connection, leaving
   irc_rooms.c    channels: joining them, being refused and thrown out, modes
   irc_inviters.c into how many of them one person may bring us
   irc_muted.c    channels that do not take what we say
   irc_people.c   who is there: comings and goings, logins, netsplits
   irc_sight.c    since when they are out of sight
   irc_monitor.c  who is online elsewhere on the network, where the server tells
   irc_hear.c     what people say: commands, CTCP, strangers
   irc_speak.c    what the host says: where it goes, and how it looks there
   irc_reach.c    whether it gets there: refusals, and what is done about them */
#ifndef IRC_INSIDE_H
#define IRC_INSIDE_H

#include "backoff.h"
#include "bucket.h"
#include "host.h"
#include "irc.h"
#include "loop.h"
#include "members.h"

enum {
    IRC_LINE = 512,
    IRC_PERIOD_MS = 60 * 1000,
    IRC_KEY_BYTES = 8,
    IRC_ROOMS_MOST = 250,
    IRC_GUESTS_EACH = 8,    /* of them where one source invited us */
    IRC_IDS = 200,          /* messages of a channel that are known when they come again */
    IRC_SAID = 8,           /* lines of a channel that are said again if it takes them later */
    IRC_LOST = 64,          /* of a table, in a netsplit, of whom it is known that they are back */
    IRC_SENT = 16,          /* private lines whose refusal is still understood */
    IRC_WATCHES = 100,      /* nicks that we ask the server to tell us of, at most */
    IRC_ABSENCES = 1024,    /* people with a seat of whom it is known since when they are out of sight */
    IRC_NEWCOMERS = 32,     /* sources */
    IRC_NEWCOMERS_MOST = 2, /* of each, in IRC_NEWCOMERS_MS */
    IRC_NEWCOMERS_MS = 5 * 60 * 1000,
    IRC_ASKED = 2000 /* ms without a refusal: it has arrived */
};

/* Marks the answers to our WHO. */
#define IRC_WHO_TOKEN "417"

/* The latest messages' ids, hashed: one that comes again is replayed. */
struct irc_ids {
    uint64_t hash[IRC_IDS];
    int next;
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
    char inviter[HOST_SOURCE]; /* who brought us there; "": nobody knows, after a restart */
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
    int64_t empty_since;  /* of a guest: when there was nobody left but bots; 0: somebody is there */

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

/* A private line that was sent. */
struct irc_sent {
    char key[HOST_KEY], nick[MEMBER_NICK], about[HOST_ROOM];
    char *text;
    unsigned number; /* its label is made of it; 0: none here, or settled */
    bool is_hand;
};

/* A nick of which the server is to tell when it comes and goes. */
struct irc_watch {
    char nick[MEMBER_NICK];
    bool is_wanted; /* as of the last review */
    bool is_told;   /* the server has it in its list */
    bool is_online;
    int checks; /* how often it was asked since then as whom they are logged in */
    int64_t check_at;
};

struct irc_monitor {
    struct irc_watch watches[IRC_WATCHES];
    int count;
    int most; /* that the server takes: fewer than it announced, once it said that its list is full */
    struct loop_timer timer;
};

/* A person with a seat who is out of sight. A new one takes the place of the oldest. */
struct irc_absence {
    uint64_t hash; /* of the key */
    int64_t since; /* 0: none */
};
struct irc_sight {
    struct irc_absence absences[IRC_ABSENCES];
    int next;
    int64_t forgotten_at; /* the latest that gave its place away */
};

/* How many of a source were written to first, lately, who do not play. The source that was quiet the longest makes room. */
struct irc_newcomers {
    char source[HOST_SOURCE];
    int64_t since, latest;
    int count;
};

/* When something was done the last few times. */
enum { LIMIT_MOST = 3 };
struct irc_limit {
    int64_t at[LIMIT_MOST];
    unsigned count;
};

/* What somebody was told of late by us and not by the host, by who bears the cost (source.h). */
enum { IRC_TOLD = 64 }; /* of a network; whoever was told the longest ago makes room */
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
    struct keep *keep;          /* NULL: nothing lasts */
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

    struct irc_room **rooms;
    int room_count;

    struct outbox *outbox;
    struct bucket bucket;
    struct loop_timer pump;

    struct irc_sent sent[IRC_SENT];
    unsigned sent_count;
    int64_t reach_looked_at;
    struct loop_timer reach;  /* the next time that a member's reach or hold is over */
    struct loop_timer lonely; /* the next look at who is still in the channels of guests */
    struct loop_timer split;  /* when a netsplit is told */
    struct irc_monitor monitor;
    struct irc_sight sight;
    struct irc_ids ids;   /* of private messages */
    int64_t welcome_time; /* of 001, on the server's clock; 0: not told */

    struct irc_newcomers newcomers[IRC_NEWCOMERS];
    struct irc_limit accounts, ctcp, invites;
    struct irc_told told[IRC_TOLD];

    bool is_expelled; /* while it is noted whom we do not see any more in a channel that we were thrown out of */
    bool is_changing; /* the connection ends, because there is another configuration */
    bool has_started; /* before that nothing connects: its tables may not be back */
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
/* The same of what this person is told a minute, whatever others ask. */
bool irc_may_tell(struct irc *irc, const char *source);

/* Sends a line of our own at once and charges it. */
void irc_send(struct irc *irc, const char *line);

/* ---- irc_rooms.c ---- */

void irc_rooms_init(struct irc *irc);
void irc_rooms_fini(struct irc *irc);
void irc_rooms_change(struct irc *irc);                               /* the setup has other channels */
void irc_rooms_join(struct irc *irc);                                 /* the connection is ready */
void irc_rooms_leave(struct irc *irc);                                /* the connection is gone */
struct irc_room *irc_room_find(struct irc *irc, const char *channel); /* NULL: not ours */
void irc_room_enter(struct irc *irc, const char *channel,
                    int64_t time); /* our own JOIN, at that time of the server's */
void irc_room_expel(struct irc *irc, const char *channel, const char *by, const char *why);
int64_t irc_patience(int times); /* between tries: 1, 5, 30, 60 minutes */
irc_event_fn irc_on_mode, irc_on_mode_is, irc_on_names_end, irc_on_who_end, irc_on_invite, irc_on_forwarded,
    irc_on_refused;

/* ---- irc_muted.c ---- */

void irc_room_said(struct irc_room *room, const char *line);  /* a line goes there */
void irc_room_refuse(struct irc_room *room, const char *why); /* a line was refused there */
void irc_room_unmute(struct irc_room *room);
/* Where what we say is refused, whoever asked would wait for an answer that cannot come: they are told so, once. */
void irc_room_tell_asker(struct irc_room *room);
void irc_room_forget_said(struct irc_room *room);

/* ---- irc_inviters.c ---- */

/* The source of whoever this INVITE came from. */
void irc_inviter_put(const struct irc *irc, const struct wire_event *event, char source[HOST_SOURCE]);
/* False, and they were told: they have brought us into IRC_GUESTS_EACH channels. */
bool irc_inviter_has_share(struct irc *irc, const struct wire_event *event);

/* ---- irc_people.c ---- */

void irc_people_init(struct irc *irc);
void irc_people_leave(struct irc *irc); /* the connection is gone */
struct members *irc_members_new(struct irc *irc);
/* Who bears the cost of what they say; `id` is kept in `bytes`. */
struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE]);
/* What any line of theirs says of who they are. */
void irc_note_source(struct irc *irc, const struct wire_event *event);
irc_event_fn irc_on_join, irc_on_part, irc_on_kick, irc_on_quit, irc_on_nick, irc_on_kill, irc_on_account,
    irc_on_chghost, irc_on_names, irc_on_who, irc_on_logged_in;

/* ---- irc_sight.c ---- */

void irc_sight_lost(struct irc *irc, const char *key); /* before the host is told */
int64_t irc_absent_since(void *self, const char *key);

/* ---- irc_monitor.c ---- */

void irc_monitor_init(struct irc *irc);
void irc_monitor_begin(struct irc *irc); /* the connection is ready */
void irc_monitor_leave(struct irc *irc); /* the connection is gone */
void irc_monitor_soon(struct irc *irc);  /* who is to be watched may have changed */
/* The server says as whom a nick is logged in. Before anything else is made of that. */
void irc_monitor_account(struct irc *irc, const char *nick, const char *account);
irc_event_fn irc_on_online, irc_on_offline, irc_on_monitor_full;

/* ---- irc_hear.c ---- */

irc_event_fn irc_on_privmsg;

/* ---- irc_speak.c ---- */

struct outbox *irc_outbox_new(struct irc *irc);
void irc_post(void *self, const struct post *post);
void irc_whisper(void *self, const struct whisper *whisper);
/* A sentence of the adapter's own, in private. `key` is a member's, or "=nick" for a stranger. */
void irc_tell(struct irc *irc, const char *key, const char *sentence);
void irc_pump_soon(struct irc *irc);

/* ---- irc_reach.c ---- */

void irc_reach_init(struct irc *irc);
void irc_reach_leave(struct irc *irc); /* the connection is gone */
enum host_reach irc_reach(void *self, const char *key);
/* Networks count whom we write to, but not those of a channel where we have voice. */
bool irc_may_talk(const struct irc *irc, const struct member *member);
/* Whether the server wants us to wait before we write to this person; the outbox is pumped when it is over. */
bool irc_reach_is_held(struct irc *irc, const char *key);
/* Milliseconds until we may write to them; `is_play`: a hand, or to somebody at a table. */
int64_t irc_reach_wait(struct irc *irc, const struct member *member, bool is_play);
void irc_reach_opened(struct irc *irc, const struct member *member, bool is_play); /* a line goes to them */
void irc_reach_queued(struct irc *irc, const char *key); /* something private is on its way to them */
/* A private line goes out; returns its label. The pointer lasts until the next. */
const char *irc_reach_sent(struct irc *irc, const char *key, const char *nick, const char *about, bool is_hand,
                           const char *text);
void irc_reach_label(struct irc *irc, const struct wire_event *event); /* any line with a label of ours */
void irc_reach_ask(struct irc *irc, const char *key);                  /* the line is out */
irc_event_fn irc_on_not_sent, irc_on_pong;

/* ---- irc_looks.c ---- */

void irc_prefer(void *self, const struct heard *heard, const char *words, struct prose *answer);
void irc_look_load(struct irc *irc, struct member *member);
void irc_look_load_room(struct irc *irc, struct irc_room *room);

#endif
