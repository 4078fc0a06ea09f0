/* All of a stopped house, from one kind of store into another. */
#ifndef STORE_MOVE_H
#define STORE_MOVE_H

#include "store.h"

struct text;

struct store_moved {
    int64_t records, lines, settings, outcomes;
};

/* Everything that one store keeps, into another one, all or nothing, each row compared with its
   copy. False, with a sentence for the admin in `why`, if that fails, or if anything is kept in
   `to`. Call it before anything else is asked of either store. Blocks. */
bool store_move(struct store *from, struct store *to, struct store_moved *moved, struct text *why);

#endif
