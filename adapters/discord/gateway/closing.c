/* See closing.h. */
#include "closing.h"

#include <stddef.h>

#include "text.h"

static const struct closing closings[] = {
    {4000, AFTER_RESUME, "Discord had an unknown error", NULL},
    {4001, AFTER_RESUME, "Discord did not know what we sent", NULL},
    {4002, AFTER_RESUME, "Discord could not read what we sent", NULL},
    {4003, AFTER_IDENTIFY, "the session is not valid any more", NULL},
    {CLOSING_BAD_TOKEN, AFTER_END, "the token was refused",
     "Discord refuses the bot's token (close code 4004): it is wrong or was reset. Reset it in the developer portal, page "
     "Bot, and put the new one where the setting \"token\" or \"token_file\" says."},
    {4005, AFTER_IDENTIFY, "we identified twice", NULL},
    {4007, AFTER_IDENTIFY, "the sequence to resume from is not valid", NULL},
    {4008, AFTER_PAUSE, "we sent too fast", NULL},
    {4009, AFTER_IDENTIFY, "the session timed out", NULL},
    {CLOSING_BAD_SHARD, AFTER_END, "the shard was refused",
     "Discord refuses the shard (close code 4010): the setting \"shards\" does not fit; leave it out to take what "
     "Discord advises."},
    {CLOSING_TOO_FEW_SHARDS, AFTER_END, "there are too few shards", NULL},
    {CLOSING_BAD_VERSION, AFTER_END, "the version of the API was refused",
     "Discord does not speak version 10 of its API any more (close code 4012): a newer Tabletalk is needed."},
    {CLOSING_BAD_INTENTS, AFTER_END, "the intents are not valid",
     "Discord does not know the intents that were asked for (close code 4013): a newer Tabletalk is needed."},
    {CLOSING_REFUSED_INTENTS, AFTER_END, "the intents are not allowed", NULL},
};

const struct closing *closing_of(int code)
{
    static const struct closing other = {0, AFTER_RESUME, NULL, NULL};
    for (size_t i = 0; i < sizeof closings / sizeof *closings; i++)
        if (closings[i].code == code)
            return &closings[i];
    return &other;
}

void closing_describe(const struct closing *closing, const char *said, char out[CLOSING_TEXT])
{
    struct text text = text_over(out, CLOSING_TEXT);
    text_put(&text, closing->why ? closing->why : *said ? said : "the connection broke");
    if (closing->why && *said)
        text_putf(&text, " (it said: %s)", said);
}
