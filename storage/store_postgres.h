/* The store in PostgreSQL: storage/postgres. Without libpq every function here says so. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include <stdbool.h>

/* Each unit numbers its tables in a range of its own: store_next_table(). */
enum { UNIT_TABLES = 1000000000 };

struct store;
struct text;

struct store_postgres {
    /* as libpq takes it: "host=db.example dbname=tabletalk", a postgresql:// address, or "" */
    const char *server;
    const char *password; /* NULL if libpq finds it elsewhere, or needs none */
    /* NULL for the whole house; else what `owner` has taken (lease.h), and nothing else is
       written */
    const char *unit;
    const char *owner;
};

/* True if `server` can be understood and has no password in it. Else false, with a sentence for
   the admin in `why`. Does not connect. */
bool store_postgres_check(const struct store_postgres *where, struct text *why);

/* Connects, makes the tables if absent or brings them to the newest format, and starts the
   threads. NULL if that fails: `why` then tells the admin what is wrong and what would be right.
   One process at a time may have the house, or a unit, open. Blocks, for half a minute at most. */
struct store *store_postgres_open(const struct store_postgres *where, struct text *why);

#endif
