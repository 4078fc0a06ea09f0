/* What main.c knows of an adapter, whichever network it speaks for: that it comes, goes and is freed. Everything else
   passes through the host. An adapter is a struct whose first member is a struct adapter; its own header has its x_new(),
   which adds its struct host_port to the host, so that its tables come back. What it hears it hands to
   commands_hear(). */
#ifndef ADAPTER_H
#define ADAPTER_H

#include <stdbool.h>

struct adapter;
struct text;

typedef void adapter_left_fn(void *arg);

struct adapter_ops {
    const char *name; /* for the log: "shell", "irc" */

    /* Begins to listen; called once, when its tables are back (host_on_recovered). Does not block: connecting goes on in the loop. */
    void (*start)(struct adapter *adapter);

    /* Begins to leave: hears nothing more, sends what waits (but not for ever: 3 s at most), says good-bye. Then calls
       `left` once, perhaps before stop returns. Posts and whispers that come after it are dropped. */
    void (*stop)(struct adapter *adapter, adapter_left_fn *left, void *arg);

    /* After `left`, or without stop() if it was never started. The host must not call its port any more. */
    void (*free)(struct adapter *adapter);

    /* How it is, for the admin: lines "key=value" that end in a newline. First "state" (in words: "up", "connecting",
       "resting"), then what is paused and until when, and what waits. No secrets. NULL: nothing to say. */
    void (*status)(struct adapter *adapter, struct text *out);

    /* Something that only this kind of network can do, for the admin: "leave ID". Puts a sentence that says what became of
       it; false: it was not done. NULL: there is nothing of that kind. */
    bool (*order)(struct adapter *adapter, const char *words, struct text *answer);
};

struct adapter {
    const struct adapter_ops *ops;
};

#endif
