/* Writes into PostgreSQL, many of them in one transaction. Owns the writing connection, and
   comes back when it is lost. Must not know of threads or the loop: postgres.c gives it batches
   and tells those who wait. */
#ifndef POSTGRES_WRITE_H
#define POSTGRES_WRITE_H

#include <stdatomic.h>

#include "postgres_address.h"
#include "postgres_house.h"
#include "postgres_link.h"
#include "sql_write.h"

struct store_work_list;

enum { ALL_SETTLED = -1 };

struct postgres_writer {
    struct postgres_link link;
    struct sql_writer rows;
    struct postgres_hold hold;
    /* the last that was committed, or that bars the next (postgres_house.h) */
    int64_t batch;
    /* nobody knows whether the one behind this was: no reading may be answered before */
    _Atomic int64_t unsettled;
    bool is_in_trouble; /* the last batch failed; logged */
};

/* Opens the house, or the unit that `where` names. False with a sentence for the admin in `why`;
   close it in either case. `address` stays. */
bool postgres_writer_open(struct postgres_writer *writer, const struct postgres_address *address,
                          const struct store_postgres *where, struct text *why);
void postgres_writer_close(struct postgres_writer *writer);

/* Carries out every write of the list and sets its result. Blocks until every write that
   succeeded is on the server's disk, or until the server was away for WRITER_PATIENCE_MS. A
   write that fails does not make others fail. */
enum { WRITER_PATIENCE_MS = 5000 };
void postgres_writer_commit(struct postgres_writer *writer, const struct store_work_list *batch);

/* Whether a new connection, for readings, may believe what it sees: waits for a transaction of
   ours of which nobody knows yet. SQL_OK, or the failure. May be called on another thread. */
int postgres_writer_settle(struct postgres_writer *writer, struct postgres_link *link);

#endif
