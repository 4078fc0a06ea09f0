/* Tests of all games are tests of one alone where TABLETALK_GAME names it: the others are known to
 * pass. */
#ifndef CHOSEN_H
#define CHOSEN_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

static inline bool are_all_chosen(void)
{
    return getenv("TABLETALK_GAME") == NULL;
}

static inline bool is_chosen(const struct game *game)
{
    return are_all_chosen() || strcmp(getenv("TABLETALK_GAME"), game->id) == 0;
}

#endif
