/* A consistent copy of the database in one file, made while it is written to: for backups, and to save what lies in a log
   that somebody deleted. Blocks. */
#ifndef SQLITE_COPY_H
#define SQLITE_COPY_H

#include <stdbool.h>

struct sqlite3;
struct text;

/* Copies what `db` sees at one moment into a new file at `path`, for its owner only, and flushes it; with `checked`
   every page and index of the copy is looked at, too. A file that is there already is left as it is. False with a
   sentence for the admin in `why`; nothing is left at `path` then. */
bool sqlite_copy(struct sqlite3 *db, const char *path, bool checked, struct text *why);

#endif
