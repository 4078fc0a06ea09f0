/* How people are called at tables, whatever their networks let them be called. Robots have names
   of ours; nobody else gets one that looks like theirs. */
#ifndef CALLED_H
#define CALLED_H

#include "robot.h"

/* "robot" and the like, by level. */
const char *called_robot(enum robot_level level);
/* The name as it is shown, typed and kept: without characters that cannot be seen; "somebody"
   where nothing is left of it; "robot-person" where it looks like a robot's name. "" stays so. */
void called_person(const char *name, char *out, int size);

#endif
