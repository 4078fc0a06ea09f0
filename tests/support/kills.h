/* A story of what people say at the table in "#g", told once without kills and once for each
   moment at which the bot can be killed in a step: what is saved comes to the same, and nothing
   is done twice. */
#ifndef KILLS_H
#define KILLS_H

#include <stdbool.h>

#include "text.h"

enum kill_at { NEVER, UNSAVED, UNTOLD, TOLD };

struct kills_step {
    int who; /* as begin() has put the people */
    const char *text, *told;
    bool is_told_again; /* by itself after a kill before it was told */
    const char *also;   /* what else is then; NULL: nothing */
};

struct kills_story {
    const struct kills_step *steps;
    int count;
    bool is_private;                     /* all is said in private */
    unsigned rank;                       /* of all who say it */
    void (*begin)(const char **people);  /* deals in an open house; who says the steps */
    void (*put_state)(struct text *out); /* all that must be the same */
};

/* In an open house, which is opened anew for each moment. */
void kills_expect_nothing_lost(void **state, const struct kills_story *story);

#endif
