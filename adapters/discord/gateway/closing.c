/* See closing.h. */
#include "closing.h"

#include <stddef.h>
#include <stdio.h>

#include "log.h"
#include "text.h"

enum { MS_PER_S = 1000, NUMBER = 24 };

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

/* ---- the log ---- */

void closing_log_loss(int shard, int code, const char *why, int64_t wait)
{
    char id[NUMBER], number[NUMBER], seconds[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    snprintf(number, sizeof number, "%d", code);
    snprintf(seconds, sizeof seconds, "%.1f", (double)wait / MS_PER_S);
    log_event(LOG_WARN, "discord-shard-lost", "shard", id, "code", number, "why", why, "again_in_s", seconds,
              (char *)0);
}

void closing_log_up(int shard, const char *by)
{
    char id[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    log_event(LOG_INFO, "discord-shard-up", "shard", id, "by", by, (char *)0);
}

void closing_log_unreadable(const char *type, int position)
{
    char place[NUMBER];
    snprintf(place, sizeof place, "%d", position);
    log_event(LOG_WARN, "discord-event-unreadable", "type", type, "at_byte", place, (char *)0);
}

void closing_log_too_big(const char *type)
{
    log_event(LOG_WARN, "discord-event-too-big", "type", type, (char *)0);
}
