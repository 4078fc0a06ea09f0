/* See closing.h. */
#include "closing.h"

#include <stddef.h>

static const struct closing closings[] = {
    {4000, AFTER_RESUME, "Discord had an unknown error"},
    {4001, AFTER_RESUME, "Discord did not know what we sent"},
    {4002, AFTER_RESUME, "Discord could not read what we sent"},
    {4003, AFTER_IDENTIFY, "the session is not valid any more"},
    {CLOSING_BAD_TOKEN, AFTER_END, "the token was refused"},
    {4005, AFTER_IDENTIFY, "we identified twice"},
    {4007, AFTER_IDENTIFY, "the sequence to resume from is not valid"},
    {4008, AFTER_PAUSE, "we sent too fast"},
    {4009, AFTER_IDENTIFY, "the session timed out"},
    {CLOSING_BAD_SHARD, AFTER_END, "the shard was refused"},
    {CLOSING_TOO_FEW_SHARDS, AFTER_END, "there are too few shards"},
    {CLOSING_BAD_VERSION, AFTER_END, "the version of the API was refused"},
    {CLOSING_BAD_INTENTS, AFTER_END, "the intents are not valid"},
    {CLOSING_REFUSED_INTENTS, AFTER_END, "the intents are not allowed"},
};

const struct closing *closing_of(int code)
{
    static const struct closing other = {0, AFTER_RESUME, NULL};
    for (size_t i = 0; i < sizeof closings / sizeof *closings; i++)
        if (closings[i].code == code)
            return &closings[i];
    return &other;
}
