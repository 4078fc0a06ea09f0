/* The people who asked for a start and do not know yet that it waits. */
#ifndef STARTERS_H
#define STARTERS_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* False if there is no place. */
bool starters_keep(struct session *session, const struct heard *heard);
/* The input is not dealt with yet: its start waits, and begin_release() follows. */
bool begin_holds(const struct session *session, const struct input *input);
/* The game begins, or the table goes. If is_answered, the network may be told that the inputs are dealt with. */
void begin_release(struct session *session, bool is_answered);

#endif
