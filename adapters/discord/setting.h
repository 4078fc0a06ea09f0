/* House rules as a panel, behind /settings: one menu with the rules, one with what the chosen rule
   can be. A choice becomes the line that an operator would have typed. All that a press is about
   stands in its custom id, so a panel works after a restart. Ids are "hc=guests": the letter, c for
   the channel or g for the server, what was pressed, the rule. */
#ifndef SETTING_H
#define SETTING_H

#include "application.h"
#include "heard.h"

struct setting {
    bool is_of_server;    /* for all channels at once */
    char rule[HOST_NAME]; /* "" before one is chosen */
    char line[HOST_TEXT]; /* "settings guests no" */
};

/* Nothing that it claims is checked. False if it is of no such panel. */
bool setting_read(const json_t *data, struct setting *out);
/* What somebody of that rank can press next in the room. New reference. */
json_t *setting_controls(const struct discord *discord, const char *room, unsigned rank,
                         const struct setting *setting);

#endif
