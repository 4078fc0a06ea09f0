/* A store that misbehaves on order, around another one that keeps what gets through: for tests
   of what uses a store. Settings and appends count alike as writes. Everything else is the
   contract of store.h. */
#ifndef FAULTY_STORE_H
#define FAULTY_STORE_H

#include "store.h"

/* Owns `inner` from here on. Returned as its own type for the orders below; the store to hand
   around is faulty_store_front. store_close on the front closes both. */
struct faulty_store;
struct faulty_store *faulty_store_new_take(struct store *inner);
struct store *faulty_store_front(struct faulty_store *faulty);

/* After the next `skip` writes, `count` of them end with `result` and change nothing; replaces
   an earlier order. INT_MAX: until the next order. */
void faulty_store_fail(struct faulty_store *faulty, int skip, int count, enum store_result result);

/* After the next `skip` writes, `count` of them are carried out, and all that is told of them is
   STORE_UNKNOWN; replaces an earlier order. With faulty_store_fail(..., STORE_UNKNOWN) nothing
   is carried out and the same is told. */
void faulty_store_lose_answers(struct faulty_store *faulty, int skip, int count);

/* The same for what is read: after the next `skip` readings (store_load, and store_read of a
   record), `count` of them tell nothing else. */
void faulty_store_fail_reads(struct faulty_store *faulty, int skip, int count,
                             enum store_result result);

/* While held, writes are carried out but nobody hears of it: a slow disk, or a kill between the
   commit and the answer. store_flush does not wait for held completions. */
void faulty_store_hold(struct faulty_store *faulty, bool held);

/* How many writes were handed over so far: the place to plant a fault is one of them. */
int faulty_store_writes(const struct faulty_store *faulty);

#endif
