/* The state of a wire, for the files of this folder: wire_state.c (lines on their way to the
   server, the end from inside, what the wire was told), login.c (registration), wire.c (what each
   line teaches, and life). At most WIRE_QUEUE bytes wait; a server that does not read them is
   left. */
#ifndef WIRE_STATE_H
#define WIRE_STATE_H

#include <stdarg.h>
#include <stdint.h>

#include "cap.h"
#include "line.h"
#include "loop.h"
#include "sasl.h"
#include "text.h"
#include "transport.h"
#include "wire.h"

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
    char reference[WIRE_BATCH_NAME]; /* "" if free */
    char type[WIRE_BATCH_NAME], label[WIRE_BATCH_NAME];
    bool is_replay;
};

struct wire_login {
    struct sasl sasl;
    bool is_running;
    bool is_identifying;   /* NickServ has our password, and we wait for the effect */
    bool has_shown_secret; /* the password was tried: once for each connection */
    bool has_answered;     /* the server was told who we are, and may refuse that */
    bool is_done;
    unsigned tried; /* mechanisms, by bit */
    struct loop_timer step, work;
    char input[SASL_INPUT + 1]; /* base64 that is not complete yet */
    int input_length;
};

typedef void wire_lesson_fn(struct wire *wire, const struct wire_event *event);

struct wire {
    struct loop *loop;
    struct wire_config config;
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

    int port; /* in use: the config's, or that of the server's policy */
    bool is_tls;
    /* the port that the server wants us to use with TLS, as soon as we are out of the callback;
       0 */
    int upgrade;
    struct transport *transport; /* NULL in tests, or if closed */
    struct parser *parser;
    struct line_buffer input;
    struct line_tags tags; /* of the line in the callback */
    char decoded[3 * LINE_BYTES + 1];

    struct loop_timer watchdog; /* the limit of the present state */
    struct loop_timer flush;
    struct loop_timer ending;
    int64_t minute_from; /* what came since then, for at most a minute */
    int minute_bytes, minute_lines;
    bool is_pinged;
    bool has_heard; /* anything since */
    int64_t pinged_at, heard_at;
    int unheard; /* lines sent since */
    int lag;     /* ms; -1 */

    /* Bytes for the server: queue[queue_start..queue_end). */
    char queue[WIRE_QUEUE];
    int queue_start, queue_end;
    bool is_mid_line; /* the line at queue_start is partly written */

    char nick[WIRE_NAME]; /* asked for, from 001 on ours */
    char user[WIRE_NAME], host[WIRE_NAME];
    bool is_welcome;
    int nicks_tried;
    char version[WIRE_NAME];
    struct isupport isupport;
    enum casemap casemap;
    const char *channel_types, *status_signs; /* of `isupport`; NULL if absent */
    struct caps caps;
    bool has_ended_caps;
    int64_t sts_duration; /* of the policy that this connection told; -1 */
    struct wire_login login;
    struct loop_timer regain;
    int regains;
    bool has_released;
    char account[WIRE_NAME]; /* logged in to; "" */
    struct wire_batch batches[WIRE_BATCHES];
};

/* Ends the wire from inside: no more lines, the transport goes, WIRE_IS_CLOSED follows from the
   loop. The first reason stays. */
void wire_fail(struct wire *wire, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Queues a line whatever the state; `is_urgent` puts it before the lines that wait. `label`:
   NULL for none. */
enum wire_sent wire_put(struct wire *wire, bool is_urgent, const char *label, const char *format,
                        va_list args) __attribute__((format(printf, 4, 0)));

/* Copies all of it, strings included, and fills in the defaults; frees the copy and wipes the
   secrets. */
void wire_keep_config(struct wire_config *kept, const struct wire_config *config);
void wire_free_config(struct wire_config *kept);

/* ---- login.c ---- */

bool wire_keep_name(char *kept, const char *name); /* false: empty, or longer than any */
void wire_nick_init(struct wire *wire);
void wire_nick_changed(struct wire *wire);
wire_lesson_fn wire_on_nick_refused, wire_on_nick_freed;

void wire_register(struct wire *wire);

void wire_login_init(struct wire *wire);
void wire_login_fini(struct wire *wire);
bool wire_wants_login(const struct wire *wire);

/* Registered, and logged in as far as we can be. */
void wire_become_ready(struct wire *wire);

void wire_login_step(struct wire *wire);

/* The server lets us in without a login. */
void wire_login_missed(struct wire *wire);

/* True if we must wait for NickServ before we are ready. */
bool wire_login_identifies(struct wire *wire);

wire_lesson_fn wire_on_cap, wire_on_authenticate, wire_on_logged_in, wire_on_logged_out,
    wire_on_sasl_done, wire_on_sasl_failed, wire_on_mechanisms, wire_on_mode;

/* ---- for tests and fuzzers ---- */

/* A wire without a transport, in WIRE_REGISTERING, that is fed by hand. */

struct wire *wire_new_offline(struct loop *loop, const struct wire_config *config, wire_fn *fn,
                              void *arg);

void wire_feed(struct wire *wire, const char *bytes, int length);

/* What waits to be written; empties the queue. Valid until the next line is sent. */
const char *wire_take_output(struct wire *wire, int *length);

#endif
