/* Brings a database from the format it has to the newest one. Owns the list of formats; the steps lie in migrations/. */
#ifndef SQLITE_UPGRADE_H
#define SQLITE_UPGRADE_H

struct sqlite3;

enum { SQLITE_OURS = 0x54544c4b /* "TTLK", the application id in the header of the file */ };

/* The newest format, which is what this program reads and writes. */
int sqlite_upgrade_newest(void);

/* One transaction for each step, so that a kill in between leaves the format before. The code of SQLite. */
int sqlite_upgrade(struct sqlite3 *db, int format);

#endif
