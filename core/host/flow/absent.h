/* Inside the host: who is not there, and what comes of it. */
#ifndef ABSENT_H
#define ABSENT_H

#include "session.h"

enum {
    ABSENT_SIGHT_MS = 5 * 60 * 1000,   /* absent is who is out of sight for so long, */
    ABSENT_SILENT_MS = 30 * 60 * 1000, /* or silent, where the network does not say who is there */
    LOBBY_PERSON_MS = 10 * 60 * 1000,  /* out of sight or silent, before the game: gets up */
    LOBBY_EMPTY_MS = 5 * 60 * 1000,    /* everybody is out of sight: the table is closed */
    LOBBY_SILENT_MS = 30 * 60 * 1000,  /* since the last word of anybody */
    PRIVATE_MS = 30 * 60 * 1000        /* out of sight at one's own private table in play: it is set aside */
};

/* The people who sit there and are not absent; those who left are not there. */
unsigned absent_present(const struct session *session);
/* All clocks of presence begin now. */
void absent_begin(struct session *session);
/* Somebody said or pressed something here. */
void absent_note_heard(struct session *session, const struct heard *heard);
/* The first word of somebody whose seat others gave away: it is being taken back, and the word waits. */
bool absent_takes_back(struct session *session, const struct input *input);
void absent_set_watch(struct session *session);
void absent_watch(struct session *session);

#endif
