/* What outlives a connection: the gateway's address, what a Resume needs, which dispatches have
   come already, what of that is kept for the next process, and what a close code means. Also the
   log of connections. Opens none. */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "websocket.h"

struct keep;

/* ---- where it is ---- */

enum { GATEWAY_URL = 512 };

/* Reads an address; its query is replaced by Discord's, "?v=10&encoding=json". False if it is
   neither ws:// nor wss://, or cannot be connected to. */
bool gateway_url_read(const char *text, bool compresses, struct websocket_address *url);

/* ---- the session ---- */

enum {
    GATEWAY_SESSION_TEXT = 512,
    GATEWAY_SESSION_KEY = 64,
    /* how many sequence numbers back a dispatch is recognised */
    GATEWAY_SESSION_SEEN = 64,
    GATEWAY_SESSION_STORE_MS =
        30 * 1000 /* how old the kept sequence may get while nothing of use comes */
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

/* What a session is good for, and in whose name it is kept. */
struct gateway_session_use {
    const char *bot; /* names the bot in the key */
    int shard, shard_count;
    uint32_t intents;
};
/* Reads the session that was kept, unless the number of shards or the intents have changed. */
void gateway_session_init(struct gateway_session *session, struct keep *keep,
                          const struct gateway_session_use *use);

void gateway_session_begin(struct gateway_session *session, const char *id, const char *url);
void gateway_session_forget(struct gateway_session *session);

/* The effects of all dispatches so far are saved: keeps the session if there was news, or if the
   kept one is old. */
void gateway_session_settled(struct gateway_session *session, int64_t now);
void gateway_session_store(struct gateway_session *session, int64_t now);

/* ---- how it ends ---- */

/* Close codes after which the bot cannot go on as it is. */
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
    AFTER_PAUSE,    /* the session lives; connect again more slowly */
    AFTER_IDENTIFY, /* the session is gone */
    AFTER_INVALID,  /* op 9 ended the session: wait 1 to 5 s first */
    AFTER_END       /* one of the codes above: do not try again */
};

struct closing {
    int code;
    enum closing_after after;
    const char *why;    /* NULL if nothing is known */
    const char *advice; /* for the admin, if only the admin can help */
};

/* Any other code, and 0 for none, counts as a failure of the network: AFTER_RESUME. */
const struct closing *gateway_closing_of(int code);

enum { CLOSING_TEXT = 200 };
/* For the log: what the code means, and what the other side said with it (may be ""). */
void gateway_closing_describe(const struct closing *closing, const char *said,
                              char out[CLOSING_TEXT]);

/* `wait`: ms until the next try. */
void gateway_log_loss(int shard, int code, const char *why, int64_t wait);
void gateway_log_up(int shard, const char *by);
/* Logs only where the fault is: the text may be private. */
void gateway_log_unreadable(const char *type, int position);
void gateway_log_too_big(const char *type);

#endif
