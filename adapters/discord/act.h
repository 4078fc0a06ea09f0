/* One interaction, as every file that answers one wants it: who did it, where, and with what
   rank. */
#ifndef ACT_H
#define ACT_H

#include "application.h"

struct person;

enum { INTERACTION_COMMAND = 2, INTERACTION_COMPONENT, INTERACTION_TYPING, INTERACTION_MODAL };

struct act {
    struct discord *discord;
    const json_t *interaction, *data;
    struct person *person;
    bool is_private;   /* in direct messages, or elsewhere */
    bool is_elsewhere; /* where we are not: only this person has added us, to the own account */
    char guild[DISCORD_ID], channel[DISCORD_ID];
    char room[HOST_ROOM]; /* "<#50>"; in direct messages "@KEY", where a private table is */
    unsigned rank;
};

#endif
