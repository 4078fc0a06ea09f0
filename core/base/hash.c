/* See hash.h. */
#include "hash.h"

uint64_t hash_text(uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    while (*text++);
    return hash;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *byte = bytes; count-- > 0; byte++)
        hash = (hash ^ *byte) * UINT64_C(1099511628211);
    return hash;
}
