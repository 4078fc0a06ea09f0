/* The house in the database: its format, and who may write. Who opens the house, or a unit of
   it, raises the term of that unit, and writes only while the row has that term; a process that
   was stopped and comes back late writes nothing. */
#ifndef POSTGRES_HOUSE_H
#define POSTGRES_HOUSE_H

#include <stdbool.h>
#include <stdint.h>

struct postgres_link;
struct store_postgres;
struct text;

enum {
    POSTGRES_OLDEST = 13 /* the oldest version of the server that we are tested with */,
    HOLD_NAME = 160
};

/* What a process may write. */
struct postgres_hold {
    char name[HOLD_NAME]; /* of the unit, quoted for a statement; '' is the whole house */
    int64_t term, number; /* number: of the unit, for the numbers of its tables */
};

/* What every connection needs, once it is open. SQL_OK, or the failure. */
int postgres_house_greet(struct postgres_link *link);

/* In a house that others share, a writer that stands still in a transaction is given up soon:
   until then nobody can take its unit. */
int postgres_house_hurry(struct postgres_link *link);

/* Opens what `where` names over a connection: the whole house, which it makes or brings to the
   newest format, or a unit that its owner has taken. False, with a sentence for the admin in
   `why`, if that cannot be, or others have it open. */
bool postgres_house_open(struct postgres_link *link, const struct store_postgres *where,
                         struct postgres_hold *hold, struct text *why);

/* Each transaction of a term has a number, and is let through only while the number of the one
   before it stands in the database. HOUSE_STEP lies between two of them: a number between bars
   the first. */
enum { HOUSE_STEP = 2 };

/* Waits until no transaction of this term is under way behind number `batch`, and bars the next
   one, wherever it is on its way: `batch` becomes its number if it was committed, else the
   number that bars it; that is on the disk then (and on the copy that the server waits for).
   LINK_FAILED + STORE_BUSY if the term is not ours any more. */
int postgres_house_settle(struct postgres_link *link, const struct postgres_hold *hold,
                          int64_t *batch);

/* Begins transaction number `batch` after number `before`; the same failure. */
int postgres_house_begin(struct postgres_link *link, const struct postgres_hold *hold,
                         int64_t before, int64_t batch);

/* The same in three steps: for each connection once; in pipeline mode; and the answer. Its end
   can go in the same message. */
int postgres_house_prepare(struct postgres_link *link, const struct postgres_hold *hold);
int postgres_house_send_begin(struct postgres_link *link, int64_t before, int64_t batch);
int postgres_house_take_begin(struct postgres_link *link);
int postgres_house_send_commit(struct postgres_link *link);

/* Inside a transaction that writes more than lines: one such transaction at a time in all
   processes, for what they count together (standings, numbers of people). */
int postgres_house_alone(struct postgres_link *link);

#endif
