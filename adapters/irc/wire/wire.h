/* One connection to one IRC server: from its name to a registered nick, and the lines in both
   directions. Owns the socket, TLS, registration, PING, the nick we really have and what 004/005
   announced. Knows nothing of joined channels, pace, reconnecting or games, which the adapter
   deals with.

   A wire lives for one connection: when it is closed, free it and, later, make another. Nothing
   blocks. The callback runs from the loop, never inside a function of this header, and may call
   every function here, also wire_free.

   Go next to: wire_config.h (what it is told), wire_state.h (its
   inside, file by file), line.h (bytes to the parts of a line), transport.h (sockets and
   TLS by libcurl). */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "cap.h"
#include "wire_config.h"

struct loop;
struct wire;

/* ---- what it tells: a line of the server, taken apart; that it is ready; that it is closed ----
 */

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

/* ---- what it does ---- */

/* What the wire's own PING says. The PONG is delivered like any event. */
#define WIRE_PING "still-there"

enum {
    WIRE_BODY = 510,                      /* bytes of one line we send, without CR LF */
    WIRE_MINUTE_BYTES = 32 * 1024 * 1024, /* a server that sends more within a minute is left */
    WIRE_MINUTE_LINES = 400 * 1000,       /* and lines */
    WIRE_QUEUE =
        65536 /* bytes that may wait for a server that does not read; then the wire closes */
};

enum wire_state {
    WIRE_CONNECTING,  /* name, TCP, TLS */
    WIRE_REGISTERING, /* until 376 or 422 */
    WIRE_READY,
    WIRE_QUITTING, /* QUIT is on its way */
    WIRE_CLOSED    /* wire_reason says why */
};

/* Starts to connect. Never NULL: every failure, also a wrong config, comes as WIRE_IS_CLOSED
   with a reason. The config and its strings are copied. */
struct wire *wire_new(struct loop *loop, const struct wire_config *config, wire_fn *fn, void *arg);

/* Closes at once; call wire_quit before to say goodbye. No callback follows. NULL is fine. */
void wire_free(struct wire *wire);

/* Says QUIT and closes when the server has answered or quit_ms are over; at once if it has not
   let us in yet. */
void wire_quit(struct wire *wire, const char *text);

enum wire_state wire_state(const struct wire *wire);

/* Why it is closed, one sentence for the admin: "irc.example.org port 6697: the certificate is
   not ...", or the server's own ERROR text. "" before that. */
const char *wire_reason(const struct wire *wire);

/* It closed because the server refuses our account or its own password. Do not try again soon. */
bool wire_is_unwelcome(const struct wire *wire);

enum wire_sent {
    WIRE_SENT,
    WIRE_SENT_CUT, /* longer than WIRE_BODY: cut at a UTF-8 boundary */
    WIRE_NOT_SENT  /* empty, not connected, or the queue is full (then the wire closes) */
};

/* One line without its CR LF; goes out at the end of this turn of the loop, together with the
   others. CR, LF and NUL in the arguments become spaces: no text can start a second line. A
   leading PONG goes ahead of lines that wait. */
enum wire_sent wire_send(struct wire *wire, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a label ([a-zA-Z0-9], at most 60 bytes): whatever the server says to this line
   comes back with it, or an ACK if there is nothing to say. Without CAP_LABELED_RESPONSE, or
   with NULL for a label, as wire_send. */
enum wire_sent wire_send_labelled(struct wire *wire, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes what waits now instead of at the end of the turn. Calls nobody back. */
void wire_flush(struct wire *wire);

/* --- what is known about the server and about us --- */

/* The nick we have, as the server says from 001 on; also after a forced rename. */
const char *wire_nick(const struct wire *wire);
bool wire_is_me(const struct wire *wire, const char *nick);

/* MONITOR says whether the nick that we want is free: then we ask for it at once, else seldom. */
void wire_nick_watched(struct wire *wire, bool is_free);

/* The version word of 004 ("ngircd-26.1"), "" before. */
const char *wire_server_version(const struct wire *wire);

/* An ISUPPORT token of 005: its value, "" if it has none, NULL if not announced; tokens with a
   default (CASEMAPPING, CHANTYPES, MODES, NICKLEN, PREFIX, ...) are never NULL. Valid until the
   callback for the next 005. */
const char *wire_isupport(const struct wire *wire, const char *token);
int wire_isupport_number(const struct wire *wire, const char *token, int otherwise);
enum casemap wire_casemap(const struct wire *wire);

/* The server and we agreed on it in capability negotiation; may change at any line.
   CAP_LABELED_RESPONSE: and on batches, without which it is no use. */
bool wire_has(const struct wire *wire, enum cap cap);

/* How long the server took to answer our last PING, in ms; -1 if not known yet. */
int wire_lag(const struct wire *wire);
/* Lines sent since the server was last heard. wire_ask() says PING, once: an answer comes, or
   the wire closes. */
int wire_unheard(const struct wire *wire);
void wire_ask(struct wire *wire);

/* The channel a message to `target` belongs to: "#c" for "#c" and for "@#c" (STATUSMSG), a
   pointer into `target`; NULL for a nick: the message is private. */
const char *wire_channel_of(const struct wire *wire, const char *target);

/* Bytes of text in a PRIVMSG to `target` that everybody gets whole: 512 less our nick!user@host
   (while that is unknown, the longest usual one), target and framing. Keep 10 in reserve. At
   least 0. */
int wire_room(const struct wire *wire, const char *target);

#endif
