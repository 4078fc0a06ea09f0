/* What a house rule can be: the names of rules, the words and numbers they take, and the
   sentence that says each. Knows nothing of who may set one, and keeps none. */
#ifndef SETTINGS_VALUES_H
#define SETTINGS_VALUES_H

#include <stdbool.h>

#include "room_rules.h"
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
bool settings_find(struct asked *asked, const char *typed);
/* Puts the value as it is kept. False, with the reason. */
bool settings_check(const struct asked *asked, const char *typed, char kept[RULE_VALUE],
                    struct prose *why);
enum string settings_sentence(const struct asked *asked, enum rule_from from, const char *value);
/* "coloretto,kritters" -> "Coloretto and Colour MY Kritters". */
void settings_put_games(const char *ids, struct prose *out);

#endif
