/* Who said wrong codes for a link: LINK_TRIES of one source in LINK_LOCK_MS, then its codes are
   not read. Bounded: the latest LINK_TRIERS sources; who meets another's place takes it. */
#ifndef LINK_TRIES_H
#define LINK_TRIES_H

#include <stdbool.h>
#include <stdint.h>

struct heard;

enum { LINK_TRIES = 5, LINK_LOCK_MS = 60 * 60 * 1000, LINK_TRIERS = 256 };

struct link_tries {
    struct link_trier {
        uint64_t who;
        int wrong;
        int64_t since;
    } list[LINK_TRIERS];
};

bool tries_are_over(struct link_tries *tries, const struct heard *heard);
/* returns how many are left */
int tries_note_wrong(struct link_tries *tries, const struct heard *heard);

#endif
