/* See record_file.h. */
#include "record_file.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { BUSY_MS = 10000 };

/* "move p1 steal 1 them2 me1 hash=..." */
static int read_line(void *arg, int columns, char **values, char **names)
{
    struct record_file *record = arg;
    const char *line = values[0];
    (void)columns, (void)names;
    if (strncmp(line, "end ", 4) == 0)
        record->has_ended = true;
    if (strncmp(line, "move p", 6) != 0)
        return 0;
    check(record->count < RECORD_FILE_MOVES);
    line += strlen("move p1 ");
    const char *end = strchr(line, '=');
    while (*end != ' ')
        end--;
    snprintf(record->moves[record->count++], RECORD_FILE_MOVE, "%.*s", (int)(end - line), line);
    return 0;
}

void record_file_read(const char *folder, struct record_file *record)
{
    char path[512];
    sqlite3 *db;
    *record = (struct record_file){.count = 0};
    snprintf(path, sizeof path, "%s/data/tabletalk.db", folder);
    check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    sqlite3_busy_timeout(db, BUSY_MS);
    check(sqlite3_exec(db, "select text from line where record = (select max(record) from line) order by seq",
                       read_line, record, NULL) == SQLITE_OK);
    sqlite3_close(db);
}
