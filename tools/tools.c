/* The table of the tools; and the backup, which storage/ does. */
#include "tools.h"

#include <stdlib.h>

#include "log.h"
#include "progress.h"
#include "store.h"
#include "store_read.h"
#include "text.h"

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
     "Draw the faces of all games on one sheet, a PNG file: what `tabletalk discord cards` uploads.",
     tool_cards, NULL},
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
