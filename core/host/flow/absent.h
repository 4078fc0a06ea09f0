/* Who is not there, and what comes of it. */
#ifndef ABSENT_H
#define ABSENT_H

#include "session.h"

enum {
    ABSENT_SIGHT_MS = 5 * 60 * 1000,   /* out of sight for so long: absent */
    ABSENT_SILENT_MS = 30 * 60 * 1000, /* silent for so long, where the network cannot tell: absent */
    LOBBY_PERSON_MS = 10 * 60 * 1000,  /* out of sight or silent before the game: loses the seat */
    LOBBY_EMPTY_MS = 5 * 60 * 1000,    /* everybody out of sight: the table closes */
    LOBBY_SILENT_MS = 30 * 60 * 1000,  /* no word of anybody: the table closes */
    PRIVATE_MS = 30 * 60 * 1000        /* out of sight at the own private table in play: the table is set aside */
};

/* The people who sit there and are not absent. A person who left is not there. */
unsigned absent_present(const struct session *session);
/* Starts all clocks of presence anew. */
void absent_begin(struct session *session);
/* Notes that a person said or pressed something here. */
void absent_note_heard(struct session *session, const struct heard *heard);
/* The first word of a person whose seat others gave away: takes the seat back, and lets the word wait. */
bool absent_takes_back(struct session *session, const struct input *input);
void absent_set_watch(struct session *session);
void absent_watch(struct session *session);

#endif
