/* Libraries that are opened when they are first needed. What libcurl, cairo and libpq lean on
   are fifty more; to find, map and bind them is most of what a start costs, and most starts need
   none of them. A list (.def) names the functions that we call; a header of ours makes a struct
   of pointers to them of it, and puts these in the place of the names. The package still has to
   be installed. */
#ifndef LATE_H
#define LATE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

struct late_function {
    const char *name;
    void *slot; /* the pointer to it */
};

/* Finds all functions in the library, for good. False, with what the system says in `why`, if it
   or one of them is not there; then all pointers are NULL. Blocks for some milliseconds. */
bool late_open(const char *library, const struct late_function *functions, size_t count,
               struct text *why);

#endif
