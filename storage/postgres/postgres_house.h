/* The house as one row of the database: its format, and whose it is now. Who opens the house raises its term, and writes
   only while the row has that term; a process that was stopped and comes back late writes nothing. */
#ifndef POSTGRES_HOUSE_H
#define POSTGRES_HOUSE_H

#include <stdint.h>

struct postgres_link;
struct text;

enum { POSTGRES_OLDEST = 13 }; /* the oldest version of the server that we are tested with */

/* What every connection needs, once it is open. SQL_OK, or the failure. */
int postgres_house_greet(struct postgres_link *link);

/* Opens the house over a connection: makes it, or brings it to the newest format. False, with a sentence for the admin in
   `why`, if that cannot be, or another process has it open. */
bool postgres_house_open(struct postgres_link *link, int64_t *term, struct text *why);

/* Waits until no other transaction of this term is under way, and is on the disk (and on the copy that the server waits
   for) itself. `batch` becomes the number of the last one that was committed. LINK_FAILED + STORE_BUSY if the term is not
   ours any more. */
int postgres_house_settle(struct postgres_link *link, int64_t term, int64_t *batch);

/* Begins transaction number `batch`; the same failure. */
int postgres_house_begin(struct postgres_link *link, int64_t term, int64_t batch);

int postgres_house_newest(void);

#endif
