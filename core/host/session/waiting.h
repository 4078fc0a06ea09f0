/* People who wait for a seat in the next game: in the line of a table, from !next or !swap until
   they sit or go. Keeps each line in the settings of the store, a row for each table; knows
   neither who is told (table/next.c) nor how seats are given (tell/trial.c, table/rematch.c).
   Bounded: so many people at a table, so many places of a person or of what a person connects
   from, and so many lines in all. A line ends with its table, or with the offer of another game
   (offers.h). */
#ifndef WAITING_H
#define WAITING_H

#include "identity.h"
#include "row.h"
#include "session.h"

struct offer;

enum { WAITING_MOST = 8, WAITING_EACH = 3, WAITING_LINES = 1000 };

struct waiter {
    const struct host_port *port;
    char key[HOST_KEY], name[HOST_NAME];
    char wish[HOST_NAME];     /* the robot whose seat the person would like; "" for any */
    char source[HOST_SOURCE]; /* who pays for the place; "" for the key. Not kept */
};

struct waiting {
    struct waiting *next;
    int64_t table;
    int count;
    struct waiter people[WAITING_MOST]; /* who came first stands first */
};

/* false if the setting is another one */
bool waiting_load(struct host *host, const char *key, const char *value);
void waiting_fini(struct host *host);
/* After a restart: lines of tables that are over end, and so do places of people whom nobody can
   know again. */
void waiting_tidy(struct host *host);

/* NULL if nobody waits. */
struct waiting *waiting_of(const struct host *host, int64_t table);
/* The place of the person, under whichever of the linked identities. -1 if absent; `waiting` may
   be NULL. */
int waiting_place(const struct host *host, const struct waiting *waiting,
                  const struct heard *heard);
/* Who has as many places as there may be, so that this person gets none: the person, people who
   connect from there, or the house, which has no line more. */
enum waiting_bound { WAITING_FREE, WAITING_OF_PERSON, WAITING_OF_SOURCE, WAITING_OF_HOUSE };
enum waiting_bound waiting_bound(const struct host *host, int64_t table, const struct heard *heard);
/* Their names with line ends between, as view_string() takes several people. */
#define waiting_names(waiting) waiting_put_names(waiting, (char[WAITING_MOST * HOST_NAME]){0})
const char *waiting_put_names(const struct waiting *waiting /* or NULL */,
                              char out[WAITING_MOST * HOST_NAME]);

/* Puts the person in the line, or changes the wish; and takes somebody out. `done` may be NULL. */
void waiting_put(struct host *host, int64_t table, const struct heard *heard, const char *wish,
                 row_done *done, void *arg);
void waiting_take(struct host *host, struct waiting *waiting, int place, row_done *done, void *arg);
/* The table is over. */
void waiting_forget(struct host *host, int64_t table);
/* The people go on waiting at the table that follows, but for those who sit there. */
void waiting_follow(struct host *host, int64_t table, const struct session *session);
void waiting_take_seated(const struct session *session); /* they wait no more */

/* What networks say of people: the key has ended (NULL: those of the whole network), is another
   one, or names somebody else now. */
void waiting_gone(struct host *host, const struct host_port *port, const char *key);
void waiting_rebind(struct host *host, struct identity who, const char *lasting);
void waiting_rename(struct host *host, struct identity who, const char *name);
void waiting_forget_person(struct host *host, struct identity who);

/* The places of people who may sit down at a table with this home now: who are in sight, and
   were not banned. */
unsigned waiting_able(struct host *host, const struct waiting *waiting, const struct showing *home);
struct heard waiting_heard(const struct host *host, const struct waiter *waiter);
/* Gives robots' seats away: robots[] are their names, or NULL where no robot sits. In the order
   of the line, of those in `may`; a wish counts as long as the robot has its seat. Puts who gets
   each seat, or -1; returns who gets none. */
unsigned waiting_share_out(const struct waiting *waiting, unsigned may,
                           const char *const robots[TABLE_SEATS], int who[TABLE_SEATS]);

#endif
