/* Results until they are seen: how a table came out for somebody who was away at its end stands in
   a row until the person's next word, which is answered with one line more. Of two or more people
   at a table, those whom their network knows again. The row is deleted first, and the line is told
   when that is durable: at most once, and a kill between the two loses it. Bounded: RESULTS_OF_ONE
   of a person, where the newest take the place of the oldest, RESULTS_OF_NETWORK of a network, and
   RESULT_DAYS. The process of the table writes the row; the one that hears the person deletes it.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "language.h"
#include "row.h"

enum { RESULTS_OF_ONE = 5, RESULTS_OF_NETWORK = 10000, RESULT_DAYS = 30 };

struct heard;
struct identity;
struct prose;
struct session;

void results_init(struct host *host);
void results_fini(struct host *host); /* nobody is told anything more */
extern const struct row_kind results_row;
/* `value` is NULL if it was told. */
void results_learn(struct host *host, int64_t number, const char *value);

/* Its match is over, and the result is about to be told. Again after a kill: the same rows. */
void results_make(const struct session *session);
/* The person has said something, under whichever of the linked identities. `is_dealt`: nothing else
   will say that this is dealt with, so the line can be told with the answer. */
void results_tell(struct host *host, const struct heard *heard, bool is_dealt);
/* Those that are too old end. Returns when to call again, in ms of the host's clock. */
int64_t results_tidy(struct host *host);
/* For the person: "Coloretto in #games, where you came in as 2 of 3". Calls for each, under all
   linked identities, the latest first. */
void results_each(const struct host *host, struct identity who, enum language language,
                  void (*each)(void *arg, const struct prose *text, int64_t table), void *arg);

#endif
