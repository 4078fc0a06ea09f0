/* The terminal as a kind of network: used where the configuration asks for no other. No other
   file of the adapter knows the configuration. */
#include <stdlib.h>

#include "adapter.h"
#include "config.h"
#include "shell.h"

static struct adapter *open_shell(const struct network_place *place, const struct config *config,
                                  int i, void **kept)
{
    char *history = config_kept_file(config, "history");
    struct shell_setup setup = {.loop = place->loop,
                                .host = place->host,
                                .commands = place->commands,
                                .keep = place->keep,
                                .name = config->name,
                                .history = history,
                                .play = place->play,
                                .leave = place->leave,
                                .unheard = place->unheard,
                                .arg = place->arg};
    struct adapter *shell = shell_new(&setup);
    (void)i, (void)kept;
    free(history);
    return shell;
}

const struct network_kind shell_kind = {
    .name = "shell", .shown = "the terminal", .open = open_shell};
