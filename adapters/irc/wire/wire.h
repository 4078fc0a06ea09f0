/* One connection to one IRC server: from its name to a registered nick, and the lines in both
   directions. Owns the socket, TLS, registration, PING, the nick we really have and what 004 and
   005 announced. Knows nothing of joined channels, pace, reconnecting or games. Nothing blocks. A
   wire lives for one connection. The callback runs from the loop, never inside a function of this
   header, and may call all of them, also wire_free. Next: wire_state.h (its inside), line.h (bytes
   to the parts of a line), transport.h (sockets and TLS). */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "cap.h"

struct keep;
struct loop;
struct wire;

/* What it is told about the network; NULL where something is absent. */
struct wire_config {
    const char *network;
    const char *host; /* name or address, IPv6 without brackets */
    int port;
    /* TLS 1.2 or later; chain and host name are always checked */
    bool is_tls;
    const char *ca_file; /* PEM; else the CAs of this machine */
    const char *client_cert, *client_key;
    /* the server must have one of them (transport.h); chain, name and dates do not count then */
    const char *pins;
    struct keep *keep;    /* where STS policies last */
    const char *password; /* of the server (PASS); any bytes but CR, LF, NUL */
    const char *nick;
    /* ends with NULL; tried in order when `nick` is taken */
    const char *const *alternative_nicks;
    const char *user;
    const char *realname; /* says that it is a bot and who runs it */

    /* Logging in to an account of the network: by SASL, before anybody sees us. */
    const char *account, *account_password; /* a client certificate alone may do */
    /* PEM file, for ECDSA-NIST256P-CHALLENGE */
    const char *account_key;
    /* "EXTERNAL SCRAM-SHA-256 PLAIN", tried in that order; else what fits */
    const char *mechanisms;
    bool login_is_required; /* where there is an account: without it the wire closes */
    const char *nickserv;   /* whom to ask for our nick when somebody has it */
    bool identifies;        /* tell `nickserv` the password where the server has no SASL */
    const char *regain;     /* the word for that: REGAIN, RECOVER, GHOST */

    /* Milliseconds; 0 is the default in brackets. */
    int connect_ms;  /* from the start to TCP and TLS up [30000] */
    int register_ms; /* from there to the end of the MOTD [60000] */
    int idle_ms;     /* between our PINGs [90000] */
    int pong_ms;     /* nothing heard for so long after one: closed [60000] */
    int step_ms;     /* each answer in negotiation and login [15000] */
    int quit_ms;     /* how long QUIT waits for the server's goodbye [2000] */
};

/* Both configurations lead to the same connection; waiting times do not count. */
bool wire_is_same_config(const struct wire_config *a, const struct wire_config *b);

/* ---- what it tells ---- */

enum { WIRE_PARAMS = 15 };

enum wire_what {
    /* any line of the server. The wire has dealt with it already: in the callback for our own
       NICK, wire_nick is the new one */
    WIRE_LINE,
    /* once: registered, wire_nick is ours. Comes after the WIRE_LINE of the 376 or 422 */
    WIRE_IS_READY,
    WIRE_IS_CLOSED /* once, and last */
};

/* What happened. All text is valid during the callback only, and "" where nothing is told. PRIVMSG
   and NOTICE texts are well-formed UTF-8 (others are decoded from CP1252) without NUL, CR or LF,
   but may hold any other control byte. Names and other parameters are not decoded: two nicks that
   differ stay different, and a nick sent back is the nick that came. */
struct wire_event {
    enum wire_what what;
    /* Only with WIRE_LINE. */
    const char *nick; /* of the source; a server's name if it has no user and host */
    const char *user, *host;
    const char *command; /* in upper case: "PRIVMSG", "001" */
    int numeric;         /* 1 for 001; 0 for words */
    int param_count;
    const char *params[WIRE_PARAMS]; /* from param_count on: "" */

    /* From the server's own tags, and only where the capability for them is on; else "", 0 and
       false. What a client can forge ("+account") never gets here. */
    /* account-tag: who speaks; "" for nobody, or not told: wire_has(CAP_ACCOUNT_TAG) tells which */
    const char *account;
    int64_t time;      /* server-time: ms since 1970 */
    const char *msgid; /* the same id twice is the same message twice */
    /* labeled-response: what our line was labelled, also for all lines of its batch */
    const char *label;
    const char *batch; /* the reference of the batch around this line */
    /* and its type: "netsplit", "chathistory", ...; for BATCH + and - lines their own */
    const char *batch_type;
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
    WIRE_QUEUE = 65536 /* bytes that may wait for a server that does not read; then it closes */
};

enum wire_state {
    WIRE_CONNECTING,  /* name, TCP, TLS */
    WIRE_REGISTERING, /* until 376 or 422 */
    WIRE_READY,
    WIRE_QUITTING, /* QUIT is on its way */
    WIRE_CLOSED    /* wire_reason says why */
};

/* Starts to connect. Never NULL: every failure comes as WIRE_IS_CLOSED with a reason. The config
   and its strings are copied. */
struct wire *wire_new(struct loop *loop, const struct wire_config *config, wire_fn *fn, void *arg);

/* Closes at once; call wire_quit before to say goodbye. No callback follows. NULL is fine. */
void wire_free(struct wire *wire);

/* Says QUIT and closes when the server has answered or quit_ms are over. */
void wire_quit(struct wire *wire, const char *text);

enum wire_state wire_state(const struct wire *wire);

/* Why it is closed, one sentence for the admin, or the server's own ERROR text. "" before. */
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

/* The same with a label ([a-zA-Z0-9], at most 60 bytes; or NULL): whatever the server says to this
   line comes back with it, where CAP_LABELED_RESPONSE is on, or an ACK if there is nothing. */
enum wire_sent wire_send_labelled(struct wire *wire, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes what waits now instead of at the end of the turn. Calls nobody back. */
void wire_flush(struct wire *wire);

/* ---- what is known about the server and about us ---- */

const char *wire_nick(const struct wire *wire);
bool wire_is_me(const struct wire *wire, const char *nick);

/* MONITOR says whether the nick that we want is free: then we ask for it at once, else seldom. */
void wire_nick_watched(struct wire *wire, bool is_free);

/* The version word of 004 ("ngircd-26.1"), "" before. */
const char *wire_server_version(const struct wire *wire);

/* A token of 005: its value, "" if it has none, NULL if not announced; those with a default
   (CASEMAPPING, CHANTYPES, ...) are never NULL. Valid until the callback for the next 005. */
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

/* The channel of a message to `target`: "#c" for "#c" and for "@#c" (STATUSMSG), a pointer into
   `target`; NULL for a nick: the message is private. */
const char *wire_channel_of(const struct wire *wire, const char *target);

/* Bytes of text in a PRIVMSG to `target` that everybody gets whole, our nick!user@host (while that
   is unknown, the longest usual one) and framing taken off. Keep 10 in reserve. At least 0. */
int wire_room(const struct wire *wire, const char *target);

#endif
