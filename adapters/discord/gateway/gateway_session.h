/* What outlives a connection: the gateway's address, what a Resume needs, what of that is kept for
   the next process, and what a close code means. Also what a connection sends, and its log. Opens
   none. */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "list.h"
#include "loop.h"
#include "websocket.h"

struct keep;

/* ---- where it is ---- */

/* Replaces the query by Discord's. False if the address cannot be connected to. */
bool gateway_url_read(const char *text, bool compresses, struct websocket_address *url);

/* ---- the session ---- */

enum {
    GATEWAY_SESSION_TEXT = 512,
    GATEWAY_SESSION_KEY = 64,
    /* how many sequence numbers back a dispatch is recognised */
    GATEWAY_SESSION_SEEN = 64,
    GATEWAY_SESSION_STORE_MS = 30 * 1000 /* ms, while nothing of use comes */
};

struct gateway_session_mark {
    bool is_set; /* false: nothing of this session */
    bool has_sequence;
    int64_t sequence;
};

struct gateway_session {
    /* id "" if absent; url "" for the base URL */
    char id[GATEWAY_SESSION_TEXT], url[GATEWAY_SESSION_TEXT];
    bool has_sequence;
    int64_t sequence; /* of the last dispatch */
    uint64_t seen;    /* bit n: the dispatch `sequence - n` has come */

    struct keep *keep;
    char key[GATEWAY_SESSION_KEY];
    int shard_count;
    uint32_t intents;                            /* that were wished for */
    struct gateway_session_mark settled, stored; /* what may be kept, what is kept */
    int64_t stored_at;
    bool has_news; /* a dispatch was handed on that may have an effect */
};

struct gateway_session_use {
    const char *bot; /* names the bot in the key */
    int shard, shard_count;
    uint32_t intents;
};
/* Unless the number of shards or the intents have changed. */
void gateway_session_init(struct gateway_session *session, struct keep *keep,
                          const struct gateway_session_use *use);

void gateway_session_begin(struct gateway_session *session, const char *id, const char *url);
void gateway_session_forget(struct gateway_session *session);

/* The effects of all dispatches so far are saved: keeps the session if there was news, or if the
   kept one is old. */
void gateway_session_settled(struct gateway_session *session, int64_t now);
void gateway_session_store(struct gateway_session *session, int64_t now);

/* ---- what a connection sends, and when ---- */

/* Heartbeats in time, everything within Discord's budget of sends, part of which is reserved for
   heartbeats. */

enum {
    OP_DISPATCH = 0,
    OP_HEARTBEAT = 1,
    OP_IDENTIFY = 2,
    OP_PRESENCE = 3,
    OP_RESUME = 6,
    OP_RECONNECT = 7,
    OP_INVALID_SESSION = 9,
    OP_HELLO = 10,
    OP_ACK = 11
};

enum {
    PULSE_SENDS = 120,   /* packets in a minute, heartbeats included */
    PULSE_PRESENCES = 5, /* in 20 s */
    PULSE_BYTES = 4096,  /* a longer packet is answered with close code 4002 */
    PULSE_PLAYING = 128  /* characters of a presence; the rest is cut */
};

struct shard_port;

struct pulse {
    const struct shard_port *port;
    const struct gateway_session *session;
    void (*dead)(void *arg); /* a heartbeat was not answered. It may call gateway_pulse_stop() */
    void *arg;
    struct websocket *link;
    struct loop_timer heart, show;
    int64_t interval, due;
    bool awaits_ack, has_to_show;
    bool can_show; /* READY or RESUMED has come */
    RING(PULSE_SENDS) sends;
    RING(PULSE_PRESENCES) presences;
};

void gateway_pulse_init(struct pulse *pulse, const struct shard_port *port,
                        const struct gateway_session *session, void (*dead)(void *arg), void *arg);
void gateway_pulse_open(struct pulse *pulse, struct websocket *link);
/* Sends nothing more by itself. */
void gateway_pulse_stop(struct pulse *pulse);
/* Begins heartbeats; `data` is the JSON text of Hello's d. */
void gateway_pulse_begin(struct pulse *pulse, const char *data, size_t length);
void gateway_pulse_acknowledge(struct pulse *pulse);
/* If the budget allows. */
void gateway_pulse_answer(struct pulse *pulse);
void gateway_pulse_identify(struct pulse *pulse, int shard); /* says the presence, too */
void gateway_pulse_resume(struct pulse *pulse);
/* As soon as the budget allows. */
void gateway_pulse_show(struct pulse *pulse);
void gateway_pulse_is_up(struct pulse *pulse);

/* ---- how it ends ---- */

/* The bot cannot go on as it is. */
enum closing_end {
    CLOSING_BAD_TOKEN = 4004,
    CLOSING_BAD_SHARD = 4010,
    CLOSING_TOO_FEW_SHARDS = 4011,
    CLOSING_BAD_VERSION = 4012,
    CLOSING_BAD_INTENTS = 4013,
    CLOSING_REFUSED_INTENTS = 4014
};

enum closing_after {
    AFTER_RESUME,   /* the session lives */
    AFTER_PAUSE,    /* connect again more slowly */
    AFTER_IDENTIFY, /* the session is gone */
    AFTER_INVALID,  /* op 9 ended the session: wait 1 to 5 s first */
    AFTER_END       /* do not try again */
};

struct closing {
    int code;
    enum closing_after after;
    const char *why;    /* NULL if nothing is known */
    const char *advice; /* for the admin; NULL: none is needed */
};

/* Other codes count as a failure of the network. */
const struct closing *gateway_closing_of(int code);

enum { CLOSING_TEXT = 200 };
/* What the code means, and what the other side said (may be ""). */
void gateway_closing_describe(const struct closing *closing, const char *said,
                              char out[CLOSING_TEXT]);

/* `wait`: ms until the next try. */
void gateway_log_loss(int shard, int code, const char *why, int64_t wait);
void gateway_log_up(int shard, const char *by);
/* Logs only where the fault is: the text may be private. */
void gateway_log_unreadable(const char *type, int position);
void gateway_log_too_big(const char *type);

#endif
