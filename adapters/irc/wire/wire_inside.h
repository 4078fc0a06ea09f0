/* The inside of a wire, for its own files and for the tests and the fuzzer that feed it without a network. Nobody else
   includes this.

   wire.c         states, time limits, bytes in and out
   wire_config.c  the copy of what we were told
   wire_known.c   what the server's lines teach us, and our answers
   wire_login.c   SASL between CAP LS and CAP END, NickServ where there is none
   wire_nick.c    which nick we have, and how we get the one we want
   wire_tags.c    tags and batches */
#ifndef WIRE_INSIDE_H
#define WIRE_INSIDE_H

#include <stdarg.h>
#include <stdint.h>

#include "cap.h"
#include "isupport.h"
#include "loop.h"
#include "sasl.h"
#include "transport.h"
#include "wire.h"
#include "wire_line.h"
#include "wire_parser.h"

enum {
    WIRE_NAME = 128,     /* our nick, user, host */
    WIRE_TEXT = 512,     /* ERROR text, reason */
    WIRE_DIGITS = 30,    /* how many numbers we try behind our nick */
    WIRE_LABEL_TAG = 68, /* "@label=", the longest label of a line we send, a space */
    WIRE_BATCHES = 16,   /* open at a time; lines of further ones count as replayed */
    WIRE_BATCH_NAME = 64,
    SASL_INPUT = 4 * (SASL_BYTES / 3) /* base64 of the longest message */
};

struct wire_batch {
    char reference[WIRE_BATCH_NAME]; /* "": free */
    char type[WIRE_BATCH_NAME], label[WIRE_BATCH_NAME];
    bool is_replay;
};

/* wire_login.c */
struct wire_login {
    struct sasl sasl;
    bool is_running;       /* AUTHENTICATE is under way */
    bool is_identifying;   /* NickServ has our password, and we wait for the effect */
    bool has_shown_secret; /* the password was tried: once for each connection */
    bool is_done;          /* we are logged in */
    unsigned tried;        /* mechanisms, by bit */
    struct loop_timer step, work;
    char input[SASL_INPUT + 1]; /* base64 that is not complete yet */
    int input_length;
};

struct wire {
    struct loop *loop;
    struct wire_config config; /* the strings are ours */
    wire_fn *fn;
    void *arg;

    enum wire_state state;
    char reason[WIRE_TEXT];
    char error[WIRE_TEXT];   /* the server's last words */
    char refusal[WIRE_TEXT]; /* its words before those */
    bool is_unwelcome;
    int calls;      /* entries from the loop on the stack */
    bool is_doomed; /* wire_free came inside one */
    bool has_told_ready;

    int port;    /* in use: the config's, or that of the server's policy */
    bool is_tls; /* in use */
    int upgrade; /* the port that the server wants us to use with TLS, as soon as we are out of the callback; 0 */
    struct transport *transport; /* NULL: behind the test door, or closed */
    struct parser *parser;
    struct line_buffer input;
    struct line_tags tags; /* of the line in the callback */
    char decoded[3 * LINE_BYTES + 1];

    struct loop_timer watchdog; /* the limit of the present state */
    struct loop_timer flush;    /* writes what this turn sent */
    struct loop_timer ending;   /* tells that it is closed */
    int64_t minute_from;        /* what came since then, for at most a minute */
    int minute_bytes, minute_lines;
    bool is_pinged; /* our PING is out */
    bool has_heard; /* anything since */
    int64_t pinged_at;
    int lag; /* ms; -1 */

    /* Bytes for the server: queue[queue_start..queue_end). */
    char queue[WIRE_QUEUE];
    int queue_start, queue_end;
    bool is_mid_line; /* the line at queue_start is partly written */

    /* What we know (wire_known.c). */
    char nick[WIRE_NAME]; /* asked for, from 001 on ours */
    char user[WIRE_NAME], host[WIRE_NAME];
    bool is_welcome; /* 001 was here */
    int nicks_tried;
    char version[WIRE_NAME];
    struct isupport isupport;
    enum casemap casemap;
    struct caps caps;
    bool has_ended_caps;
    int64_t sts_duration; /* of the policy that this connection told; -1 */
    struct wire_login login;
    struct loop_timer regain;
    int regains;
    bool has_released;
    char account[WIRE_NAME];                 /* logged in to; "" */
    struct wire_batch batches[WIRE_BATCHES]; /* wire_tags.c */
};

/* Ends the wire from inside: no more lines, the transport goes, WIRE_IS_CLOSED follows from the loop. The first
   reason stays. */
void wire_fail(struct wire *wire, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Queues a line whatever the state; `is_urgent` puts it before the lines that wait. `label`: NULL for none. */
enum wire_sent wire_put(struct wire *wire, bool is_urgent, const char *label, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* Tells that it is ready, if it is and that was not told yet. The callback may free the wire. */
void wire_tell_ready(struct wire *wire);

/* --- wire_config.c --- */

void wire_keep_config(struct wire_config *kept, const struct wire_config *config);
void wire_free_config(struct wire_config *kept);

/* --- wire_known.c --- */

/* The first lines, when the transport is up. */
void wire_register(struct wire *wire);

/* Takes knowledge from a line and answers what the wire answers by itself. */
void wire_learn(struct wire *wire, const struct wire_event *event);

void wire_end_caps(struct wire *wire);
void wire_log_lag(const struct wire *wire);
void wire_become_ready(struct wire *wire);

/* --- wire_tags.c --- */

/* Fills in what the tags of the line say, and follows the batches. */
void wire_read_tags(struct wire *wire, struct wire_event *event);

/* --- wire_login.c --- */

typedef void wire_lesson_fn(struct wire *wire, const struct wire_event *event);

void wire_login_init(struct wire *wire);
void wire_login_fini(struct wire *wire);
bool wire_wants_login(const struct wire *wire);

/* Capabilities are agreed on: logs in, or ends the negotiation, or the wire. */
void wire_login_begin(struct wire *wire);

/* Each answer of a negotiation has its time. */
void wire_login_wait(struct wire *wire);

/* The server lets us in without a login. */
void wire_login_missed(struct wire *wire);

/* Ready, but without the account: looks now and then whether the server has SASL again. */
void wire_login_hope(struct wire *wire);

/* True: the MOTD is over, but we are not ready before NickServ knows us. */
bool wire_login_identifies(struct wire *wire);

wire_lesson_fn wire_on_authenticate, wire_on_logged_in, wire_on_logged_out, wire_on_sasl_done, wire_on_sasl_failed,
    wire_on_mechanisms, wire_on_mode;

/* --- wire_nick.c --- */

bool wire_keep_name(char *kept, const char *name); /* false: empty, or longer than any */
void wire_nick_init(struct wire *wire);
void wire_nick_begin(struct wire *wire); /* ready: asks for the nick we want, if we have another */
void wire_nick_changed(struct wire *wire);
wire_lesson_fn wire_on_nick_refused, wire_on_nick_freed;

/* --- the test door: a wire with no transport, in WIRE_REGISTERING --- */

struct wire *wire_new_offline(struct loop *loop, const struct wire_config *config, wire_fn *fn, void *arg);

/* As if these bytes had come from the server. */
void wire_feed(struct wire *wire, const char *bytes, int length);

/* What waits to be written; empties the queue. Valid until the next line is sent. */
const char *wire_take_output(struct wire *wire, int *length);

#endif
