/* What a thought found out, in averages. */
#ifndef REASON_H
#define REASON_H

#include "robot.h"

/* The average of what the seat won by a move in the first so many worlds. */
double mean_gain(const struct robot_arena *arena, int move, int worlds);

/* Sets arena->reason for the move that was chosen. */
void give_reason(const struct robot_question *question, int chosen, struct robot_arena *arena);

#endif
