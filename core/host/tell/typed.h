/* What somebody means who types a move: read over the seat's own legal list, or refused with
   what would be right. Plays nothing. */
#ifndef TYPED_H
#define TYPED_H

#include <stdbool.h>
#include <stddef.h>

struct move;
struct prose;
struct trial;

/* Reads one typed move on the table of the trial. False with the reason in `refusal`; where that
   is a question, the trial's seat notes it. */
bool typed_read(struct trial *trial, int seat, bool in_public, const char *typed, struct move *out,
                struct prose *refusal);
/* Whether it is a move once the seat has played `first`, which people may leave unsaid: "show y"
   behind a draw keeps the cards. */
bool typed_implies(const struct trial *trial, int seat, bool in_public, const char *typed,
                   struct move *first);
/* The next of several moves in a message, between ';'. False at the end. */
bool typed_next(const char **rest, char *part, size_t size);
/* False, with the reason, if after some moves of a message it is the turn of others. */
bool typed_is_due(const struct trial *trial, int seat, int played, const char *rest,
                  struct prose *refusal);
/* Says which moves of a message were not played. */
void typed_put_stopped(int played, const char *rest, struct prose *refusal);

#endif
