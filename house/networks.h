/* The networks that the configuration asks for, of whatever kind (adapters/adapter.h), or
   the table in this terminal if it asks for no network. Opens, changes and ends them; knows no
   network's details. */
#ifndef NETWORKS_H
#define NETWORKS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli.h"

struct figures;
struct network_kind;
struct network_place;
struct networks;
struct order_verb;
struct text;

/* The names of the networks that the configuration asks for. Returns how many. */
enum { NETWORKS_NAME = 64 };
int networks_names(const struct config *config, char (*names)[NETWORKS_NAME], int most);

/* False, with a sentence on standard error, if it asks for too many. */
bool networks_fit(const struct config *config);
/* Adds every network to the host; connects none. NULL if they do not fit. */
struct networks *networks_new(const struct config *config, const struct network_place *place);
void networks_free(struct networks *networks);

/* Starts each network as soon as its tables are back. */
void networks_start(struct networks *networks);
void networks_are_back(struct networks *networks, const char *name);

/* Applies another configuration, read while running, and owns it from now on. Networks that are
   new connect, those that are missing say good-bye, the others change in place, or connect anew
   if they have to, and try again if they rest. False if only a restart can apply the
   configuration: the log says why, and the old one stays. */
bool networks_change(struct networks *networks, struct config *config_take);

/* Lets all networks say good-bye; calls `done` once, after the last. */
void networks_stop(struct networks *networks, void (*done)(void *arg), void *arg);

/* Puts a paragraph for the admin about each network, its name on the first line. */
void networks_status(const struct networks *networks, struct text *out);
void networks_put_figures(const struct networks *networks, struct figures *figures);
/* True if this process serves a network of this name ("irc:libera"). Puts the names of all into
   `known`. */
bool networks_have(const struct networks *networks, const char *name, struct text *known);
/* The orders that networks carry out ("discord leave"). A row without words ends them. */
const struct order_verb *networks_verbs(void);
/* Gives such an order to the only network of its kind and puts a sentence about the outcome.
   False if nothing was done. */
bool networks_order(const struct networks *networks, const char *line, struct text *answer);

enum { NETWORKS_COMMANDS = 8 };
/* Puts a command "tabletalk KIND ..." for each kind that an admin can ask; `run` carries it out.
   Returns how many. */
int networks_commands(struct cli_command commands[NETWORKS_COMMANDS], cli_run *run);
/* What "tabletalk KIND setup" takes of a new network, in the order of the kind's questions. */
const struct argument *networks_arguments(const struct network_kind *kind);
/* The kind whose name is the first word of the line. NULL if unknown. */
const struct network_kind *networks_kind(const char *line);

/* Puts every command of the chat into the man page, with what each kind of network adds to its
   help. */
void networks_put_chat_commands(FILE *out);

#endif
