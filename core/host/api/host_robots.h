/* How much robots think, and what that costs on this machine. A robot imagines so many games,
   whatever the machine: what it costs is measured only to be told. */
#ifndef HOST_ROBOTS_H
#define HOST_ROBOTS_H

#include <stdbool.h>
#include <stdint.h>

struct host;

/* At tables that are opened from now on robots imagine half as many games. Their records say so,
   and it stays. Call it after host_use_thinker(). */
void host_halve_thoughts(struct host *host);

struct host_thoughts {
    bool is_there; /* robots think */
    bool is_low;   /* half as much, at tables that are opened now */
    /* processor time of a move of a hard robot at such a table, on average; 0: not measured yet */
    int64_t hard_us;
    const char *fitting; /* the best level that takes HOST_THOUGHT_MS at most: "hard" */
};
enum { HOST_THOUGHT_MS = 40 };
/* Has some moves thought about, on the threads, so that it is known soon what a thought costs. */
void host_measure_thoughts(struct host *host);
void host_look_at_thoughts(const struct host *host, struct host_thoughts *out);

#endif
