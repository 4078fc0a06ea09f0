/* Sieves a server's text before a parser sees it: takes JSON in pieces, drops the members that nobody reads, and lets
   through no more than parsing may cost. One pass, no recursion. Knows the keys that nobody reads (sieve.c has the
   list), not what the others mean; jansson judges whether the text is JSON. */
#ifndef SIEVE_H
#define SIEVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

enum {
    SIEVE_BYTES = 640 * 1024, /* kept of one text */
    SIEVE_VALUES = 24000,     /* keys and values kept of one text: jansson takes 13 ms and 7 MB for them at most */
    SIEVE_REST = 4096,        /* bytes left for what follows "d" */
    SIEVE_DEPTH = 60,         /* of lists and objects in one another; anything deeper is too much */
    SIEVE_KEY = 32
};

struct sieve {
    struct bytes kept;
    int values; /* kept */
    unsigned depth;
    uint64_t are_objects; /* by depth: what is open is an object, not a list */
    bool is_in_string, is_escaped, is_key, is_in_word, awaits_key;
    char key[SIEVE_KEY];
    size_t key_length;     /* >= SIEVE_KEY: longer than any of ours */
    size_t key_at;         /* where it begins in `kept` */
    unsigned dropped_from; /* the depth of the member that is being dropped; 0 if none is */
    bool has_dropped;      /* the last thing was such a member, whose comma may have to go */
    bool is_in_data;       /* the member "d" of the outermost object */
    size_t data_at;        /* where its value begins in `kept` */
    int values_before;
    bool is_too_much;  /* nothing more is kept, until the end of "d" or of all */
    bool is_too_deep;  /* and that is why: it would be so with less of it, too */
    bool has_cut_data; /* "d" was too much, and is null */
};

/* All zero is empty. Frees and empties. */
void sieve_fini(struct sieve *sieve);
void sieve_clear(struct sieve *sieve);

void sieve_put(struct sieve *sieve, const char *bytes, size_t length);

/* sieve->kept has the rest. True if sieve->is_too_much, and the rest is of no use. */
bool sieve_is_lost(const struct sieve *sieve);

#endif
