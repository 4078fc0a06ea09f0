/* What !play, !learn and !again have in common: a table opens. */
#ifndef OPENING_H
#define OPENING_H

#include "change.h"
#include "game.h"

struct lesson;

/* What a table is opened with. */
struct opening {
    const struct game *game;
    const struct lesson *lesson; /* NULL: an ordinary table */
    int options[RULESET_OPTIONS];
    int robots;
    enum robot_level level;
    enum pace pace;
    /* 1 + the seat that begins: the opener's is 0, then come the robots'; 0: by lot */
    int first;
    const char *cut;       /* NULL if nobody cuts yet */
    bool waits_for_cut;    /* who opens it wants to cut before the deal, also alone with robots */
    const struct lot *lot; /* its secret was drawn before; NULL: it is drawn now */
};

/* A new table where `heard` names its room and its opener, who pays for it, with the lines that
   come before those of its seats. The caller adds these and commits. The room has to be free;
   what was offered there before has ended. */
struct change *opening_begin(struct host *host, const struct heard *heard,
                             const struct opening *opening);

#endif
