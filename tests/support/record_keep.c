/* Keeps records: see record_keep.h. Bounded for each program: the first FIRST records, then each
   STRIDE-th, and MOST in all; DATABASES databases, none larger than DATABASE_BYTES. */
#include "record_keep.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "game.h"
#include "games.h"
#include "record.h"
#include "record_lines.h"
#include "scratch.h"
#include "store.h"

enum {
    FIRST = 32,
    STRIDE = 32,
    MOST = 96,
    DATABASES = 24,
    DATABASE_BYTES = 16 * 1024 * 1024,
    SPOILT = 256,
    PATH = 512
};

static struct {
    const struct store *store;
    int64_t table;
} spoilt[SPOILT];
static int seen, kept, databases;

/* What an earlier run kept is gone with the first call. NULL: nothing is to be kept. */
static const char *folder(void)
{
    static const char *path;
    if (path || !getenv("TABLETALK_RECORDS"))
        return path;
    path = getenv("TABLETALK_RECORDS");
    scratch_remove(strdup(path));
    check(mkdir(path, 0777) == 0 || errno == EEXIST);
    return path;
}

static bool is_spoilt(const struct store *store, int64_t table)
{
    bool is = false;
    for (int i = 0; i < SPOILT; i++)
        is |= spoilt[i].store == store && spoilt[i].table == table;
    return is;
}

void record_keep_spoilt(const struct store *store, int64_t table)
{
    int place = 0;
    if (is_spoilt(store, table))
        return;
    while (spoilt[place].store)
        check(++place < SPOILT);
    spoilt[place].store = store;
    spoilt[place].table = table;
}

void record_keep_repaired(const struct store *store, int64_t table)
{
    for (int i = 0; i < SPOILT; i++)
        if (spoilt[i].store == store && spoilt[i].table == table)
            spoilt[i].store = NULL;
}

static void forget(const struct store *store)
{
    for (int i = 0; i < SPOILT; i++)
        if (spoilt[i].store == store)
            spoilt[i].store = NULL;
}

/* A record of this format, of a game that the program has. */
static bool is_record(const char *text)
{
    struct record_line line;
    char *first = strndup(text, strcspn(text, "\n"));
    check(first);
    bool is = strncmp(first, "record version=2 ", 17) == 0 && record_read(first, &line);
    const char *game = is ? record_get(&line, "game") : NULL;
    bool is_known = false;
    for (int i = 0; i < game_count && game; i++)
        is_known |= strcmp(games[i]->id, game) == 0;
    if (is)
        record_free(&line);
    free(first);
    return is_known;
}

static void keep_text(const char *text)
{
    char path[PATH];
    if (!is_record(text) || (seen++ >= FIRST && seen % STRIDE != 0) || kept >= MOST)
        return;
    snprintf(path, sizeof path, "%s/%d-%d.record", folder(), (int)getpid(), kept++);
    FILE *file = fopen(path, "w");
    check(file && fputs(text, file) >= 0);
    check(fclose(file) == 0);
}

void record_keep(struct store *store)
{
    int64_t end = folder() ? store_next_table(store) : 0;
    for (int64_t table = 1; table < end; table++) {
        char *text = NULL;
        size_t size;
        if (is_spoilt(store, table))
            continue;
        FILE *out = open_memstream(&text, &size);
        check(out);
        record_export(store, table, out);
        fclose(out);
        keep_text(text);
        free(text);
    }
    forget(store);
}

/* ---- databases ---- */

static void copy(const char *from, const char *to)
{
    char bytes[16 * 1024];
    size_t size;
    FILE *in = fopen(from, "r");
    if (!in)
        return;
    FILE *out = fopen(to, "w");
    check(out);
    while ((size = fread(bytes, 1, sizeof bytes, in)) > 0)
        check(fwrite(bytes, 1, size, out) == size);
    check(fclose(out) == 0);
    fclose(in);
}

/* The newest lines may still lie in the file beside it. */
static void keep_database(const char *from)
{
    char path[PATH], beside[PATH + 8];
    struct stat about;
    if (stat(from, &about) != 0 || about.st_size > DATABASE_BYTES || databases >= DATABASES)
        return;
    snprintf(path, sizeof path, "%s/%d-%d.db", folder(), (int)getpid(), databases++);
    copy(from, path);
    snprintf(beside, sizeof beside, "%s-wal", from);
    snprintf(path + strlen(path), sizeof path - strlen(path), "-wal");
    copy(beside, path);
}

void record_keep_database(const char *where)
{
    static const char *const names[] = {"tabletalk.db", "data/tabletalk.db"};
    char path[PATH];
    for (int i = 0; i < 2 && folder(); i++) {
        snprintf(path, sizeof path, "%s/%s", where, names[i]);
        keep_database(path);
    }
}
