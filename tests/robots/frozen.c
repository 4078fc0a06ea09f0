/* Which frozen robot plays which game. */
#include "frozen.h"

#include <string.h>

frozen_robot *frozen_of(const struct game *game)
{
    static const struct {
        const char *id;
        frozen_robot *robot;
    } all[] = {
        {"coloretto", frozen_coloretto},
        {"colorcatcher", frozen_colorcatcher},
        {"heartcatchers", frozen_heartcatchers},
        {"hearts", frozen_hearts},
        {"kritters", frozen_kritters},
        {"roygbiv", frozen_roygbiv},
        {"gofish", frozen_gofish},
        {"ohhell", frozen_ohhell},
        {"spades", frozen_spades},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].id, game->id) == 0)
            return all[i].robot;
    return NULL;
}
