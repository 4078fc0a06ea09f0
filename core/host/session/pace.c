#include "pace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const char *const words[PACES] = {"", "live", "slow", "off"};

const enum pace pace_examples[PACE_EXAMPLES] = {
    PACE_LIVE, PACE_SLOW, PACE_OFF, PACE_SECONDS_LEAST, (enum pace)60, PACE_SECONDS_MOST};

bool pace_is(long long number)
{
    return (number >= 0 && number < PACES) ||
           (number >= PACE_SECONDS_LEAST && number <= PACE_SECONDS_MOST);
}

const char *pace_put_word(enum pace pace, char out[PACE_WORD])
{
    if (pace < PACES)
        snprintf(out, PACE_WORD, "%s", words[pace]);
    else
        snprintf(out, PACE_WORD, "%ds", (int)pace);
    return out;
}

int pace_of(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    for (int pace = PACE_LIVE; pace < PACES; pace++)
        if (text_same_word(word, words[pace]))
            return pace;
    if (digits == 0 || digits > 3)
        return -1;
    int number = atoi(word);
    bool is_minutes = text_same_word(word + digits, "m"),
         is_seconds = !word[digits] || text_same_word(word + digits, "s");
    int seconds = is_minutes ? 60 * number : is_seconds ? number : -1;
    return seconds >= PACE_SECONDS_LEAST && seconds <= PACE_SECONDS_MOST ? seconds : -1;
}
