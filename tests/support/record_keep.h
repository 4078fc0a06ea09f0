/* Puts the records that tests make aside, for the ctest `every_record`
   (tests/host/every_record.py), in the folder that TABLETALK_RECORDS names; without it nothing
   is kept. It does not know what stands in a line. */
#ifndef RECORD_KEEP_H
#define RECORD_KEEP_H

#include <stdint.h>

struct store;

/* To be called before the host of the store is freed: the tables as they stand now. Games of
   tests are left out. */
void record_keep(struct store *store);
/* The database in this folder or in its folder "data", if there is one; nobody may write to it
   any more. */
void record_keep_database(const char *folder);

/* The test writes into this record what the program would not: it is not kept, until an admin's
   repair takes that back. */
void record_keep_spoilt(const struct store *store, int64_t table);
void record_keep_repaired(const struct store *store, int64_t table);

#endif
