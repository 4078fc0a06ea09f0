/* Time-outs of a server: its moderators keep somebody from writing and pressing there for a
   while. Discord tells a bot nothing of them unless it asks, so it asks about people who were
   called and have done nothing for a minute, and again with longer and longer pauses. While a
   time-out lasts, the board offers its person no moves and says how they can play. */
#ifndef TIMEOUTS_H
#define TIMEOUTS_H

#include "application.h"

struct board;
struct room_text;

/* Looks at all boards, once a minute. `again`, called now or later, says a board once more: a
   time-out has begun or ended. */
void timeouts_look(struct discord *discord, void (*again)(struct board *board));
/* Where somebody is known to have been in a time-out (board->timed_out): adds to the words of a
   board, drawn from `text`, what is to be said of it. True if the people whom it waits for can
   press nothing there. */
bool timeouts_put(struct board *board, const struct room_text *text, struct text *out);

#endif
