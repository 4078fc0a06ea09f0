#include "pace.h"

#include "text.h"

const char *const pace_words[PACES] = {"", "live", "slow", "off"};

int pace_of(const char *word)
{
    for (int pace = PACE_LIVE; pace < PACES; pace++)
        if (text_same_word(word, pace_words[pace]))
            return pace;
    return -1;
}
