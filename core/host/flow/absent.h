/* What follows when people are not there any more, and when to look again. Who is there says
   presence.h. */
#ifndef ABSENT_H
#define ABSENT_H

#include "session.h"

enum {
    LOBBY_PERSON_MS = 10 * 60 * 1000, /* out of sight or silent before the game: loses the seat */
    LOBBY_EMPTY_MS = 5 * 60 * 1000,   /* everybody out of sight: the table closes */
    LOBBY_SILENT_MS = 30 * 60 * 1000, /* no word of anybody: the table closes */
    /* out of sight at the own private table in play: the table is set aside */
    PRIVATE_MS = 30 * 60 * 1000,
    UNTOLD_MS =
        24 * 60 * 60 * 1000 /* the same behind a restart, until the person has said a word */
};

/* Starts all clocks of presence anew, and those of turns. */
void absent_begin(struct session *session);
/* Of a private table whose person does not know yet that it is back: those of presence alone.
   Nobody may ever come. */
void absent_begin_untold(struct session *session);
/* Notes that a person said or pressed something here. */
void absent_note_heard(struct session *session, const struct heard *heard);
void absent_set_watch(struct session *session);

/* Nobody watches the table: it makes room for another one. Slow tables never do. */
bool absent_gives_way(const struct session *session);
/* When the private table in play is set aside, if nothing changes. INT64_MAX if somebody may be
   in sight. */
int64_t absent_forsaken_at(const struct session *session);
/* When the person loses a seat in the lobby, if nothing changes. */
int64_t absent_gets_up_at(const struct session *session, const struct seat *seat);

#endif
