/* Fills one portion of a reading from a connection that only reads. A record that is damaged is named in the portion and
   passed over: the others can be read. Blocks. */
#ifndef SQLITE_PORTION_H
#define SQLITE_PORTION_H

struct sqlite3;
struct store_portion;

/* Sets portion->end.result. */
void sqlite_portion_fill(struct sqlite3 *db, struct store_portion *portion);

#endif
