/* The list of channels, and what was said in each of them of late. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_network.h"
#include "irc_room.h"

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
