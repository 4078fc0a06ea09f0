/* The clocks of people whom the table waits for: reminders, then a robot until they are back; more
   time from others; and a pause that all of them want. At a live table a person is called after 3
   minutes, gets a private word after 4, and a robot plays from the fifth on. At a slow one the
   word comes after 38 hours, the robot after 48. A person out of reach gets 10 minutes, or 24
   hours, more. No clock runs where at most one person plays, in real time, or before people can
   read what they are asked. Each person has one clock at each table. For one turn it nudges twice
   at most, also where others give more time. */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "session.h"

struct host;
struct row_kind;
struct session;

extern const struct row_kind deadline_row;
void deadline_fini(struct host *host);
void deadline_forget(struct session *session);

/* ---- clocks of people ---- */

void deadline_run(struct session *session);

/* ---- people who are not there any more (presence.h says who is) ---- */

enum {
    LOBBY_PERSON_MS = 10 * 60 * 1000, /* out of sight or silent before the game: loses the seat */
    LOBBY_EMPTY_MS = 5 * 60 * 1000,   /* everybody out of sight: the table closes */
    LOBBY_SILENT_MS = 30 * 60 * 1000, /* no word of anybody: the table closes */
    /* out of sight at the own private table in play: the table is set aside */
    PRIVATE_MS = 30 * 60 * 1000,
    UNTOLD_MS =
        24 * 60 * 60 * 1000 /* the same behind a restart, until the person has said a word */
};

/* Of presence, and of turns. */
void deadline_absent_begin(struct session *session);
/* Those of presence alone: its person does not know yet that it is back, and may never come. */
void deadline_absent_begin_untold(struct session *session);
/* A table that is back can be told to somebody: its clocks run. No effect if they do. */
void deadline_wake(struct session *session);
void deadline_absent_note_heard(struct session *session, const struct heard *heard);
/* It looks for players on the slow clock: nobody has to stay where it is for that. */
bool deadline_is_patient(const struct session *session);
void deadline_absent_set_watch(struct session *session);

/* Nobody watches it. Slow tables never do. */
bool deadline_absent_gives_way(const struct session *session);
/* If nothing changes. INT64_MAX if somebody may be in sight. */
int64_t deadline_absent_forsaken_at(const struct session *session);
/* If nothing changes. */
int64_t deadline_absent_gets_up_at(const struct session *session, const struct seat *seat);

/* ---- alarms of games, and the pace of robots in real time ---- */

/* An alarm runs in full, from the moment when people can read what it is about. While host_hold()
   stops the clocks of a table, none runs. */

/* One that runs for the same move goes on, unless trial_settle() has stopped it, because a position
   in between asked for none. */
void deadline_set_alarm(struct session *session);

#endif
