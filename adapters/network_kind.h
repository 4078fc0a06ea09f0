/* What an adapter gives to networks.c: how many networks of its kind the configuration asks for, how one of them is opened and
   changed, and what an admin can have checked. The adapter's own file *_kind.c, which alone of it knows the configuration,
   holds one such table. Knows no network. */
#ifndef NETWORK_KIND_H
#define NETWORK_KIND_H

#include <stdbool.h>
#include <stdio.h>

struct adapter;
struct commands;
struct config;
struct host;
struct host_help;
struct keep;
struct loop;

/* Where adapters live, and what the terminal calls when its user leaves. */
struct network_place {
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct keep *keep;
    void (*leave)(void *arg);
    /* A network cannot go on before the admin has done something: `why` is for the admin. It rests until networks_change(). */
    void (*failed)(void *arg, const char *why);
    void *arg;
};

struct network_admin;
struct network_kind {
    const char *name;             /* "irc": what stands in front of ':' and the title in the name of a network */
    const char *shown;            /* "IRC" */
    const struct host_help *help; /* as in its struct host_port, for the man page; NULL: nothing */

    /* How many of them the configuration asks for, and their titles. NULL: it never does, and there is one, without a title,
       where it asks for no network at all. */
    int (*count)(const struct config *config);
    const char *(*title)(const struct config *config, int i);

    /* Opens the i-th. The configuration outlives the adapter. `kept` is for what else has to; NULL at first. */
    struct adapter *(*open)(const struct network_place *place, const struct config *config, int i, void **kept);
    void (*forget)(void *kept); /* frees it, after the adapter; NULL: nothing is kept */

    /* The i-th of another configuration has the title of this adapter. Where only a restart adds networks or takes them away,
       the adapter keeps nothing of that configuration. NULL: only a restart changes anything. */
    void (*change)(struct adapter *adapter, const struct network_place *place, const struct config *config, int i,
                   void **kept);
    bool takes_restart;

    const struct network_admin *admin; /* NULL: an admin has nothing to ask of this kind */
};

/* "tabletalk KIND ..." in a shell. */
struct network_admin {
    const char *arguments; /* for --help, as is */
    const char *help;
    /* "tabletalk KIND setup [TITLE]": tells on `out` what is well and what is missing, of all or of the one with this title.
       The exit status. Blocks: it asks the network. */
    int (*inspect)(const struct config *config, const char *title, FILE *out, FILE *err);
    /* The order that the process that runs carries out (struct adapter_ops): "discord leave", and "ID". NULL: there is none. */
    const char *order;
    const char *order_arguments;
};

#endif
