/* The database file: opened, recognised as ours, brought to the newest format. Which formats there are lies in
   migrations/; what is read and written in sqlite_read.c and sqlite_write.c. */
#ifndef SQLITE_FILE_H
#define SQLITE_FILE_H

#include <string.h>

#include "store.h"

struct sqlite3;

/* What the path of a database begins with that has no file: it is gone with its last connection. */
#define SQLITE_MEMORY "file:"
static inline bool sqlite_file_is_memory(const char *path)
{
    return strncmp(path, SQLITE_MEMORY, sizeof SQLITE_MEMORY - 1) == 0;
}

enum { SQLITE_BUSY_WAIT_MS = 5000 }; /* how long another program may hold the database before we give up */

/* Opens the database for its one writer and creates it where it is missing. NULL with a sentence for the admin in
   `why`; a file that is not ours or from a newer version is then left as it is. Blocks. */
struct sqlite3 *sqlite_file_open(const char *path, struct text *why);

/* What an extended code of SQLite means to our callers, and in words for the admin; the words last until the next call
   of strerror. Call both before anything else is done with `db`. */
enum store_result sqlite_file_result(struct sqlite3 *db, int code);
const char *sqlite_file_reason(struct sqlite3 *db, int code);

/* Puts the sentence for the admin: what failed at opening, and what to do. Returns false. `db` may be NULL. */
bool sqlite_file_say_failed(struct sqlite3 *db, int code, const char *path, struct text *why);

/* For a backup: whether this is a database of ours and as new as the note beside it says; else a sentence for the admin in
   `why`. Writes nothing; another process may write meanwhile. */
bool sqlite_file_is_whole(struct sqlite3 *db, const char *path, struct text *why);

/* ---- sqlite_upgrade.c: the list of formats; each step lies in migrations/ ---- */

enum { SQLITE_OURS = 0x54544c4b /* "TTLK", the application id in the header of the file */ };

/* The newest format, which is what this program reads and writes. */
int sqlite_upgrade_newest(void);

/* Brings a database to the newest format, in one transaction for each step, so that a kill in between leaves the format
   before. The code of SQLite. */
int sqlite_upgrade(struct sqlite3 *db, int format);

/* ---- sqlite_copy.c ---- */

/* Copies all that `db` sees at one moment into a new file at `path`, for its owner only, and flushes it; with `checked`
   every page and index of the copy is looked at, too. A file that is there already is left as it is. False with a
   sentence for the admin in `why`; nothing is left at `path` then. Blocks. */
bool sqlite_copy(struct sqlite3 *db, const char *path, bool checked, struct text *why);

/* ---- */

/* Commits a transaction that changes nothing, as well as the disk lets it. */
void sqlite_file_touch(struct sqlite3 *db);

#endif
