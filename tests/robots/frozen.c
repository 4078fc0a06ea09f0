/* Which frozen robot plays which game. */
#include "frozen.h"

#include <string.h>

frozen_robot *frozen_of(const struct game *game)
{
    static const struct {
        const char *id;
        frozen_robot *robot;
    } all[] = {
#define GAME(id) {#id, frozen_##id},
#include "games.def"
#undef GAME
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].id, game->id) == 0)
            return all[i].robot;
    return NULL;
}
