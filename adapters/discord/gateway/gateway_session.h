/* What outlives a connection: where the gateway is, what a Resume needs, which dispatches were here already, how much of that is
   kept for the next process, and what a close code means for it; also what the log says of connections. Opens none. */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "websocket.h"

struct keep;

/* ---- where it is ---- */

enum { GATEWAY_URL = 512 };

/* The path becomes "/?v=10&encoding=json"; whatever query stood in the text is left out. False: neither ws:// nor wss://, or
   something that no connection can be made to. */
bool gateway_url_read(const char *text, bool compresses, struct websocket_address *url);

/* ---- the session ---- */

enum {
    GATEWAY_SESSION_TEXT = 512,
    GATEWAY_SESSION_KEY = 64,
    GATEWAY_SESSION_SEEN = 64,           /* how far back a dispatch may come late, or a second time */
    GATEWAY_SESSION_STORE_MS = 30 * 1000 /* how old the kept sequence may get while nothing of interest comes */
};

struct gateway_session_mark {
    bool is_set; /* false: nothing of this session */
    bool has_sequence;
    int64_t sequence;
};

struct gateway_session {
    char id[GATEWAY_SESSION_TEXT], url[GATEWAY_SESSION_TEXT]; /* id "" if absent; url "" for the base URL */
    bool has_sequence;
    int64_t sequence; /* of the last dispatch */
    uint64_t seen;    /* bit n: the dispatch `sequence - n` was here */

    struct keep *keep;
    char key[GATEWAY_SESSION_KEY];
    int shard_count;
    struct gateway_session_mark settled, stored; /* what may be kept, what is kept */
    int64_t stored_at;
    bool has_news; /* set by the code that hands on a dispatch with a possible effect */
};

/* As it was kept; none if it was one of another number of shards. `bot` names the bot in the key. */
void gateway_session_init(struct gateway_session *session, struct keep *keep, const char *bot, int shard,
                          int shard_count);

void gateway_session_begin(struct gateway_session *session, const char *id, const char *url);
void gateway_session_forget(struct gateway_session *session);

/* All that was noted has had its lasting effect: it may be kept, and is if there was news or `now` it is time to. */
void gateway_session_settled(struct gateway_session *session, int64_t now);
void gateway_session_store(struct gateway_session *session, int64_t now);

/* ---- how it ends ---- */

/* Why the bot cannot go on as it is: the close code that says so. */
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
    AFTER_PAUSE,    /* it does, but more slowly */
    AFTER_IDENTIFY, /* it is gone */
    AFTER_INVALID,  /* it is gone, by op 9: 1 to 5 s first */
    AFTER_END       /* one of the ends above: no new try as it is */
};

struct closing {
    int code;
    enum closing_after after;
    const char *why;    /* NULL if nothing is known */
    const char *advice; /* for the admin, where only the admin can help */
};

/* Any other code, and 0 for none, is the network's or a restart of the server: AFTER_RESUME. */
const struct closing *closing_of(int code);

enum { CLOSING_TEXT = 200 };
/* For the log: what it means, and what the other side said with it (may be ""). */
void closing_describe(const struct closing *closing, const char *said, char out[CLOSING_TEXT]);

/* `wait`: ms until the next try. */
void closing_log_loss(int shard, int code, const char *why, int64_t wait);
void closing_log_up(int shard, const char *by);
/* Only where: what stands there may be private. */
void closing_log_unreadable(const char *type, int position);
void closing_log_too_big(const char *type);

#endif
