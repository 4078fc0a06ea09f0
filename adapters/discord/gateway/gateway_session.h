/* A shard's session with Discord: what a Resume needs, which dispatches were here already, and how much of it is kept for
   the next process. Knows no connection. */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

struct keep;

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

#endif
