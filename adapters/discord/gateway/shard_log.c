/* See shard_log.h. */
#include "shard_log.h"

#include <stdio.h>

#include "log.h"

enum { MS_PER_S = 1000, NUMBER = 24 };

void shard_log_loss(int shard, int code, const char *why, int64_t wait)
{
    char id[NUMBER], number[NUMBER], seconds[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    snprintf(number, sizeof number, "%d", code);
    snprintf(seconds, sizeof seconds, "%.1f", (double)wait / MS_PER_S);
    log_event(LOG_WARN, "discord-shard-lost", "shard", id, "code", number, "why", why, "again_in_s", seconds,
              (char *)0);
}

void shard_log_up(int shard, const char *by)
{
    char id[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    log_event(LOG_INFO, "discord-shard-up", "shard", id, "by", by, (char *)0);
}

void shard_log_unreadable(const char *type, int position)
{
    char place[NUMBER];
    snprintf(place, sizeof place, "%d", position);
    log_event(LOG_WARN, "discord-event-unreadable", "type", type, "at_byte", place, (char *)0);
}

void shard_log_too_big(const char *type)
{
    log_event(LOG_WARN, "discord-event-too-big", "type", type, (char *)0);
}
