/* move-store FROM TO: all that one store keeps, copied into the other one, compared row by row,
   and every record played again in both. Changes nothing in FROM. */
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "rebuild.h"
#include "store.h"
#include "store_move.h"
#include "text.h"
#include "tools.h"

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
