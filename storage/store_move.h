/* Everything that one store keeps, into another one: for a house that is stopped. */
#ifndef STORE_MOVE_H
#define STORE_MOVE_H

#include "store.h"

struct text;

struct store_moved {
    int64_t records, lines, settings, outcomes;
};

/* Copies every row, all or nothing, and compares each with its copy. False, with a sentence for
   the admin in `why`, if that fails, or if anything is kept in `to` before. Call it before
   anything else is asked of either store. Blocks. */
bool store_move(struct store *from, struct store *to, struct store_moved *moved, struct text *why);

#endif
