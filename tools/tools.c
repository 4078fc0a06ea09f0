/* The table of the tools, the store that the configuration names, and its copies: into a file, and
   into another store. */
#include "tools.h"

#include <stdlib.h>
#include <string.h>

#include "data_folder.h"
#include "jobs.h"
#include "log.h"
#include "replay.h"
#include "store.h"
#include "store_move.h"
#include "store_postgres.h"
#include "store_read.h"
#include "text.h"

static bool is_postgres(const struct config *config)
{
    return text_same_word(config->store, "postgres");
}

struct store_postgres tool_server(const struct config *config)
{
    return (struct store_postgres){.server = config->postgres,
                                   .password = config->postgres_password};
}

/* The socket for orders lies in the data folder, wherever the tables are. */
static struct store *open_postgres(const struct config *config, const char *unit, const char *owner,
                                   struct text *why)
{
    struct store_postgres where = tool_server(config);
    where.unit = unit;
    where.owner = owner;
    char *folder = data_folder_make(config->data_folder, why);
    struct store *store = folder ? store_postgres_open(&where, why) : NULL;
    free(folder);
    return store;
}

struct store *tool_open_store(const struct config *config, struct text *why)
{
    if (text_same_word(config->store, "memory"))
        return store_memory_new();
    return is_postgres(config) ? open_postgres(config, NULL, NULL, why)
                               : store_sqlite_open(config->data_folder, why);
}

struct store *tool_open_unit(const struct config *config, const char *unit, const char *owner,
                             struct text *why)
{
    return open_postgres(config, unit, owner, why);
}

bool tool_is_store_there(const struct config *config, struct text *why)
{
    return is_postgres(config) || store_sqlite_is_there(config->data_folder, why);
}

bool tool_check_store(const struct config *config, FILE *err)
{
    char bytes[1500];
    struct text why = text_over(bytes, sizeof bytes);
    const struct store_postgres where = tool_server(config);
    bool has_folder = !text_same_word(config->store, "memory") && config->data_folder[0];
    bool is_folder_right = !has_folder || data_folder_check(config->data_folder, &why);
    if (!is_folder_right)
        fprintf(err, "%s: %s\n", config->title, bytes);
    why = text_over(bytes, sizeof bytes);
    bool is_server_right = !is_postgres(config) || store_postgres_check(&where, &why);
    if (!is_server_right)
        fprintf(err, "postgres: %s\n", bytes);
    return is_folder_right && is_server_right;
}

const char *tool_store_name(const struct config *config)
{
    return is_postgres(config) ? "PostgreSQL" : config->data_folder;
}

/* ---- move-store FROM TO ---- */

/* All that one store keeps is copied into the other one, compared row by row, and every record
   played again in both. Changes nothing in FROM. */

enum { WHY_BYTES = 512 };

/* The same configuration with another store. */
static struct store *open_named(const struct config *config, char *name, bool must_be_there,
                                struct text *why)
{
    struct config other = *config;
    other.store = name;
    return !must_be_there || tool_is_store_there(&other, why) ? tool_open_store(&other, why) : NULL;
}

static bool put_moved(const struct store_moved *moved, FILE *out)
{
    fprintf(
        out,
        "%lld tables with %lld lines, %lld settings and %lld finished games are copied, and every row was compared.\n",
        (long long)moved->records, (long long)moved->lines, (long long)moved->settings,
        (long long)moved->outcomes);
    return true;
}

/* By the chains: a line that is not what it was does not fit its hash. */
static bool is_playable(struct store *from, struct store *to, FILE *out, FILE *err)
{
    struct rebuilt before, after;
    rebuild_check(from, &before);
    rebuild_check(to, &after);
    if (after.result != STORE_OK || before.records != after.records ||
        before.unread != after.unread) {
        fputs("tabletalk: not all records of the copy can be played again: do not use it\n", err);
        return false;
    }
    fprintf(out, "%lld records were played again, line by line, and fit their hashes.",
            (long long)after.records);
    if (after.unread)
        fprintf(out, " %lld could not be played before, or were repaired, and are as they were.",
                (long long)after.unread);
    putc('\n', out);
    return true;
}

static bool move_between(struct store *from, struct store *to, FILE *out, FILE *err)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    struct store_moved moved;
    if (store_move(from, to, &moved, &why))
        return put_moved(&moved, out) && is_playable(from, to, out, err);
    fprintf(err, "tabletalk: nothing was moved. %s\n", bytes);
    return false;
}

static bool open_both(char *const argv[], const struct config *config, struct store *stores[2],
                      FILE *err)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    for (int i = 0; i < 2; i++)
        if (!(stores[i] = open_named(config, argv[1 + i], i == 0, &why))) {
            fprintf(err, "tabletalk: %s\n", bytes);
            return false;
        }
    return true;
}

static bool is_kept(const char *name)
{
    return strcmp(name, "sqlite") == 0 || strcmp(name, "postgres") == 0;
}

int tool_move_store(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    struct store *stores[2] = {NULL};
    if (argc != 3 || !is_kept(argv[1]) || !is_kept(argv[2]) || strcmp(argv[1], argv[2]) == 0) {
        fputs(
            "usage: tabletalk --config FILE move-store sqlite postgres, or move-store postgres sqlite\n",
            err);
        return CLI_USAGE;
    }
    log_setup(LOG_ERROR, -1); /* the command itself says what goes wrong */
    bool is_moved =
        open_both(argv, config, stores, err) && move_between(stores[0], stores[1], out, err);
    if (is_moved)
        fprintf(out,
                "Now set store = \"%s\" and start tabletalk. What was kept before is as it was.\n",
                argv[2]);
    store_close(stores[0]);
    store_close(stores[1]);
    return is_moved ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the table of the tools; and the backup, which storage/ does ---- */

const struct cli_command tools_commands[] = {
    {"backup", "FILE",
     "Copy all tables and settings into a new file, also while tabletalk runs, and check the copy.",
     tool_backup, NULL},
    {"move-store", "FROM TO",
     "Copy everything from one store into another, empty one: sqlite postgres, or postgres sqlite. The configuration says where "
     "both are; tabletalk must not run. Every row is compared, and every record played again.",
     tool_move_store, NULL},
    {"simulate", "GAME",
     "Let robots play a game many times, and print how long it is, what is scored and who wins.",
     tool_simulate, simulate_options},
    {"verify", "FILE",
     "Check that nobody changed the records, and that every card was dealt from the seal and the cuts. The status is 3 if nothing is wrong, but the secret is not shown yet or the deal was fixed.",
     tool_verify, verify_options},
    {"faces", "GAME",
     "Print the faces of a game, in a form that you can correct and name in the configuration.",
     tool_faces, faces_options},
    {"cards", "FILE",
     "Draw the faces of all games on one sheet, a PNG file, or SVG if its name ends in .svg: what `tabletalk discord cards` uploads.",
     tool_cards, NULL},
    {"draw", "RECORD STEP FILE",
     "Draw the table of a file of records as everybody saw it after a step, which `tabletalk replay --watch` numbers, or after the last one (last), or how the last game ended (result), as a PNG file.",
     tool_draw, NULL},
    {.name = NULL},
};

bool tool_has_folder(const struct config *config, FILE *err)
{
    if (text_same_word(config->store, "memory"))
        fputs("tabletalk: with store = memory nothing is kept that another process could look at\n",
              err);
    else if (!config->data_folder[0])
        fputs("tabletalk: there is no home folder to look for the tables in: give --data FOLDER\n",
              err);
    else
        return true;
    return false;
}

static void show_copy(void *arg, const struct store_copying *copying)
{
    enum { MEGABYTE = 1000000 };
    struct progress *progress = arg;
    int64_t now = progress_now();
    char line[100];
    if (!progress_is_due(progress, now) || copying->all == 0)
        return;
    snprintf(line, sizeof line, "%s: %d %%, %ld of %ld MB",
             copying->is_check ? "checking the copy" : "copying",
             (int)(copying->done * 100 / copying->all), (long)(copying->done / MEGABYTE),
             (long)(copying->all / MEGABYTE));
    progress_write(progress, line, now);
}

int tool_backup(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    if (argc != 2) {
        fputs("usage: tabletalk backup FILE\n", err);
        return CLI_USAGE;
    }
    log_setup(LOG_ERROR, -1); /* the command itself says what goes wrong */
    if (!tool_has_folder(config, err))
        return EXIT_FAILURE;
    if (text_same_word(config->store, "postgres")) {
        fputs(
            "tabletalk: with store = postgres the server keeps the tables: pg_dump --format=custom makes a copy, also "
            "while tabletalk runs\n",
            err);
        return EXIT_FAILURE;
    }
    struct progress progress;
    progress_begin(&progress, err, progress_now());
    bool is_done = store_sqlite_backup(config->data_folder, argv[1], show_copy, &progress, &why);
    progress_end(&progress);
    if (is_done) {
        fprintf(out, "%s is a whole copy. Keep it private: it holds what everybody has in hand.\n",
                argv[1]);
        return EXIT_SUCCESS;
    }
    fprintf(err, "tabletalk: %s\n", bytes);
    return EXIT_FAILURE;
}
