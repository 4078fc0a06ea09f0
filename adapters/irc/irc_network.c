/* What every file of this folder needs of its network: the time, a line of our own, limits, the list of channels. Calls none of
   them. */
#include "irc_network.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_room.h"

enum { MINUTE = 60 * 1000 };

int64_t irc_now(const struct irc *irc)
{
    return loop_now(irc->loop);
}

bool irc_is_ready(const struct irc *irc)
{
    return irc->wire && wire_state(irc->wire) == WIRE_READY;
}

bool irc_limit_allows(struct irc_limit *limit, int64_t now, int64_t period_ms)
{
    if (ring_wait(&limit->times, LIMIT_MOST, period_ms, now) > 0)
        return false;
    ring_add(&limit->times, now);
    return true;
}

void irc_send(struct irc *irc, const char *line)
{
    wire_send(irc->wire, "%s", line);
    bucket_charge(&irc->bucket, NULL, (int)strlen(line) + 2, irc_now(irc));
    if (strncmp(line, "MODE ", 5) == 0 || strncmp(line, "WHO ", 4) == 0)
        bucket_charge_query(&irc->bucket, irc_now(irc));
}

/* At the end of this turn of the loop: what belongs together is there by then, and goes out in the right order. */
void irc_pump_soon(struct irc *irc)
{
    loop_timer_set(&irc->pump, 0);
}

/* Ever more slowly. */
int64_t irc_patience(int times)
{
    static const int64_t delays[] = {MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE};
    enum { DELAYS = sizeof delays / sizeof *delays };
    return delays[times < DELAYS ? times : DELAYS - 1];
}

/* ---- the list of channels, and what was said there of late ---- */

enum casemap irc_casemap(const struct irc *irc)
{
    return irc->wire ? wire_casemap(irc->wire) : CASEMAP_RFC1459;
}

void irc_room_fold(struct irc_room *room)
{
    irc_fold(irc_casemap(room->irc), room->channel->name, room->name, sizeof room->name);
}

struct irc_room *irc_room_find(struct irc *irc, const char *channel)
{
    char folded[HOST_ROOM];
    if (!irc_fold(irc_casemap(irc), channel, folded, sizeof folded))
        return NULL;
    for (int i = 0; i < irc->room_count; i++)
        if (strcmp(irc->rooms[i]->name, folded) == 0)
            return irc->rooms[i];
    return NULL;
}

void irc_room_said(struct irc_room *room, const char *line)
{
    char **place = &room->said[room->said_count++ % IRC_SAID];
    free(*place);
    *place = strdup(line);
    check(*place);
}

void irc_room_forget_said(struct irc_room *room)
{
    for (int i = 0; i < IRC_SAID; i++) {
        free(room->said[i]);
        room->said[i] = NULL;
    }
    room->said_count = room->unheard = 0;
}
