/* One HTTP answer of Discord, read as its bytes arrive: status, the limits in its headers, the
   JSON body; and what it means for the request. No socket, no clock. Values that make no sense
   count as absent. */
#ifndef ANSWER_H
#define ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http.h"
#include "json.h"

struct answer;

enum {
    ANSWER_BODY_MAX = 8 * 1024 * 1024, /* bytes; a list of 100 long messages has fewer */
    ANSWER_MESSAGE = 512,
    ANSWER_BUCKET = 128,
    ANSWER_LONGEST_WAIT = 24 * 60 * 60 * 1000 /* ms; longer waits are not believed */
};

enum answer_scope { ANSWER_UNSCOPED, ANSWER_USER, ANSWER_GLOBAL, ANSWER_SHARED };

struct answer {
    int status;                 /* HTTP; 0 if none came */
    char bucket[ANSWER_BUCKET]; /* "" if not said */
    int remaining;              /* -1 if not said */
    int64_t reset_after;        /* ms, rounded up; -1 if not said */
    int64_t retry_after;        /* ms, of the body or else the header; -1 if not said */
    enum answer_scope scope;    /* of a 429 */
    json_t *json;               /* the body; NULL if absent or not JSON */
    bool is_unreadable;
    bool is_too_large; /* more than json.h lets through; asking again would not help */
    int code;          /* Discord's error code; 0 if none */
    char message[ANSWER_MESSAGE];

    struct sieve body; /* as it arrives, without what nobody reads */
    size_t length;     /* of all of it */
};

/* An answer that has not come yet. */
#define ANSWER_NONE(keys)                                                                          \
    ((struct answer){.remaining = -1, .reset_after = -1, .retry_after = -1, .body.unread = (keys)})
void answer_fini(struct answer *answer);

/* For http_send(). If none came, its status is 0 and its message says why. */
extern const struct http_reader answer_reader;

/* With or without its line end. A status line begins the answer anew. */
void answer_header(struct answer *answer, const char *line, size_t length);

/* False if it is longer than an answer may be: read no further. */
bool answer_bytes(struct answer *answer, const char *bytes, size_t length);

/* All has come: reads the body. */
void answer_end(struct answer *answer);

/* ---- what it means for the request ---- */

enum verdict {
    VERDICT_DONE,
    VERDICT_REFUSED,
    VERDICT_WAIT,  /* any request goes again */
    VERDICT_AGAIN, /* it may have acted, or never heard of it */
    VERDICT_TOKEN_DEAD
};

struct verdict_case {
    bool is_token_route;
    bool is_callback;
    bool was_sent; /* an earlier try may have reached Discord */
};

/* `answer->status` 0: none came. */
enum verdict answer_verdict(const struct verdict_case *what, const struct answer *answer);

/* Where the server gave none, what the status says on that route; 0: nothing. */
int answer_code_of(const char *route, const struct answer *answer);

/* It has expired, or Discord never knew it. */
bool answer_spends_token(const struct verdict_case *what, const struct answer *answer);

enum { VERDICT_TRIES = 5 };

/* Milliseconds before the next try, after `tries` failed: doubling, with jitter from `dice`. A
   callback, which has three seconds to live, is in more of a hurry. */
int64_t answer_backoff(int tries, bool is_callback, uint32_t dice);

/* ---- codes of Discord's errors ---- */

enum {
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_GUILD = 10004,
    CODE_UNKNOWN_MESSAGE = 10008,
    CODE_UNKNOWN_WEBHOOK = 10015,
    CODE_UNKNOWN_INTERACTION = 10062,
    /* the message has to be posted anew */
    CODE_OLD_EDITS = 30046,
    CODE_UNAUTHORIZED = 40001, /* some servers send it with another status */
    CODE_TOO_MANY = 40003,
    CODE_ALREADY_ANSWERED = 40060,
    CODE_NO_ACCESS = 50001,
    CODE_CANNOT_DM = 50007,
    CODE_NO_PERMISSION = 50013,
    CODE_INVALID_TOKEN = 50014,
    CODE_BAD_FORM = 50035,
    CODE_ARCHIVED = 50083,
    CODE_NO_COMMON_GUILD = 50278,
    CODE_NO_HISTORY = 160002,
    CODE_LOCKED = 160005,
};

#endif
