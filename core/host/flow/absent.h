/* Who is not there any more. A network says since when a person is out of sight (absent_since of its port); where it
   cannot tell, the person's last word counts. */
#ifndef ABSENT_H
#define ABSENT_H

#include "session.h"

enum {
    ABSENT_SIGHT_MS = 5 * 60 * 1000,   /* out of sight for so long: absent */
    ABSENT_SILENT_MS = 30 * 60 * 1000, /* silent for so long, where the network cannot tell: absent */
    LOBBY_PERSON_MS = 10 * 60 * 1000,  /* out of sight or silent before the game: loses the seat */
    LOBBY_EMPTY_MS = 5 * 60 * 1000,    /* everybody out of sight: the table closes */
    LOBBY_SILENT_MS = 30 * 60 * 1000,  /* no word of anybody: the table closes */
    PRIVATE_MS = 30 * 60 * 1000,       /* out of sight at the own private table in play: the table is set aside */
    UNTOLD_MS = 24 * 60 * 60 * 1000    /* the same behind a restart, until the person has said a word */
};

/* The people who sit there and are not absent. A person who left is not there. */
unsigned absent_present(const struct session *session);
/* Starts all clocks of presence anew, and those of turns. */
void absent_begin(struct session *session);
/* Of a private table whose person does not know yet that it is back: those of presence alone. Nobody may ever come. */
void absent_begin_untold(struct session *session);
/* Notes that a person said or pressed something here. */
void absent_note_heard(struct session *session, const struct heard *heard);
void absent_set_watch(struct session *session);

/* A person who has not left, whether they are there or not. */
bool absent_has_person(const struct seat *seat);
/* Since when the person is out of sight: 0 if in sight, -1 if unknown. A word from out of sight counts, and while
   clocks are held (a netsplit) nobody's clock runs. */
int64_t absent_since(const struct session *session, const struct seat *seat);
/* The time from which the person counts as absent, if nothing changes. INT64_MAX if in sight. */
int64_t absent_from(const struct session *session, const struct seat *seat);
/* Since when the last of the people is out of sight. -1 if somebody may be in sight, or nobody sits there. */
int64_t absent_all_since(const struct session *session);
/* When the private table in play is set aside, if nothing changes. INT64_MAX if somebody may be in sight. */
int64_t absent_forsaken_at(const struct session *session);
/* When the person loses a seat in the lobby, if nothing changes. */
int64_t absent_gets_up_at(const struct session *session, const struct seat *seat);

#endif
