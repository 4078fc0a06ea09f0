/* People who talk to the commands over the one house of household.h: how fast they type, and
   that nothing is answered. */
#ifndef TALK_H
#define TALK_H

#include "household.h"

/* For cmocka: open_lasting() with commands. */
int open_talking(void **state);

/* Says it at once, and forgets what was told before. */
void blurt(const char *room, const char *who, const char *text);
/* The same, so slowly that it is never too much. */
void say(const char *room, const char *who, const char *text);

/* ann and bob play in the room; ann is to move (the seed says so). */
void seat_two(const char *room);

#define assert_silence()                                                                           \
    do {                                                                                           \
        if (house.length > 0)                                                                      \
            fail_msg("this should not have been told:\n%s", house.told);                           \
    } while (0)

#endif
