/* What a server can. Capability negotiation (IRCv3 CAP 302) as a state machine over words: what the
   server offers, what we ask for, what is on. And what it announces by 005. Holds no connection:
   its owner sends its lines. */
#ifndef CAP_H
#define CAP_H

#include <stdbool.h>
#include <stdint.h>

/* The capabilities that we ask for where they are offered; `sasl` only if we have an account. */
enum cap {
    CAP_ACCOUNT_NOTIFY,
    CAP_ACCOUNT_TAG,
    CAP_AWAY_NOTIFY,
    CAP_BATCH,
    CAP_CHANNEL_RENAME,
    CAP_CHGHOST,
    CAP_CHATHISTORY, /* with it servers send no replay that nobody asked for */
    CAP_EXTENDED_JOIN,
    CAP_EXTENDED_MONITOR,
    CAP_INVITE_NOTIFY,
    CAP_LABELED_RESPONSE,
    CAP_MESSAGE_TAGS,
    CAP_MULTI_PREFIX,
    CAP_SASL,
    CAP_SERVER_TIME,
    CAP_SETNAME,
    CAP_STANDARD_REPLIES,
    CAP_STANDARD_REPLIES_INSPIRCD,
    CAP_USERHOST_IN_NAMES,
    CAP_COUNT
};

struct keep;

enum { CAP_REQUESTS = 2 * CAP_COUNT, CAP_VALUE = 256 };

/* Begins with all zero but wants_sasl. */
struct caps {
    bool wants_sasl;
    bool is_listed;                  /* the whole list is here */
    uint32_t offered, enabled;       /* bit by enum cap */
    uint32_t requests[CAP_REQUESTS]; /* not answered yet, in the order in which servers answer */
    int request_count;
    /* the value of sasl: mechanisms with commas between them; "" if unknown */
    char sasl[CAP_VALUE];
    char sts[CAP_VALUE]; /* the value of sts, which is never asked for */
    bool has_sts;        /* the last line held sts */
};

typedef void caps_say_fn(void *arg, const char *line);

/* A CAP line of the server: its verb ("LS", "ACK", ...), whether more of the same list follows,
   its words. Calls `say` for each line to send. */
void cap_hear(struct caps *caps, const char *verb, bool has_more, const char *words,
              caps_say_fn *say, void *arg);

/* The list is here, and all our requests are answered. */
bool cap_is_settled(const struct caps *caps);

static inline bool caps_has(const struct caps *caps, enum cap cap)
{
    return cap < CAP_COUNT && (caps->enabled & UINT32_C(1) << cap);
}

/* --- strict transport security: if a server once said "use TLS for so long", we talk to it only
   with TLS for so long, also after a restart. Kept under the host name of the configuration. --- */

struct sts {
    int port;         /* 0 if unknown */
    int64_t duration; /* seconds; -1 if unknown */
};

/* The value of the capability, "port=6697,duration=86400": false if neither is in it. */
bool cap_sts_read(const char *value, struct sts *sts);

/* The port to use with TLS, whatever is configured; 0 without a policy that still holds. `now`:
   ms since 1970. */
int cap_sts_port(const struct keep *keep, const char *host, int64_t now);

/* What a server said over TLS, on this port: kept until `duration` is over; 0 forgets it. */
void cap_sts_keep(struct keep *keep, const char *host, int port, int64_t duration, int64_t now);

/* ---- 005: tokens and their values, some of which have defaults ---- */

/* How a network compares nicks, channels and accounts (CASEMAPPING). The value is the last
   character, from A on, that has a lower case 32 behind it. For text_fold(): compare folded
   names, show the original. */
enum casemap {
    CASEMAP_ASCII = 'Z', /* also for a mapping that we do not know */
    CASEMAP_RFC1459_STRICT = ']',
    CASEMAP_RFC1459 = '^' /* ^ is ~; the default */
};

enum { ISUPPORT_BYTES = 8192 };

/* All zero is the empty store. */
struct isupport {
    int length;
    char entries[ISUPPORT_BYTES]; /* "KEY=value" and "KEY", each ended by NUL */
};

/* Takes one token of a 005 line: "KEY", "KEY=value" (with \xNN escapes) or "-KEY". False if it
   cannot be kept: no key, or more tokens than any server has. */
bool cap_isupport_take(struct isupport *store, const char *token);

/* The value; "" if the token has none, or the default where an empty one means nothing
   ("CASEMAPPING="); NULL if it was not announced and has no default. Valid until the next
   cap_isupport_take. */
const char *cap_isupport_get(const struct isupport *store, const char *key);
enum casemap cap_isupport_casemap(const struct isupport *store);
int cap_isupport_number(const struct isupport *store, const char *key, int otherwise);

#endif
