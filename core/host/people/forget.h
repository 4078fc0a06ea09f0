/* People who ask to be forgotten, and those an admin names (host_admin.h). */
#ifndef FORGET_H
#define FORGET_H

#include <stdbool.h>
#include <stdint.h>

struct host;
struct row_kind;

enum {
    FORGET_CODE = 6,
    FORGET_MS = 10 * 60 * 1000,
    FORGET_TRIES = 5, /* wrong codes of one person, then the code is void */
    FORGET_WAITING_MOST =
        256 /* codes of one network that wait; one more ends the oldest of that network */
};

void forget_fini(struct host *host);
extern const struct row_kind forget_row;
/* The process of another network has begun to forget somebody; `value` is NULL if it is done,
   and all others are. */
void forget_learn(struct host *host, int64_t number, const char *value);
/* `is_early`: records may not be read yet. */
void forget_tick(struct host *host, bool is_early);

#endif
