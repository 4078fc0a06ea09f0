/* Reads records: makes a session of a record's lines, plays one line after the other, and says
   whether the whole is right. Records come from the store while the loop runs, for what a visitor
   makes of them; or from a file, line by line (tools/replay.c). */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "record.h"
#include "seal.h"
#include "table.h"

struct host;
struct session;
struct step;
struct text;

/* ---- a record whose lines are there ---- */

struct reader_lines {
    char **list;     /* the record's own */
    char **messages; /* the id beside each; NULL if absent */
    bool *counts;    /* for each; false: a repair took it back. reader_lines_mark() finds these */
    int count, space;
    struct persons persons; /* beside the record */
    struct lot lot;         /* with the secret, if that is known */
};

/* Adds a copy of the line. */
void reader_lines_add(struct reader_lines *lines, const char *line);
/* False, with the number of the wrong line in `bad`, if a repair does not fit (record_mark()). */
bool reader_lines_mark(struct reader_lines *lines, int *bad);
void reader_lines_free(struct reader_lines *lines);

/* The session of the record, made of its first two lines, on a port of the host's; nobody finds
   it. No line is played yet. It takes the persons. A start or a move will leave its step in
   `step`. NULL with a sentence if those two lines are wrong. */
struct session *reader_open(struct host *host, struct reader_lines *lines, int64_t table,
                            struct step *step, struct text *why);
/* Plays line `at`, from 0, behind those before it; or passes over it, if a repair took it back.
   False, with a sentence, if it is wrong. */
bool reader_play(struct session *session, const struct reader_lines *lines, int at,
                 struct text *why);
/* Behind the last line. False, with a sentence, if what stands beside the record is wrong. */
bool reader_close(struct session *session, struct text *why);

/* ---- records in the store ---- */

enum {
    READ_AHEAD = 4,             /* records on their way from the store */
    READ_LINES = 100,           /* replayed in one turn of the loop: at most 5 ms */
    READ_OPENING = 5,           /* a record costs as much as so many lines more */
    READ_LINES_MOST = 200000,   /* of one record; longer ones are not read back */
    RECORD_LINES_MOST = 150000, /* that are written, except for the way out of it (below) */
    READ_WHY = 256
};

/* Where a record's lines go: 3 open it; each option typed, each person who sits down or leaves,
   each cut, undo, new name, seat word, departure and return takes one; a first start takes one
   for each option, one for each face and one for itself (about 80), a later start one; each move
   takes one. That is a move every four seconds for a week. Behind RECORD_LINES_MOST only lines
   are written that empty a seat, set the table aside or end it. Nobody sits down, comes back or
   resumes then, so these are at most 3 for each seat and 3 for the table. */
_Static_assert(RECORD_LINES_MOST + 3 * TABLE_SEATS + 3 < READ_LINES_MOST,
               "every record that is written can be read");

/* What came of reading a record. */
struct read_back {
    int64_t table;
    /* the caller takes it, and links or removes it; NULL if it cannot be played again */
    struct session *session;
    int lines;          /* of the record; 0 if none could be read */
    const char *first;  /* the first line, or "" */
    int line;           /* if the session is NULL: the wrong line */
    char why[READ_WHY]; /* and what is wrong with it */
    bool is_away;       /* nothing is, but the store could not be reached */
};

/* What becomes of a record that is read. All but `done` may be NULL. */
struct reader_visitor {
    /* The table goes on: it is told its messages and its latest step, and nobody may be forgotten.
       Else the record may be over, and some of its persons gone. */
    bool plays_on;
    /* Before the first line is played. False: none is. */
    bool (*begins)(void *arg, struct session *session, const struct reader_lines *lines);
    /* A line that counts was played. False: that is enough. */
    bool (*played)(void *arg, const struct session *session, const char *line);
    /* The end, or the line that is wrong; also if only a part was played. */
    void (*done)(void *arg, const struct read_back *back);
    void (*dropped)(void *arg); /* the host ends; `done` will not be called */
};

/* Reads a record. `arg`, from the heap or NULL, lives as long as the reading. Calls `done` in a
   later turn of the loop, unless the host is freed before. An urgent reading goes before those
   that the store was not asked for yet. The caller bounds how many there are. */
void reader_begin(struct host *host, int64_t table, bool is_urgent,
                  const struct reader_visitor *visitor, void *arg_take);

/* The person who asks may know of the record: asked in a room, the table was shown there; in
   private, the person is one of its persons, under whichever of the linked identities. */
bool reader_is_theirs(const struct session *session, const struct heard *heard,
                      const struct reader_lines *lines);

/* The id of a message beside a line, and the network it comes from. NULL if it is not. */
const char *reader_message_id(const char *beside, char network[HOST_NETWORK]);

/* Reads one slice. True if there is more to do at once. */
bool reader_step(struct host *host);
void reader_fini(struct host *host);

#endif
