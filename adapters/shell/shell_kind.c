/* The terminal as a kind of network: used where the configuration asks for no other. The only file
   of the adapter that knows the configuration. */
#include "adapter.h"
#include "config.h"
#include "shell.h"

static struct adapter *open_shell(const struct network_place *place, const struct config *config,
                                  int i, void **kept)
{
    (void)i, (void)kept;
    return shell_open(place, config->name, config->plain, config_kept_file(config, "history"));
}

const struct network_kind shell_kind = {
    .name = "shell", .shown = "the terminal", .open = open_shell};
