/* The door for the admin of this machine: a UNIX socket in the data folder. Whoever runs as our user writes one line, an
   order, and reads lines until the end. Knows bytes and clients, not what orders there are: orders.c does. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

struct control;
struct control_call;
struct loop;
struct text;

enum {
    CONTROL_CLIENTS = 4,       /* at a time; another one waits in the kernel's queue, of the same length */
    CONTROL_ORDER = 64 * 1024, /* bytes of an order */
    CONTROL_ASK_MS = 10000,    /* to write the order */
    CONTROL_READ_MS = 60000,   /* in which a client has to take something of its answer */
    CONTROL_QUIET_MS = 60000,  /* between two lines of the log about strangers who were refused */
    CONTROL_FULL = 512 * 1024  /* bytes that wait for a client; who has more to put waits for control_when_empty */
};

/* An order has come. Answer with control_put until control_end, then or later. */
typedef void control_hear(void *arg, struct control_call *call, const char *order);

/* Listens in `folder`, which is locked for this process: what an earlier one left there is removed. NULL with a sentence
   for the admin in `why`. */
struct control *control_new(struct loop *loop, const char *folder, control_hear *hear, void *arg, struct text *why);
/* Calls that have not ended are dropped. NULL is fine. */
void control_free(struct control *control);

/* One line of the answer; `is_error`: it goes to the admin's standard error. Dropped when the client is gone. */
void control_put(struct control_call *call, bool is_error, const char *line);
/* The exit status for the admin's shell. The call must not be used any more. */
void control_end(struct control_call *call, int status);

/* Calls `fn` once, when everything put so far has been taken, or the client is gone; never inside this call. */
void control_when_empty(struct control_call *call, void (*fn)(void *arg), void *arg);
bool control_is_gone(const struct control_call *call);

/* ---- the other side, in another process. Blocks. ---- */

enum { CONTROL_NOBODY = -1 }; /* no process has the folder */

/* Hands the order to the process that runs with this folder and writes its answer to the two streams of this process. The
   exit status; CONTROL_NOBODY if none runs. */
int control_ask(const char *folder, const char *order);

#endif
