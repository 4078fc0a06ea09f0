/* Watches whether the database's files are in their place. SQLite does not notice when somebody
   deletes or moves a file: it goes on writing where nobody will ever read. Knows names and
   inodes; does not look into the files. */
#ifndef SQLITE_GUARD_H
#define SQLITE_GUARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct text;

enum { GUARDED_FILES = 3 }; /* the database, its log, the log's index */

struct sqlite_guard {
    int note; /* the file "-id"; -1 if it could not be opened */
    /* inotify(7): tells when a file of the folder, or a folder above, is moved or deleted; -1 if
       absent */
    int watch;
    bool is_in_place; /* so the last look found it, and `watch` told of it since */
    char *paths[GUARDED_FILES];
    struct guarded_file {
        uint32_t major, minor; /* of the device */
        uint64_t inode;
    } files[GUARDED_FILES];
};

enum sqlite_whereabouts { FILES_IN_PLACE, LOG_GONE, DATABASE_GONE };

bool sqlite_guard_init(struct sqlite_guard *guard, const char *path);
void sqlite_guard_fini(struct sqlite_guard *guard);

/* Costs one read(2) while nothing in the folder is moved or deleted; else, and where nothing
   tells of that, three calls of statx(2). */
enum sqlite_whereabouts sqlite_guard_look(struct sqlite_guard *guard);

/* The file "-id" beside the database holds the database's id, the number of its newest line, and
   a mark of the database as it was without its log. So the next opening notices a database that
   was removed, emptied or replaced by an old copy, also where SQLite would lay the log of the
   one before over that copy. */
struct sqlite_note {
    char id[40];
    int64_t table, seq; /* both 0 if absent */
    uint64_t mark;      /* 0 if unknown */
};

/* Call it before opening. False, with a sentence for the admin in `why`, if there was a database
   and it is gone. */
bool sqlite_guard_may_open(const char *path, struct text *why);
bool sqlite_guard_read(const char *path, struct sqlite_note *note);
/* If the id differs. A failure is only logged: everything works without a note. */
void sqlite_guard_write(const char *path, const char *id);

/* That it is durable. The note is not flushed: it may be older than the database, never newer. */
void sqlite_guard_note_line(const struct sqlite_guard *guard, int64_t table, int64_t seq);

/* bytes; SQLite changes some of them whenever it copies the log into the database */
enum { DATABASE_HEAD = 100 };

/* What a database with this head is known by. Never 0. */
uint64_t sqlite_guard_mark(const unsigned char head[DATABASE_HEAD]);

/* Call it before the log is copied into the database, with `mark` 0, and afterwards. Flushed if
   the mark is 0: no power cut may leave a mark of the database as it was before. */
void sqlite_guard_note_mark(const struct sqlite_guard *guard, uint64_t mark);

/* Call it before SQLite opens the database. True if a log lies beside it that belongs to another
   one: somebody has laid a copy over the database. */
bool sqlite_guard_is_laid_over(const char *path);

/* Call it when the table is deleted: the next opening must not miss its line. */
void sqlite_guard_forget_line(const struct sqlite_guard *guard, int64_t table);

/* If there is a complete copy `path`-rescue, puts it in the place of the database, and deletes
   the old database's log and index. False, with errno, if that fails; the caller may try again. */
bool sqlite_guard_finish_rescue(const char *path);

/* The write-ahead log as SQLite writes it: a VFS that hands the pieces of one commit to the
   kernel together. */

/* For the writer's connection. NULL, SQLite's own VFS, without enough memory. */
const char *sqlite_log_vfs(void);

#endif
