/* The start of a game. First everybody has to be within reach, for hands go to people in
   private. Then the seats are closed: nothing that the deal follows from can be chosen any more
   but people's cuts, for which there is a bounded time (docs/fairness.md). Then the cards are
   dealt. */
#ifndef BEGIN_H
#define BEGIN_H

#include <stdbool.h>

struct heard;
struct input;
struct prose;
struct session;

/* Begins now, or when everybody can be reached: `heard` said start, and soon hears for whom the
   start waits; or, if by_itself, `heard` filled the table, or is NULL where something else that
   it waited for has come. */
void begin_game(struct session *session, const struct heard *heard, bool by_itself);
/* Seats are closed: deals, unless people may still cut. `heard`, whose word was waited for, may
   be NULL. */
void begin_go_on(struct session *session, const struct heard *heard);
/* Somebody at a closed table says start: is ready, and hears for whom the deal waits. */
void begin_hurry(struct session *session, const struct heard *heard);
/* Seconds until the deal if nobody says anything; people who have neither cut nor said start.
   Puts nothing if the table does not wait. */
void begin_put_wait(const struct session *session, struct prose *tale);
/* Runs INPUT_STARTERS: the start has waited for a while. */
void begin_tell_waiting(struct session *session);

/* The input asked for a start that waits: it is dealt with when begin_release() says so. */
bool begin_holds(const struct session *session, const struct input *input);
/* The start does not wait any more. */
void begin_release(struct session *session);

#endif
