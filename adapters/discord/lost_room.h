/* A table whose room we may not write to: the people concerned hear why, once, and then how the
   game goes on, by direct message. Only people with an open channel are written to. */
#ifndef LOST_ROOM_H
#define LOST_ROOM_H

#include "application.h"

struct room_text;

/* Nothing can be said in a room any more: tells the people at its table why. `code` is
   Discord's. */
void lost_room_begin(struct discord *discord, const char *room, int code);
/* Tells a post of that room to the people whom it concerns. */
void lost_room_post(struct discord *discord, const struct post *post);
/* Tells a text that was not sent any more to everybody at the table. */
void lost_room_say(struct discord *discord, const char *room, struct room_text *text);
/* The room is gone for good: stops its table and tells the people there. */
void lost_room_close(struct discord *discord, const char *room);
/* Rights have changed, or we were invited again: the room is tried again, at most once in a
   while. */
void lost_room_may_try(struct discord *discord, const char *room);
void lost_room_may_try_in(struct discord *discord, const char *guild);

#endif
