/* The inside of a wire, for wire.c, wire_known.c, and the tests and the fuzzer that feed it without a network. Nobody
   else includes this. */
#ifndef WIRE_INSIDE_H
#define WIRE_INSIDE_H

#include <stdarg.h>
#include <stdint.h>

#include "cap.h"
#include "isupport.h"
#include "loop.h"
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
    WIRE_BATCH_NAME = 64
};

struct wire_batch {
    char reference[WIRE_BATCH_NAME]; /* "": free */
    char type[WIRE_BATCH_NAME], label[WIRE_BATCH_NAME];
    bool is_replay;
};

struct wire {
    struct loop *loop;
    struct wire_config config; /* the strings are ours */
    wire_fn *fn;
    void *arg;

    enum wire_state state;
    char reason[WIRE_TEXT];
    char error[WIRE_TEXT]; /* the server's last words */
    int calls;             /* entries from the loop on the stack */
    bool is_doomed;        /* wire_free came inside one */

    struct transport *transport; /* NULL: behind the test door, or closed */
    struct parser *parser;
    struct line_buffer input;
    struct line_tags tags; /* of the line in the callback */
    char decoded[3 * LINE_BYTES + 1];

    struct loop_timer watchdog; /* the limit of the present state */
    struct loop_timer flush;    /* writes what this turn sent */
    struct loop_timer ending;   /* tells that it is closed */
    bool is_pinged;             /* our PING is out */

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
    char account[WIRE_NAME];                 /* logged in to; "" */
    struct wire_batch batches[WIRE_BATCHES]; /* wire_tags.c */
};

/* Ends the wire from inside: no more lines, the transport goes, WIRE_IS_CLOSED follows from the loop. The first
   reason stays. */
void wire_fail(struct wire *wire, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Queues a line whatever the state; `is_urgent` puts it before the lines that wait. `label`: NULL for none. */
enum wire_sent wire_put(struct wire *wire, bool is_urgent, const char *label, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* The first lines, when the transport is up. */
void wire_register(struct wire *wire);

/* Fills in what the tags of the line say, and follows the batches. */
void wire_read_tags(struct wire *wire, struct wire_event *event);

/* Takes knowledge from a line and answers what the wire answers by itself. */
void wire_learn(struct wire *wire, const struct wire_event *event);

/* --- the test door: a wire with no transport, in WIRE_REGISTERING --- */

struct wire *wire_new_offline(struct loop *loop, const struct wire_config *config, wire_fn *fn, void *arg);

/* As if these bytes had come from the server. */
void wire_feed(struct wire *wire, const char *bytes, int length);

/* What waits to be written; empties the queue. Valid until the next line is sent. */
const char *wire_take_output(struct wire *wire, int *length);

#endif
