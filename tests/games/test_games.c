/* The generic suite over the games that are named, or over every game of games.def. Here with
   the sanitizers and so over fewer games, some more in ./check --long; tests/soak runs it
   without them over as many as ./check wants, or over any number. */
#include "game.h"
#include "games.h"
#include "generic.h"
#include "long.h"

#include <stdio.h>

enum { A_LINE = 12, A_LINE_LONG = 40 };

int main(int argc, char **argv)
{
    int failed = 0, a_line = is_long() ? A_LINE_LONG : A_LINE;
    if (argc < 2)
        return generic_run("games", games, game_count, a_line);
    for (int i = 1; i < argc; i++) {
        const struct game *game = game_find(argv[i]);
        if (!game) {
            fprintf(stderr, "games.def has no game '%s'\n", argv[i]);
            return 2;
        }
        failed += generic_run(game->id, &game, 1, a_line);
    }
    return failed;
}
