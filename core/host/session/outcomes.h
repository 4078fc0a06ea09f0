/* What is kept of a game that is over, besides its record: who came where
   (storage/store_outcome.h). */
#ifndef OUTCOMES_H
#define OUTCOMES_H

#include <stdint.h>

#include "playing.h"

struct seat;
struct session;
struct store_outcome;

enum { OUTCOME_OPTIONS = 512, OUTCOME_DECISIONS = 3 };

/* The result of a game. */
struct finished {
    int game_number;
    /* in seconds since 1970; 0 if its record does not say when */
    int64_t ended;
    /* places from 1: those who won share the first one */
    int places[TABLE_SEATS], points[TABLE_SEATS];
};

void finished_take(const struct playing *playing, const struct game *game, int64_t ended,
                   struct finished *out);

/* The game that is played now moves ratings when it is over, as things stand. */
bool outcome_will_be_rated(const struct session *session);

/* The outcome as the store keeps it. Its texts belong to the session, or lie in `options`. */
void outcome_put(const struct session *session, const struct seat *seats,
                 const struct finished *finished, char options[OUTCOME_OPTIONS],
                 struct store_outcome *out);

#endif
