/* What the operators of rooms have set ("guests=no"), and where a value comes from: the room,
   what the room lies in (the channel of a thread, a server), the configuration, or nobody. Each
   place has one row of words, which host_on_choice() keeps. Knows no sentence, and not who may
   set what. */
#ifndef ROOM_RULES_H
#define ROOM_RULES_H

#include <stdbool.h>

#include "host.h"

struct host_port;

enum room_rule {
    RULE_GAMES,
    RULE_OPEN,
    RULE_TABLES,
    RULE_CLOCK,
    RULE_THREADS,
    RULE_GUESTS,
    RULE_SAY,
    RULE_ROBOTS,
    RULE_UNDO,
    /* secret and last link are told in the room when a table is over, not only by !fair */
    RULE_PROOF,
    /* of a room alone: its threads, and other channels of its server, are no rooms of the bridge */
    RULE_BRIDGED,
    ROOM_RULES
};

/* "guests", and what holds where nobody set anything: "yes". */
extern const char *const room_rule_names[ROOM_RULES], *const room_rule_standards[ROOM_RULES];

enum rule_from { RULE_FROM_NOBODY, RULE_FROM_HOUSE, RULE_FROM_ABOVE, RULE_FROM_ROOM };
enum { RULE_VALUE = 128, RULE_PLACES = 3 /* a thread, its channel, its server */ };

/* Finds the value of a name: a rule, or the id of a game with what its tables are opened with.
   "" if nobody set it. In a private conversation only what the configuration says holds. */
enum rule_from room_rule_find(const struct host *host, const struct host_port *port,
                              const char *room, const char *name, char value[RULE_VALUE]);
/* The same, with what holds where nobody set anything. */
void room_rule_get(const struct host *host, const struct host_port *port, const char *room,
                   enum room_rule rule, char value[RULE_VALUE]);
bool room_rule_is(const struct host *host, const struct host_port *port, const char *room,
                  enum room_rule rule, const char *value);
struct room_rule_change {
    const struct host_port *port;
    const char *place, *payer; /* a room or a server; on whose behalf */
    const char *name, *value;  /* NULL forgets it there */
};
/* Sets a value; `done` says once, at once or later, whether it is saved. False, and nothing
   happens, if a place cannot have so many words. */
bool room_rule_put(struct host *host, const struct room_rule_change *to, host_chosen *done,
                   void *arg);
/* The same for the whole house, until the program ends. */
bool room_rule_put_house(struct host *host, const char *name, const char *value);
/* The room is called otherwise: what its operators set goes with it, unless something is set
   under the other name already. */
void room_rules_move(struct host *host, const struct host_port *port, const char *from,
                     const char *to);

#endif
