/* The words of a beginning and of a result. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "pages.h"
#include "playing.h"
#include "view.h"

/* That the first, or the next game of the match begins; the result of the one that is over, and how the match stands. */
void tell_started(const struct view *view, const struct playing *playing, struct pages *out);
void tell_next_game(const struct view *view, const struct playing *playing, struct pages *out);
void tell_outcome(const struct view *view, const struct playing *playing, struct pages *out);

#endif
