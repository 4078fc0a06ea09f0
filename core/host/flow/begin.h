/* The start of a game that may have to wait until everybody can be given the hand. */
#ifndef BEGIN_H
#define BEGIN_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* Begins now, or when everybody can be reached: `heard` said start, and soon hears for whom the start waits; or, if
   by_itself, `heard` filled the table, or is NULL where something else that it waited for has come. */
void begin_game(struct session *session, const struct heard *heard, bool by_itself);
/* Runs INPUT_STARTERS: the start has waited for a while. */
void begin_tell_waiting(struct session *session);

/* The input asked for a start that waits: it is dealt with when begin_release() says so. */
bool begin_holds(const struct session *session, const struct input *input);
/* The start does not wait any more. */
void begin_release(struct session *session);

#endif
