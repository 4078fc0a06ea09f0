/* Discord's REST API for one bot: a queue of requests that goes out as fast as Discord allows and
   no faster. 429, 5xx and lost answers are waited out and tried again; interaction callbacks go
   before everything; each guild has its share of refusals. Knows nothing of what a request means.
   Never blocks; one thread. Inside: answer.c takes answers apart, quota.c counts what may go,
   rest.c has the requests that wait and decides what goes next. */
#ifndef REST_H
#define REST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct loop;
struct rest;
struct sieve_key;
struct text;

/* the most urgent first */
enum rest_lane {
    /* the first answer to an interaction: 3 s to live */
    REST_CALLBACK,
    REST_PERSON,    /* somebody waits for it: hands, answers */
    REST_TABLE,     /* boards, news */
    REST_BACKGROUND /* upkeep */
};

enum rest_outcome {
    REST_DONE,
    REST_REFUSED,
    REST_FAILED, /* it may or may not have had its effect */
    REST_DROPPED /* it had no effect: too late, cancelled, or more than REST_SHARE wait */
};

struct rest_answer {
    enum rest_outcome outcome;
    int status;          /* HTTP; 0 if none */
    int code;            /* Discord's error code; 0 if none */
    const char *message; /* for the log; never holds a token */
    const json_t *body;  /* NULL if absent. Borrowed */
    /* ask for less */
    bool is_too_large;
};

/* Called once for each request, never inside rest_send(); may send more. */
typedef void rest_done(void *arg, const struct rest_answer *answer);

#define REST_FILES "files"

/* A picture that goes along with a message and is its only attachment. All is copied. */
struct rest_picture {
    const char *name; /* "board.png" */
    const char *alt;  /* in words, for those who do not see it; at most REST_ALT code points */
    const void *png;
    size_t size; /* bytes */
};
enum { REST_ALT = 1024 };

struct rest_request {
    enum rest_lane lane;
    const char *method;
    /* with {} for ids: "/channels/{}/messages/{}". The second of /interactions, /webhooks is a
       token, outside the global limit */
    const char *route;
    const char *ids[3]; /* copied */
    const char *query;  /* "limit=50", or NULL */
    /* who bears its refusals; NULL: as the first id says, see rest_setup.guild_of */
    const char *guild;
    /* taken; NULL if absent. A message in it pings only the users its allowed_mentions lists by id,
       and its REST_FILES, [{"name": "a.txt", "text": "..."}], are sent as files */
    json_t *body;
    const struct rest_picture *picture; /* of the message in the body; NULL: none */
    /* One try, which is in nobody's way: what comes behind it does not wait for its answer, not
       even in its bucket, and whatever hinders it ends it. With the bot's token only. */
    bool is_extra;
    /* a POST that may go out twice: it has a nonce, or repeating it changes nothing. Other methods
       always may, and so may callbacks */
    bool is_repeatable;
    int64_t deadline; /* 0: none */
    rest_done *done;  /* may be NULL */
    void *arg;
    void (*forget)(void *arg); /* frees `arg` where rest_free() comes before `done`; may be NULL */
};

struct rest_setup {
    struct loop *loop;
    const char *base;    /* "https://discord.com/api/v10"; plain http on loopback only */
    const char *ca_file; /* NULL for the system's */
    const char *token;   /* copied; without "Bot " */
    const char *user_agent;
    bool follows;                   /* another process may have sent for this bot until now */
    const struct sieve_key *unread; /* NULL: none */
    /* "" if it is not known: the channel then pays for itself. NULL: none is known. */
    const char *(*guild_of)(void *arg, const char *channel);
    /* The bot's own token is dead: REST rests until rest_wake(), and what waits goes on waiting.
       `why` is for the admin. NULL: a dead token is a refusal like any other. */
    void (*token_died)(void *arg, const char *why);
    void *arg;
};

/* Of one payer at most so many wait. */
enum { REST_SHARE = 500 };

struct rest *rest_new(const struct rest_setup *setup);
/* Calls `done` no more. NULL is fine */
void rest_free(struct rest *rest);

/* copied */
void rest_wake(struct rest *rest, const char *token);
/* what goes with the bot's token waits until rest_wake() */
void rest_pause(struct rest *rest);
/* copied */
void rest_move(struct rest *rest, const char *base, const char *ca_file);

/* "key=value" lines for the admin. */
void rest_status(const struct rest *rest, struct text *out);
struct rest_tally {
    int waiting; /* requests */
    int64_t refused;
    int64_t sent, bytes; /* tries, and what their bodies had */
};
struct rest_tally rest_tally(const struct rest *rest);

/* Returns its ticket (> 0). */
uint64_t rest_send(struct rest *rest, const struct rest_request *request);

/* If it has not gone out: `done` gets REST_DROPPED, later. False: it may have had its effect. */
bool rest_cancel(struct rest *rest, uint64_t ticket);

/* Of a request that has not gone out. Takes `body` if true is returned. An edit that has to go
   again can be replaced, too; a POST that may have had its effect cannot. */
bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body);

/* A message of ours that was made with this nonce is there, whatever was answered: it does not go
   out again, and `done` gets REST_DONE with a body of just the id. */
void rest_seen(struct rest *rest, const char *nonce, const char *id);

/* Requests that wait or are under way. */
int rest_count(const struct rest *rest);

/* ---- share ---- */

struct rest_part {
    int shards, of; /* of the application */
    int networks;   /* that may have our address */
};

void rest_share(struct rest *rest, const struct rest_part *part);

#endif
