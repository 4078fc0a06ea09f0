/* tabletalk cards: the faces of all games on one sheet. */
#include <stdlib.h>

#include "icon.h"
#include "tools.h"

int tool_cards(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    if (argc != 2) {
        fputs("usage: tabletalk cards FILE\n", err);
        return CLI_USAGE;
    }
    if (!icon_draw_sheet(argv[1], err))
        return EXIT_FAILURE;
    fprintf(out, "%s shows all cards.\n", argv[1]);
    return EXIT_SUCCESS;
}
