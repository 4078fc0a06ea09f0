/* A seat follows its person from one linked identity to the other. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "input.h"

/* Moves the seat to the identity that speaks, so that hands and calls go there from now on. True
   if that is being saved; the input is heard when it is. */
bool follow_moves_seat(struct session *session, struct input *input);

#endif
