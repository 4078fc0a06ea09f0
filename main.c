/* Tabletalk from the command line: its commands, then the house (house/house.c). */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin.h"
#include "check.h"
#include "cli.h"
#include "config.h"
#include "heard.h"
#include "host.h"
#include "networks.h"
#include "process.h"
#include "tables.h"
#include "text.h"
#include "tools.h"

static char play[HOST_TEXT]; /* "play heartcatchers match=3" of the command line; "" if absent */

/* Makes deals and robots the same every time, for tests. The installed program cannot do that,
   so no player can know the luck. */
static void fix_luck(struct host *host)
{
#ifdef TABLETALK_FIXED_LUCK
    const char *seed = getenv("TABLETALK_SEED");
    if (seed)
        host_fix_luck(host, strtoull(seed, NULL, 10));
#else
    (void)host;
#endif
}

static bool take_game(int argc, char *const argv[])
{
    struct text text = text_over(play, sizeof play);
    if (!host_is_game(argv[0]))
        return false;
    text_put(&text, "play");
    for (int i = 0; i < argc; i++)
        text_putf(&text, " %s", argv[i]);
    return true;
}

/* The commands of the admin, of the networks, and of tools that need neither. */
static const struct cli_command *all_commands(void)
{
    enum { COMMANDS_MOST = 32 };
    static struct cli_command all[COMMANDS_MOST + 1];
    struct cli_command of_networks[NETWORKS_COMMANDS];
    int count = 0, networks = networks_commands(of_networks, admin_ask_network);
    for (const struct cli_command *row = admin_commands; row->name; row++)
        all[count++] = *row;
    for (int i = 0; i < networks; i++)
        all[count++] = of_networks[i];
    for (const struct cli_command *row = tools_commands; row->name; row++)
        all[count++] = *row;
    check(count <= COMMANDS_MOST);
    return all;
}

int main(int argc, char *argv[])
{
    const struct cli_program program = {.commands = all_commands(),
                                        .take_game = take_game,
                                        .check_values = process_check_values,
                                        .check_files = process_check_files,
                                        .print_example = man_print_example,
                                        .print_man = man_print,
                                        .put_chat_commands = networks_put_chat_commands};
    static struct config config;
    mallopt(M_MMAP_THRESHOLD,
            /* as it is at first; else it grows, and what is large and rare stays in the heap */
            128 * 1024);
    signal(SIGXFSZ, SIG_IGN); /* what gets too large for its limit is refused, as on a full disk */
    int status = cli_start(argc, argv, &program, stdout, stderr, &config);
    if (status != CLI_GO_ON)
        return status;
    const struct process_start start = {&program, argc, argv, *play ? play : NULL, fix_luck};
    return process_run(&start, &config);
}
