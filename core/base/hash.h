/* A hash of texts (FNV-1a), for tables and for what was seen before. Anybody can make two texts with the same hash,
   so nothing that somebody could gain from may be decided by it. */
#ifndef HASH_H
#define HASH_H

#include <stdint.h>

#define HASH_START UINT64_C(14695981039346656037)

/* `hash` with this text behind it, its end included: "ab", "c" is not "a", "bc". */
uint64_t hash_text(uint64_t hash, const char *text);

#endif
