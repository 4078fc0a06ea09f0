/* What a house rule can be: the names of rules, the words and numbers they take, and the sentence
   that says each; whom the rules of a room keep from what, and what tables are opened with there.
   Knows nothing of who may set one (people/settings.c), and keeps none. */
#ifndef POLICY_H
#define POLICY_H

#include <stdbool.h>

#include "room.h"
#include "view.h"

struct game;
struct prose;

/* What somebody reads or sets. */
struct asked {
    struct host *host;
    const struct host_port *port; /* NULL for the whole house */
    const char *group;            /* or NULL */
    const char *room;             /* or NULL */
    const char *name;             /* of the rule, or the id of a game */
    int rule;                     /* -1 for a game */
    const struct game *game;      /* NULL for a rule */
};

extern const char settings_role_mark[]; /* a value that names a role begins so */

/* Finds the rule, or game, of this name, if the network has it. */
bool policy_find(struct asked *asked, const char *typed);
/* Puts the value as it is kept. False, with the reason. */
bool policy_check(const struct asked *asked, const char *typed, char kept[RULE_VALUE],
                  struct prose *why);
int policy_sentence(const struct asked *asked, enum rule_from from, const char *value);
/* "coloretto,kritters" -> "Coloretto and Colour MY Kritters". */
void policy_put_games(const char *ids, struct prose *out);

/* ---- whom rules keep from what ---- */

struct heard;
struct host;
struct text;

/* The person may not open a table of this game here: tells why. */
bool policy_forbid_opening(struct host *host, const struct heard *heard, const struct game *game);
/* No robots sit down here: tells so. */
bool policy_forbid_robots(struct host *host, const struct heard *heard);
/* Puts what tables of the game are opened with here: "match=3 clock=slow". */
void policy_put_options(const struct host *host, const struct heard *heard, const struct game *game,
                        struct text *out);

#endif
