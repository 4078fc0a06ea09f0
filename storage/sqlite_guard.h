/* Are the database's files where they belong? SQLite goes on writing into a file that somebody deleted or moved, where
   nobody will ever read. Knows names and inodes; does not look into the files. */
#ifndef SQLITE_GUARD_H
#define SQLITE_GUARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct text;

enum { GUARDED_FILES = 3 }; /* the database, its log, the log's index */

struct sqlite_guard {
    int note; /* the file "-id"; -1 if it could not be opened */
    char *paths[GUARDED_FILES];
    struct {
        dev_t device;
        ino_t inode;
    } files[GUARDED_FILES];
};

enum sqlite_whereabouts { FILES_IN_PLACE, LOG_GONE, DATABASE_GONE };

/* Notes the files of an open database. False if some are missing. */
bool sqlite_guard_init(struct sqlite_guard *guard, const char *path);
void sqlite_guard_fini(struct sqlite_guard *guard);

/* Three calls of stat(2), so cheap enough for every commit. */
enum sqlite_whereabouts sqlite_guard_look(const struct sqlite_guard *guard);

/* Beside the database lies a file "-id", which says what database it is and what the newest line in it is. So the next
   opening notices what was taken away, emptied or put back meanwhile. */
struct sqlite_note {
    char id[40];
    int64_t table, seq; /* both 0 if absent */
};

/* Before opening: false, with a sentence for the admin in `why`, if there was a database and it is gone. */
bool sqlite_guard_may_open(const char *path, struct text *why);
/* The note of the last time. False if absent. */
bool sqlite_guard_read(const char *path, struct sqlite_note *note);
/* Makes a new note where it says another id. A failure is logged: everything works without. */
void sqlite_guard_write(const char *path, const char *id);

/* Notes a durable line. The note is not flushed: it may be older than the database, never newer. */
void sqlite_guard_note_line(const struct sqlite_guard *guard, int64_t table, int64_t seq);

/* The table was deleted: do not miss its line. */
void sqlite_guard_forget_line(const struct sqlite_guard *guard, int64_t table);

/* Puts the complete copy `path`-rescue in the place of the database, if there is one, and does away with the log and the
   index that belong to the old one. False, with errno, when that fails: it can be tried again. */
bool sqlite_guard_finish_rescue(const char *path);

#endif
