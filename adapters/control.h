/* How the admin of this machine asks a running tabletalk: a UNIX socket in the data folder. A
   client that runs as the same user or as root writes one line, an order, and reads lines until
   the end. Knows bytes and clients; order_book.c knows the orders. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>
#include <stdio.h>

struct control;
struct control_call;
struct loop;
struct text;

enum {
    /* at a time; who comes then has the place of the oldest that only waits (control.c) */
    CONTROL_CLIENTS = 8,
    CONTROL_ORDER = 64 * 1024,
    CONTROL_ASK_MS = 10000,   /* a client has so long to write its order */
    CONTROL_READ_MS = 60000,  /* and so long to take the next bytes of its answer */
    CONTROL_QUIET_MS = 60000, /* between two log lines about refused strangers */
};

/* An order has come. Answer it with control_put, now or later, and finish with control_end. */
typedef void control_hear(void *arg, struct control_call *call, const char *order);

/* Listens in `folder`, which is locked for this process, and removes the socket that an earlier
   process left there. NULL on failure, with a sentence for the admin in `why`. */
struct control *control_new(struct loop *loop, const char *folder, control_hear *hear, void *arg,
                            struct text *why);
/* Drops calls that have not ended. NULL is fine. */
void control_free(struct control *control);

/* Puts one line of the answer, to the admin's standard error if is_error. Drops it if the client
   is gone. */
void control_put(struct control_call *call, bool is_error, const char *line);
/* Ends the answer with the exit status for the admin's shell. The call must not be used any
   more. */
void control_end(struct control_call *call, int status);

/* Calls `fn` once, when the client has taken everything put so far or is gone; never inside this
   call. */
void control_when_empty(struct control_call *call, void (*fn)(void *arg), void *arg);
bool control_is_gone(const struct control_call *call);

/* ---- the client's side, in another process; blocks ---- */

enum { CONTROL_NOBODY = -1 }; /* no process runs with this folder */

/* Sends the order to the process that runs with this folder and copies its answer. Returns the
   exit status, or CONTROL_NOBODY. */
int control_ask(const char *folder, const char *order, FILE *out, FILE *err);

#endif
