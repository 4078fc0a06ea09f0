/* Who asked for a start that waits, and has not heard yet that it does. */
#ifndef STARTERS_H
#define STARTERS_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* False: there is no place for this one. */
bool starters_keep(struct session *session, const struct heard *heard);
/* This input is not dealt with: what it asked for waits, and begin_release() follows. */
bool begin_holds(const struct session *session, const struct input *input);
/* It begins, or the table goes. `is_answered`: the network may be told so. */
void begin_release(struct session *session, bool is_answered);

#endif
