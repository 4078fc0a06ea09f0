/* What networks.c knows of an adapter, whatever its network: how to start, stop and free it.
   Everything else passes through the host. An adapter is a struct whose first member is a struct
   adapter. Its own header has its x_new(), which adds a struct host_port to the host, so that
   the tables come back. An adapter hands what it hears to commands_hear(). */
#ifndef ADAPTER_H
#define ADAPTER_H

#include <stdbool.h>

struct adapter;
struct figures;
struct text;

typedef void adapter_left_fn(void *arg);

struct adapter_ops {
    const char *name; /* for the log: "shell", "irc" */

    /* Begins to listen. Called when the tables of this network are back (host_on_recovered), and
       again if the network comes back after stop(). Does not block: the loop goes on connecting. */
    void (*start)(struct adapter *adapter);

    /* Begins to leave: hears nothing more, sends what waits (for 3 s at most), says good-bye.
       Then calls `left` once, perhaps before stop() returns. Drops posts and whispers from then
       on. */
    void (*stop)(struct adapter *adapter, adapter_left_fn *left, void *arg);

    /* Called after `left`, or without stop() if the adapter never started. The host must not
       call the port any more. */
    void (*free)(struct adapter *adapter);

    /* Puts the state for the admin, in lines "key=value": first "state" ("up", "connecting",
       "resting"), then what is paused and until when, and what waits. No secrets. NULL if there
       is nothing to say. */
    void (*status)(struct adapter *adapter, struct text *out);

    /* Puts the network's figures onto a page (base/figures.h), under its name as the host has
       it. NULL if it has none. */
    void (*figures)(struct adapter *adapter, struct figures *figures);

    /* Does what only this kind of network can do for the admin ("leave ID") and puts a sentence
       about the outcome. False if nothing was done. NULL if the kind has no orders. */
    bool (*order)(struct adapter *adapter, const char *words, struct text *answer);
};

struct adapter {
    const struct adapter_ops *ops;
};

#endif
