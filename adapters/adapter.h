/* What networks.c knows of an adapter, whatever its network: how to start, stop and free it.
   Everything else passes through the host. An adapter is a struct whose first member is a struct
   adapter. Its own header has its x_new(), which adds a struct host_port to the host, so that
   the tables come back. An adapter hands what it hears to commands_hear(). */
#ifndef ADAPTER_H
#define ADAPTER_H

#include <stdbool.h>
#include <stdio.h>

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

/* ---- kinds of networks ---- */

/* What an adapter gives to networks.c: how many networks of its kind the configuration asks for,
   and how to open, change and check one. The adapter's file *_kind.c holds one such table; no
   other file of the adapter knows the configuration. Knows no network. */

struct commands;
struct config;
struct easel;
struct host;
struct host_help;
struct keep;
struct loop;
struct relay;

/* Where adapters live. The terminal calls leave() when its user leaves, unheard() if nobody ever
   typed. */
struct network_place {
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct keep *keep;
    const char *only;    /* the network that this process serves, "irc:libera"; NULL for all */
    bool was_silent;     /* no process has spoken there just now */
    struct relay *relay; /* reaches the others; NULL for none */
    struct easel *easel; /* draws pictures; NULL: none are shown */
    /* the first line said in the terminal, "play heartcatchers"; may be NULL */
    const char *play;
    void (*leave)(void *arg);
    void (*unheard)(void *arg);
    /* The network rests until networks_change(), for the admin has to act first: `why` tells
       how. */
    void (*failed)(void *arg, const char *why);
    void *arg;
};

struct network_admin;
struct network_kind {
    const char *name; /* "irc": a network is named "irc:TITLE" */
    const char *shown;
    const struct host_help *help; /* as in its struct host_port, for the man page; may be NULL */

    bool (*key_lasts)(const char *key); /* it names a person for good; NULL if all keys do */
    /* What struct host_port says of the i-th network of this kind. NULL: lines are cheap on all. */
    bool (*has_dear_lines)(const struct config *config, int i);
    /* it asks for what people can press (posts.h), so other processes tell it */
    bool draws_panels;

    /* How many networks of this kind the configuration asks for, and their titles. Both are NULL
       for the terminal, which has no title and is opened if the configuration asks for no
       network. */
    int (*count)(const struct config *config);
    const char *(*title)(const struct config *config, int i);

    /* Opens the i-th network. The configuration outlives the adapter. *kept, NULL at first, is
       for what else has to outlive the adapter. */
    struct adapter *(*open)(const struct network_place *place, const struct config *config, int i,
                            void **kept);
    void (*forget)(void *kept); /* frees `kept`, after the adapter; may be NULL */

    /* Applies another configuration, whose i-th network has the title of this adapter, which
       keeps nothing of the one before. NULL for the terminal. */
    void (*change)(struct adapter *adapter, const struct network_place *place,
                   const struct config *config, int i, void **kept);

    const struct network_admin *admin; /* NULL if an admin can ask nothing of this kind */
};

struct network_picture {
    const char *name; /* of two characters */
    const void *png;
    size_t size;
};

enum network_answer {
    NETWORK_VALUE,
    NETWORK_LIST,
    NETWORK_SECRET, /* typed unseen, and kept in a file of its own */
    NETWORK_SELDOM, /* nobody is asked for it */
    NETWORK_TOP     /* stands at the top of the file, and is asked where that is new */
};

enum { NETWORK_QUESTIONS = 12 }; /* at most, of one kind, with the row that ends them */
/* What somebody is asked, or says by an argument, who writes the section of a new network. */
struct network_question {
    const char *argument, *value; /* "--nick", "NICK" */
    const char *asked;
    const char *option; /* of the section; NULL ends a table */
    const char *usual;  /* an empty answer means it; "": nothing is written; NULL: it is needed */
    enum network_answer kind;
    const char *only_with; /* asked only if this option was answered; NULL: always */
};

/* The command "tabletalk KIND ..." of an admin in a shell. */
struct network_admin {
    const char *arguments; /* as --help shows them */
    const char *help;
    const char *title; /* of a new network, if nobody says another */
    const struct network_question *questions;
    /* "tabletalk KIND setup [TITLE]": checks all networks, or the one with this title, and tells
       on `out` what is well and what is missing. Returns the exit status. Blocks: it asks the
       network. */
    int (*inspect)(const struct config *config, const char *title, FILE *out, FILE *err);
    /* "tabletalk KIND cards [TITLE]": gives these pictures of the cards to the same networks,
       and notes in the data folder which pictures each network has. Returns the exit status.
       Blocks. NULL if the kind shows no pictures. */
    int (*upload)(const struct config *config, const char *title,
                  const struct network_picture *pictures, int count, FILE *out, FILE *err);
    /* An order that the running process carries out (struct adapter_ops): "discord leave", with
       "ID". NULL if absent. */
    const char *order;
    const char *order_arguments;
};

#endif
