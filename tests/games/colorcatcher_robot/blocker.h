/* The robot that blocks, for test_colorcatcher_robot.c only. */
#ifndef BLOCKER_H
#define BLOCKER_H

#include "game.h"

int blocker_robot(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance);

#endif
