/* What Discord's answers teach: the limits of a bucket, and its budget of refused requests, with
   who may use how much of that. Pure: the time is an argument in milliseconds of any one clock. */
#ifndef LEARNED_H
#define LEARNED_H

#include <stdbool.h>
#include <stdint.h>

struct answer;
struct quota;
struct quota_route;
struct refusals;
struct text;

/* ---- limits ---- */

/* An answer whose limit concerns the whole bot or everything that comes from this address. */
bool quota_is_for_all(const struct answer *answer);
/* The request was answered; `answer` is NULL if no answer came. */
void quota_end(struct quota *quota, struct quota_route *route, const struct answer *answer,
               int64_t now);

/* ---- who shares the application with us ---- */

/* We run `own` of the `all` shards of the application: others use the rest of what it may send. */
void quota_share(struct quota *quota, int own, int all);
/* Another process may have sent for this bot until now: QUOTA_AT_FIRST may go at once, the
   others in a second. */
void quota_follow_another(struct quota *quota, int64_t now);

/* ---- refusals: who may cause how many ---- */

enum {
    REFUSALS_MS = 600000, /* Discord counts over these */
    /* all networks of a configuration, which may have one address; Discord bans at 10,000 */
    REFUSALS_ADDRESS = 9000,
    /* for everybody together, a tenth of that, or less (refusals_divide) */
    REFUSALS_POOL = 1000,
    /* answers to interactions, which carry their own tokens, go on until then */
    REFUSALS_POOL_TOKENS = 1500,
    /* from here on only those without a refusal in REFUSALS_CLEAN_MS go on */
    REFUSALS_HALF = REFUSALS_POOL / 2,
    REFUSALS_SHARE = REFUSALS_POOL / 50, /* of one payer */
    REFUSALS_CLEAN_MS = 3600000,
    REFUSALS_PAYERS =
        REFUSALS_POOL_TOKENS * (REFUSALS_CLEAN_MS / REFUSALS_MS) /* remembered at most */
};

/* A refusal that is nobody's in particular, such as a limit of the whole bot: it counts in the
   pool alone. */
static const uint64_t REFUSALS_NOBODY = 0;

struct refusals *refusals_new(void);
void refusals_free(struct refusals *refusals); /* NULL is fine */
/* So many networks share REFUSALS_ADDRESS: from seven on all bounds above are lower, but that of
   a payer by half at most. */
void refusals_divide(struct refusals *refusals, int networks);

/* Whether Discord counts this answer: 401, 403, and 429 unless its limit is shared with others. */
bool refusals_counts(const struct answer *answer);

void refusals_note(struct refusals *refusals, uint64_t payer, int64_t now);
/* The same for an answer that counts: one that concerns the whole bot is no payer's. Logs each
   pause once. */
void refusals_hear(struct refusals *refusals, const struct answer *answer, uint64_t payer,
                   int64_t now);

/* Milliseconds until a request of this payer may go; 0: now. */
int64_t refusals_wait(const struct refusals *refusals, uint64_t payer, bool has_own_token,
                      int64_t now);

/* Within the last REFUSALS_MS: of everybody. */
int refusals_count(const struct refusals *refusals, int64_t now);

/* Payers that have used up their share: how many, and the id of one of them. */
int refusals_paused(const struct refusals *refusals, int64_t now, uint64_t *one);

/* How it is, for the admin: "key=value" lines. */
void refusals_status(const struct refusals *refusals, int64_t now, struct text *out);

#endif
