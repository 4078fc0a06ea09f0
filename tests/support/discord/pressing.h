/* What somebody on Discord can press: the components of a message, before the stand-in as a
   process. Next: standin_child.h. */
#ifndef PRESSING_H
#define PRESSING_H

#include <jansson.h>
#include <stdbool.h>

struct standin_child;

enum { PRESSING_MOVE = 64 };

unsigned pressing_roll(unsigned *dice, unsigned sides);
/* Any component of a message whose id begins with one of these letters; NULL if absent.
   Borrowed. */
const json_t *pressing_pick(const json_t *message, const char *kinds, unsigned *dice);
/* Presses any move of the message, "m12.0.34:hide d them1" or an option of a menu, or of a card of
   it, where it is their last letter: `move` gets it. False if it has none, or not any more. */
bool pressing_move(struct standin_child *discord, const char *who, const json_t *message,
                   unsigned *dice, char move[PRESSING_MOVE]);
/* Presses the button of the message whose id ends so. False if it has none. */
bool pressing_button(struct standin_child *discord, const char *who, const json_t *message,
                     const char *end);

#endif
