/* The house rules as a panel behind /settings: one menu with the rules, one with what the chosen
   rule can be. A choice becomes the line that an operator would have typed, and the host answers
   it: whether the person may is asked at every press. All that a press is about stands in its
   custom id, so a panel works after a restart, and an old one does no harm. */
#ifndef SETTINGS_PANEL_H
#define SETTINGS_PANEL_H

#include "act.h"

struct setting {
    bool is_of_server;    /* for all channels at once */
    char rule[HOST_NAME]; /* "" before one is chosen */
    char line[HOST_TEXT]; /* "settings guests no" */
};

/* Takes a press apart; nothing that it claims is checked. False if it is of no such panel. */
bool setting_read(const json_t *data, struct setting *out);
/* What can be pressed next, for somebody of this rank. New reference. */
json_t *setting_controls(const struct act *act, const struct setting *setting);

#endif
