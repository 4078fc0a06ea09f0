/* A shard's session with Discord: what a Resume needs, which dispatches were here already, and how much of it is kept for
   the next process. Knows no connection. */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>
#include <stdint.h>

struct keep;

enum {
    SESSION_TEXT = 512,
    SESSION_KEY = 64,
    SESSION_SEEN = 64,           /* how far back a dispatch may come late, or a second time */
    SESSION_STORE_MS = 30 * 1000 /* how old the kept sequence may get while nothing of interest comes */
};

struct session_mark {
    bool is_set; /* false: nothing of this session */
    bool has_sequence;
    int64_t sequence;
};

struct session {
    char id[SESSION_TEXT], url[SESSION_TEXT]; /* id "": there is none; url "": the base URL */
    bool has_sequence;
    int64_t sequence; /* of the last dispatch */
    uint64_t seen;    /* bit n: the dispatch `sequence - n` was here */

    struct keep *keep;
    char key[SESSION_KEY];
    int shard_count;
    struct session_mark settled, stored; /* what may be kept, what is kept */
    int64_t stored_at;
    bool has_news; /* set by whoever hands on a dispatch that may have an effect */
};

/* As it was kept; none if it was one of another number of shards. `bot` names the bot in the key. */
void session_init(struct session *session, struct keep *keep, const char *bot, int shard, int shard_count);

void session_begin(struct session *session, const char *id, const char *url);
void session_forget(struct session *session);

/* Whether a dispatch is here for the first time; notes it. */
bool session_note(struct session *session, int64_t sequence);

/* All that was noted has had its lasting effect: it may be kept, and is if there was news or `now` it is time to. */
void session_settled(struct session *session, int64_t now);
void session_store(struct session *session, int64_t now);

#endif
