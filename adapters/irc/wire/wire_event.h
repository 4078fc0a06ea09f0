/* What a wire tells: a line of the server, taken apart; that we are registered; that the
   connection is closed. */
#ifndef WIRE_EVENT_H
#define WIRE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

struct wire;

enum { WIRE_PARAMS = 15 }; /* of one line */

enum wire_what {
    /* a line of the server, also PING, 001 and so on. The wire has dealt with it already: in the
       callback for our own NICK, wire_nick is the new one */
    WIRE_LINE,
    /* once: registered, wire_nick is ours. Comes after the WIRE_LINE of the 376 or 422 */
    WIRE_IS_READY,
    WIRE_IS_CLOSED /* once, and last */
};

/* What happened. All text is valid during the callback only, and never NULL. Text is as it came
   from the network: PRIVMSG and NOTICE texts are well-formed UTF-8 (others are decoded from
   CP1252) without NUL, CR or LF, but may hold any other control byte (CTCP arrives as it is,
   \x01 and all). Names and other parameters are not decoded: two nicks that differ stay
   different, and a nick sent back is the nick that came. */
struct wire_event {
    enum wire_what what;
    /* Only with WIRE_LINE; all empty otherwise. */
    /* of the source; a server's name if it has no user and host; "" if the line has no source */
    const char *nick;
    const char *user;    /* "" if not told */
    const char *host;    /* "" if not told */
    const char *command; /* in upper case: "PRIVMSG", "001" */
    int numeric;         /* 1 for 001; 0 for words */
    int param_count;
    const char *params[WIRE_PARAMS]; /* from param_count on: "" */

    /* From the server's own tags, and only where the capability for them is on; else "", 0 and
       false. What a client can forge ("+account") never gets here. */
    const char
        /* account-tag: who speaks; "" for nobody, or not told: wire_has(CAP_ACCOUNT_TAG) tells
           which */
        *account;
    int64_t time;      /* server-time: ms since 1970 */
    const char *msgid; /* the same id twice is the same message twice */
    /* labeled-response: what our line was labelled, also for all lines of its batch */
    const char *label;
    const char *batch; /* the reference of the batch around this line */
    const char
        /* and its type: "netsplit", "netjoin", "chathistory", ...; for BATCH + and - lines their
           own */
        *batch_type;
    bool is_bot;    /* bot mode: never answer */
    bool is_replay; /* history, or in a batch that we do not know: it must execute nothing */
};

typedef void wire_fn(void *arg, struct wire *wire, const struct wire_event *event);

#endif
