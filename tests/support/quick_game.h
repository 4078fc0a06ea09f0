/* A whole game at random, as cheap as the kit can be: what a decision costs is measured on it. */
#ifndef QUICK_GAME_H
#define QUICK_GAME_H

#include "variants.h"

struct events;

/* Plays on a world, as a robot plays them: legal list, a move of it, validation, events, tape.
   Returns how many decisions that were. */
int quick_game(const struct variant *variant, struct sight *world, struct events *events,
               struct chance_seed *seed);

#endif
