/* How many tables are open, by who pays for them. */
#ifndef SHARES_H
#define SHARES_H

#include "session.h"

struct prose;

void shares_init(struct host *host);
void shares_fini(struct host *host);
/* false if the setting is another one */
bool shares_load_salt(struct host *host, const char *key, const char *value);
/* Salted: records are readable, and nobody's host is anybody's business. */
void shares_hash(const struct host *host, struct identity source, unsigned char out[SESSION_PAYER]);
/* Its beginning is the same for all sources of one wider net. */
void shares_payer(const struct host *host, const char *network, const char *source,
                  unsigned char out[SESSION_PAYER]);
void shares_count(struct session *session);
void shares_forget(struct session *session);
/* Of a table that is not in memory: by 1 for its opener, by -1 at its end. */
void shares_keep_aside(struct host *host, const char *network,
                       const unsigned char payer[SESSION_PAYER], int by);
/* For this person, guild or network; `why` says so. */
bool shares_refuse(struct host *host, const struct heard *heard, struct prose *why);
void shares_keep_salt(struct host *host); /* in the store; once */

/* ---- codes that people say ---- */

extern const char shares_code_letters[];
/* Random letters, with a NUL behind them. */
void shares_draw_code(char *code, int length);
/* Words that somebody said wrong: TRIES_MOST in TRIES_MS, then none is read. Bounded: who meets
   another's place takes it. */
enum { TRIES_MOST = 5, TRIES_MS = 60 * 60 * 1000, TRIES_PLACES = 256 };
struct tries {
    struct tries_of {
        uint64_t who;
        int wrong;
        int64_t since;
    } list[TRIES_PLACES];
};
/* The person, or what the person connects from. */
uint64_t shares_speaker(const struct heard *heard);
uint64_t shares_source(const struct heard *heard);
bool shares_is_locked(struct tries *tries, uint64_t who, int64_t now);
int shares_tried(struct tries *tries, uint64_t who, int64_t now); /* how often */
/* returns how many are left */
int shares_note_wrong(struct tries *tries, uint64_t who, int64_t now);

#endif
