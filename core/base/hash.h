/* A hash of texts (FNV-1a), for tables and for what was seen before. Anybody can make two texts
   with the same hash, so a hash must decide nothing that somebody could gain from. */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(14695981039346656037)

/* `hash` continued by this text and its NUL, so that "ab", "c" differs from "a", "bc". */
uint64_t hash_text(uint64_t hash, const char *text);
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count);

#endif
