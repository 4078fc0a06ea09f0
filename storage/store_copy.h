/* A copy of the database, for a backup, and how far it is. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* How far a copy of a database is: so many bytes of all are copied, or, after that, checked. How
   many are checked is estimated. */
struct store_copying {
    bool is_check;
    int64_t done, all;
};
typedef void store_copy_watch(void *arg, const struct store_copying *copying);

/* Copies the database in `folder`, which any process may have open, into a new file, checks the
   copy and flushes it. False with a sentence for the admin in `why` if that fails. Never
   overwrites a file. Blocks; calls `watch`, which may be NULL, again and again. */
bool store_sqlite_backup(const char *folder, const char *file, store_copy_watch *watch, void *arg,
                         struct text *why);

#endif
