/* Reads records back, for recover.c, resume.c and replay.c; and their first two lines: which game
   is played there, by which rules, and in which room. */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "table.h"

struct host;
struct persons;
struct session;
struct text;

/* The session of a record, made of its first two lines, on a port of the host's; nobody finds
   it. NULL with a sentence if the lines are wrong. */
struct session *reader_session_of_record(struct host *host, const char *first, const char *second,
                                         const struct persons *persons, struct text *why);

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
typedef void reading_done(void *arg, const struct read_back *back);

/* Reads a record. `arg`, from the heap or NULL, lives as long as the reading. Calls `done` in a
   later turn of the loop, unless the host is freed before. An urgent reading goes before those
   that the store was not asked for yet. The caller bounds how many there are. */
void reader_begin(struct host *host, int64_t table, bool is_urgent, reading_done *done,
                  void *arg_take);

/* The caller can look on while a record is played again: also one that is over, and some of
   whose persons are forgotten. */
struct reading_follower {
    /* All lines, and which of them count, before the first is played. False: none is. */
    bool (*begins)(void *arg, const struct session *session, char *const *lines, const bool *counts,
                   int count);
    /* A line that counts was played; a start or a move has left its step in the session. False:
       that is enough. */
    bool (*played)(void *arg, const struct session *session, const char *line);
    void (*dropped)(void *arg); /* the host ends; `done` will not be called */
};
/* The same, with a follower. `done` gets a session also if only a part was played. */
void reader_follow(struct host *host, int64_t table, const struct reading_follower *follower,
                   reading_done *done, void *arg_take);

/* The person who asks may know of the record: asked in a room, the table was shown there; in
   private, the person is one of its persons, under whichever of the linked identities. The lines
   are those of `begins`. */
bool reader_is_theirs(const struct session *session, const struct heard *heard, char *const *lines,
                      const bool *counts, int count);

/* The id of a message beside a line, and the network it comes from. NULL if it is not. */
const char *reader_message_id(const char *beside, char network[HOST_NETWORK]);

/* Reads one slice. True if there is more to do at once. */
bool reader_step(struct host *host);
void reader_fini(struct host *host);

#endif
