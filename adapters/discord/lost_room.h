/* What is said of a table whose room takes nothing from us: why, once, and then how the game goes on, by direct message to those
   whom it concerns. Only where that is open already: nobody is written to for the first time because of this. */
#ifndef LOST_ROOM_H
#define LOST_ROOM_H

#include "application.h"

struct room_text;

/* Nothing can be said in a room any more: who sits there hears why. `code` is Discord's. */
void lost_room_begin(struct discord *discord, const char *room, int code);
/* What was to be said there, to those whom it concerns. */
void lost_room_post(struct discord *discord, const struct post *post);
/* The same of something that was not said there any more, to all who sit at the table. */
void lost_room_say(struct discord *discord, const char *room, struct room_text *text);
/* The room is gone for good: its table is closed, and who sits there hears it. */
void lost_room_close(struct discord *discord, const char *room);
/* Rights have changed, or we were invited again: a lost room may be tried, but not too often. */
void lost_room_may_try(struct discord *discord, const char *room);
void lost_room_may_try_in(struct discord *discord, const char *guild);

#endif
