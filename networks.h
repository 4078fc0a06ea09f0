/* The adapters that the configuration asks for: an IRC connection for each irc section, a bot for each discord section;
   without any, the table in this terminal. The only place that knows both the configuration and the adapters. */
#ifndef NETWORKS_H
#define NETWORKS_H

#include <stdbool.h>
#include <stdio.h>

struct commands;
struct config;
struct host;
struct keep;
struct loop;
struct networks;
struct text;

/* Where the adapters live, and what the terminal calls when its user leaves. `config` must outlive them. */
struct networks_place {
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct keep *keep;
    void (*leave)(void *arg);
    /* A network cannot go on before the admin has done something: `why` is for the admin. It rests until networks_change(). */
    void (*failed)(void *arg, const char *why);
    void *arg;
};

/* Adds every network to the host, connects none. NULL, and said on standard error, if there are too many. */
struct networks *networks_new(const struct config *config, const struct networks_place *place);
void networks_free(struct networks *networks); /* NULL is fine */

/* Each network begins when its tables are back. */
void networks_start(struct networks *networks);
/* The host has the tables of this network (host_on_recovered). */
void networks_are_back(struct networks *networks, const char *name);

/* Another configuration, read while running; takes it, from the heap. Connects IRC networks that are new, says good-bye
   where they are not wanted any more, changes the rest in place; of Discord's only the token changes, and those that rest try
   again: everything else there takes a restart. False, and the log says why, if
   it all does: then the old one goes on. */
bool networks_change(struct networks *networks, struct config *config_take);

/* Lets all of them say good-bye; `done` is called once, when the last has. */
void networks_stop(struct networks *networks, void (*done)(void *arg), void *arg);

/* For the admin: a paragraph for each network, its name on the first line. */
void networks_status(const struct networks *networks, struct text *out);
/* Whether there is a network of this name ("irc:libera"); puts the names of all. */
bool networks_have(const struct networks *networks, const char *name, struct text *known);
/* Gives an order to the network of this title, or, where it is NULL, to the only one of this kind ("discord"): struct
   adapter_ops. Puts a sentence; false: it was not done. */
bool networks_order(const struct networks *networks, const char *kind, const char *title, const char *words,
                    struct text *answer);

/* tabletalk discord setup: tells on `out` what is well and what is missing of the discord sections, or of the one with this title.
   The exit status. Blocks: it asks Discord. */
int networks_set_up_discord(const struct config *config, const char *title, FILE *out, FILE *err);

/* A file of the terminal's in the data folder, or NULL where nothing is kept; on the heap. */
char *networks_kept_file(const struct config *config, const char *name);

#endif
