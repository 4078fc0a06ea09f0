/* The words for the kinds of robots. */
#include "seat.h"

#include "text.h"

const char *const robot_levels[ROBOT_LEVELS] = {"random", "greedy"};

int robot_level_of(const char *word)
{
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (text_same_word(word, robot_levels[level]))
            return level;
    return -1;
}
