/* House rules: what operators allow in their rooms, and the host everywhere. */
#ifndef HOST_SETTINGS_H
#define HOST_SETTINGS_H

#include <stdbool.h>

#include "heard.h"

struct host;
struct prose;

/* "": shows the rules of the room. "guests": explains one. "guests no": sets it, if the person
   may. */
void host_settings(struct host *host, const struct heard *heard, const char *words);

/* Visits the rules that this network has, and the games; and the words that a rule can be in
   this room (or NULL). Stops when `each` returns false. */
void host_each_rule(struct host *host, const char *network,
                    bool (*each)(void *arg, const char *word), void *arg);
void host_each_rule_value(struct host *host, const char *network, const char *room,
                          const char *rule, bool (*each)(void *arg, const char *word), void *arg);

/* The id of the role whose people may open tables in this room; false if the rules name none. */
bool host_opening_role(struct host *host, const char *network, const char *room,
                       char id[HOST_GROUP]);

/* The operators of this room have said that a bridge joins it to another room where we are. */
bool host_says_bridged(struct host *host, const char *network, const char *room);

/* Takes "guests no" or "heartcatchers match=3" for every room that has no value of its own, as
   the configuration says. False, with the reason. `host` NULL only checks. */
bool host_use_rule(struct host *host, const char *words, struct prose *why);

#endif
