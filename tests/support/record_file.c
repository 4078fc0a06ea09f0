/* See record_file.h. */
#include "record_file.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "games.h"
#include "move.h"
#include "text.h"

enum { BUSY_MS = 10000 };

/* What the record is read into, and by which rules its moves are read. */
struct reader {
    struct record_file *record;
    struct ruleset rules;
};

/* "record version=2 id=... game=heartcatchers ..." */
static void read_game(struct reader *reader, const char *line)
{
    char id[32];
    const char *at = strstr(line, " game=");
    check(at);
    at += strlen(" game=");
    snprintf(id, sizeof id, "%.*s", (int)strcspn(at, " "), at);
    const struct game *game = game_find(id);
    check(game);
    game_ruleset(game, &reader->rules);
}

/* "p1 steal 1 them2 me1 hash=...": the record calls cards of a hand by their slots, people call
   them by their labels. */
static void read_move(struct reader *reader, const char *line)
{
    struct record_file *record = reader->record;
    char canonical[RECORD_FILE_MOVE];
    struct move move;
    check(record->count < RECORD_FILE_MOVES);
    line = strchr(line, ' ') + 1;
    const char *end = strchr(line, '=');
    while (*end != ' ')
        end--;
    snprintf(canonical, sizeof canonical, "%.*s", (int)(end - line), line);
    check(move_read_canonical(&reader->rules, canonical, &move));
    struct text said = text_over(record->moves[record->count++], RECORD_FILE_MOVE);
    move_format(&reader->rules, NULL, &move, &said);
    check(!said.cut);
}

static int read_line(void *arg, int columns, char **values, char **names)
{
    struct reader *reader = arg;
    const char *line = values[0];
    (void)columns, (void)names;
    if (strncmp(line, "record ", 7) == 0)
        read_game(reader, line);
    if (strncmp(line, "move p", 6) == 0)
        read_move(reader, line + 5);
    reader->record->hints += strncmp(line, "hint ", 5) == 0;
    if (strncmp(line, "end ", 4) == 0)
        reader->record->has_ended = true;
    return 0;
}

void record_file_read(const char *folder, struct record_file *record)
{
    char path[512];
    sqlite3 *db;
    struct reader reader = {.record = record};
    *record = (struct record_file){.count = 0};
    snprintf(path, sizeof path, "%s/data/tabletalk.db", folder);
    check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    sqlite3_busy_timeout(db, BUSY_MS);
    check(sqlite3_exec(
              db,
              "select text from line where record = (select max(record) from line) order by seq",
              read_line, &reader, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

void record_file_of(const char *lines, struct record_file *record)
{
    struct reader reader = {.record = record};
    char *copy = strdup(lines);
    check(copy);
    *record = (struct record_file){.count = 0};
    for (char *rest = copy, *line; (line = strsep(&rest, "\n")) != NULL;)
        read_line(&reader, 1, &line, NULL);
    free(copy);
}
