/* How long a table waits for a person: its pace, and the clock of each seat (table/deadline.c winds
   and reads them); and when a session or the host has something to do. Nothing here reads a clock:
   time is an argument. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "table.h"

/* One of these, or how many seconds a live table waits for a person. */
enum pace {
    /* nobody chose one: live in a channel, slow in a private conversation, off at one keyboard */
    PACE_OF_ROOM,
    PACE_LIVE,
    PACE_SLOW,
    PACE_OFF,
    PACES,
    PACE_SECONDS_LEAST = 30,
    PACE_SECONDS_MOST = 600
};

/* "live", "90s"; "" for PACE_OF_ROOM. */
enum { PACE_WORD = 8 };
#define pace_word(pace) clock_pace_put_word(pace, (char[PACE_WORD]){0})
const char *clock_pace_put_word(enum pace pace, char out[PACE_WORD]);
struct session;
/* That was chosen, or that of its home. */
enum pace clock_pace(const struct session *session);
/* Of such a word, also of "90" and "2m"; -1 if it is no pace. */
int clock_pace_of(const char *word);
bool clock_pace_is(long long number); /* a pace, PACE_OF_ROOM too */
/* For completion: the words, and the least, a usual and the greatest number. */
enum { PACE_EXAMPLES = 6 };
extern const enum pace pace_examples[PACE_EXAMPLES];

struct stop_question {
    int by;
    unsigned awaited;
    int64_t until;
};

/* Times are those of the host's clock, in ms. */
struct turn_clocks {
    enum pace pace;
    /* seats whose clocks start when what they are asked has left */
    unsigned waits;
    /* the table waits for the seat since then; 0 if its clock does not run */
    int64_t since[TABLE_SEATS];
    /* `since` of the turn in which the seat moved last; an undo goes on from there */
    int64_t began[TABLE_SEATS];
    unsigned char told[TABLE_SEATS]; /* how many of its steps are behind it */
    /* what its person was told for this turn, however often the clock began anew */
    unsigned char nudges[TABLE_SEATS];
    /* when to save how long they have run; 0 if they do not, or nobody would need it */
    int64_t keep_at;
    bool is_kept;      /* that was saved */
    bool was_taken;    /* what was saved before a restart was looked up */
    int64_t paused_at; /* the people stopped the table, in seconds since 1970; 0 if they did not */
    unsigned agreed;   /* seats that want to stop it */
    int64_t asked_at;  /* when the first of them said so, in seconds since 1970 */
    struct stop_question stop;
};

enum { PACE_ASKED_S = 10 * 60 }; /* so long a pause that somebody wants waits for the others */

/* A seat wants to stop the table. People who wanted that too long ago have to say so again. */
static inline void pace_ask(struct turn_clocks *clocks, int seat, int64_t at)
{
    if (clocks->agreed == 0 || clocks->asked_at + PACE_ASKED_S < at) {
        clocks->agreed = 0;
        clocks->asked_at = at;
    }
    clocks->agreed |= 1u << seat;
}

/* The clocks of these seats are to be wound anew. */
static inline void pace_restart(struct turn_clocks *clocks, unsigned seats)
{
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (seats >> seat & 1)
            clocks->since[seat] = clocks->began[seat] = 0;
}

/* These have moved: if the table still waits for them, it is for another turn. */
static inline void pace_next_turn(struct turn_clocks *clocks, unsigned seats)
{
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (seats >> seat & 1) {
            clocks->began[seat] = clocks->since[seat];
            clocks->since[seat] = 0;
            clocks->nudges[seat] = 0;
        }
}

/* Their clocks go on as if the move that was taken back had not been made. */
static inline void pace_same_turn(struct turn_clocks *clocks, unsigned seats)
{
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (seats >> seat & 1 && clocks->began[seat] != 0)
            clocks->since[seat] = clocks->began[seat];
}

/* ---- lines of the record ---- */

struct record_line;
struct text;

bool clock_apply(struct session *session, const struct record_line *line, struct text *why);
bool clock_apply_pause(struct session *session, const struct record_line *line, struct text *why);
bool clock_apply_unpause(struct session *session, const struct record_line *line, struct text *why);

/* ---- what is due ---- */

/* that do something in one turn of the loop; the others follow in the next */
enum { HOST_TICK_SESSIONS = 64 };

struct host;

void clock_call(struct host *host, int64_t at);
/* the session can act by the clock again */
void clock_wake(struct session *session);
/* lets robots and forced steps go on at that time */
void clock_play_on_at(struct session *session, int64_t at);
void clock_alarm_at(struct session *session, int64_t at);
/* False while a change is being saved, or the room cannot be told anything: an alarm for what
   nobody has read yet would be unfair. But whose private table it is may never come back: then it
   is only watched (watch_at). */
bool clock_is_running(const struct session *session);
struct session *clock_first(const struct host *host);

#endif
