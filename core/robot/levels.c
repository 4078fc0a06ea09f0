/* How much each level thinks. Rollouts are data, not time, so that a level plays alike on every
   machine: of each game, as many as took 15 ms of CPU on the machine they were measured on
   (docs/robots.md). */
#include "robot.h"

static int rollouts_of(const struct game *game, int seats)
{
    enum { USUAL = 300 };
    int rollouts = 0;
    for (int count = 0; count <= seats && count <= TABLE_SEATS; count++)
        rollouts = game->rollouts[count] > 0 ? game->rollouts[count] : rollouts;
    return rollouts > 0 ? rollouts : USUAL;
}

int robot_halved(int rollouts)
{
    return rollouts > 1 ? rollouts / 2 : rollouts;
}

int robot_rollouts(const struct game *game, int seats, enum robot_level level)
{
    enum { MEDIUM = 100, EASY_BLIND = 20 };
    int hard = rollouts_of(game, seats);
    switch (level) {
    case ROBOT_EASY:
        return game->weigh ? ROBOT_LOOKS : EASY_BLIND;
    case ROBOT_MEDIUM:
        if (game->medium > 0)
            return game->medium;
        return hard < 4 * MEDIUM ? hard / 4 : MEDIUM;
    case ROBOT_HARD:
        return hard;
    case ROBOT_RANDOM:
    case ROBOT_LEVELS:
        break;
    }
    return ROBOT_DRAWS;
}
