/* An item of the outbox as it is read in a channel or query of IRC: its parts put together, cut into lines. Pure: knows
   no connection; where it goes and how long a line may be there are arguments. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "split.h"

struct ink;
struct outbox_item;

enum { MESSAGE_ANSWER_LINES = 3 /* of one public answer; the rest is read in private. Anything else is whole */ };

/* Calls `fn` for each line, at most `limit` bytes long. `nick` is ours: whom to ask for the rest of a long answer. */
void message_draw(const struct outbox_item *item, const struct ink *ink, int limit, const char *nick, split_fn *fn,
                  void *arg);

#endif
