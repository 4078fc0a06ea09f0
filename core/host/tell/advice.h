/* Words for what a robot would play in somebody's place: a hint, and what a coach says before each
   move of the seat that is coached. Both follow from that seat's sight alone. In a lesson the
   coach has the lesson's own words as long as the game is on its way. Knows no thinker:
   table/asking.c asks one, and gives what it thought. */
#ifndef ADVICE_H
#define ADVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "move.h"
#include "robot.h"

struct playing;
struct prose;
struct session;

/* One thought of a seat's next move. */
struct advice {
    uint64_t sight;          /* outcome_hinted_sight() of what it is about */
    struct move move, other; /* other: of the reason */
    struct robot_reason reason;
    unsigned whys;  /* of a session: verbs (bits) whose promise and danger it was told */
    bool has_why;   /* and this one now */
    bool holds;     /* of a session: the hand waits until the coach has thought */
    bool is_latest; /* that hand also tells what came before a restart */
};

void advice_put_hint(const struct session *session, const struct advice *advice, struct prose *out);
void advice_put_only(const struct session *session, const struct move *move, struct prose *out);

/* ---- the coach ---- */

/* The seat's hand has to wait, because the coach thinks of what to say with it. Without a thinker
   the coach says what looks best at once. */
bool advice_holds(struct session *session, int seat);
/* The session's own is about this. */
struct advice *advice_take(struct session *session, const struct advice *thought);
/* What the coach says to the seat now, on a line of its own; nothing if it has nothing to say. */
void advice_put(const struct session *session, int seat, struct prose *out);
/* Behind a lesson: what was learned, and what to type next. */
void advice_put_end(const struct session *session, const struct playing *playing,
                    struct prose *out);

#endif
