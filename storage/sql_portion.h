/* Fills portions of readings from a connection that only reads. */
#ifndef SQL_PORTION_H
#define SQL_PORTION_H

#include "sql.h"

struct store_portion;

/* Sets portion->end.result. Names a damaged record in the portion and goes on with the next
   record. */
void sql_portion_fill(struct sql *db, struct store_portion *portion);

#endif
