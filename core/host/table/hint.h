/* Hints: what a hard robot would play in somebody's seat, by what that person sees, and why;
   told to the person alone. The record says that there was one before anybody is told, for the
   game is not rated then. The seed of the thought follows from the sight: the same sight gets
   the same hint, and the game's luck is not touched.

   Bounded: one a turn; one at a time for each person, and HINTS_MOST in all; each person is one
   payer of the thinker. */
#ifndef HINT_H
#define HINT_H

#include <stdbool.h>
#include <stdint.h>

enum { HINTS_MOST = 256 };

struct host;
/* With hints alone. Tells what is known, and when it is to be called again for what cannot be
   told yet. */
void hint_tick(struct host *host);
int64_t hint_at(const struct host *host);
/* Before an orderly end: tells each person who waits for a hint that none comes. */
void hint_leave(struct host *host, bool forgets);
void hint_fini(struct host *host); /* nobody is told anything more */

#endif
