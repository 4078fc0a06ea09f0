/* The networks that the configuration asks for, of whatever kind (adapters/network_kind.h); without any, the table in this
   terminal. Opens, changes and ends them; knows no network's details. */
#ifndef NETWORKS_H
#define NETWORKS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli.h"

struct network_place;
struct networks;
struct orders_verb;
struct text;

/* Adds every network to the host, connects none. NULL, and said on standard error, if there are too many. */
struct networks *networks_new(const struct config *config, const struct network_place *place);
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
/* What an admin can ask of one kind of network: "discord leave". Ended by a row without words. */
const struct orders_verb *networks_verbs(void);
/* Gives such an order to the only network of its kind. Puts a sentence; false: it was not done. */
bool networks_order(const struct networks *networks, const char *line, struct text *answer);

enum { NETWORKS_COMMANDS = 8 };
/* "tabletalk KIND ..." of each kind that has something to ask, carried out by `run`; returns how many there are. */
int networks_commands(struct cli_command commands[NETWORKS_COMMANDS], cli_run *run);
/* "tabletalk KIND setup [TITLE]" of such a kind (struct network_admin). */
int networks_check(const struct config *config, const char *kind, const char *title, FILE *out, FILE *err);

/* What each kind of network adds to the help of a command, for the man page. */
void networks_each_help(const char *command, void (*each)(void *arg, const char *network, const char *text), void *arg);

#endif
