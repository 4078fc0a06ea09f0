/* What an operator's programs can see of the host: what is wrong with it as a whole, and its
   figures (core/base/figures.h). */
#ifndef HOST_FIGURES_H
#define HOST_FIGURES_H

#include <stdint.h>

struct figures;
struct host;

/* The time now, on the same clock, for what the store is about to answer: how long a save took
   is counted by it. */
void host_note_time(struct host *host, int64_t now);
/* What is wrong with the house as a whole. */
enum host_trouble { HOST_IS_WELL, HOST_RECOVERS, HOST_FAILS_TO_SAVE /* less than a minute ago */ };
enum host_trouble host_trouble(const struct host *host, int64_t now);
/* Puts the host's figures onto a page. */
void host_put_figures(struct host *host, struct figures *figures);

#endif
