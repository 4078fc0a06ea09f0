/* Libraries that are opened when they are first needed. What libcurl, cairo and libpq lean on are fifty more; to find, map and
   bind them is most of what a start costs, and most starts need none of them.
   A header of ours stands before that of the library: it lists the functions that we call, and puts a pointer in the place of
   each name. The package still has to be installed. */
#ifndef LATE_H
#define LATE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

#define LATE_SLOT(name)     __typeof__(name) *name;   /* of a struct that holds the pointers */
#define LATE_FUNCTION(name) {#name, (void *)&(name)}, /* of the list below, behind the macros that replace the names */

struct late_function {
    const char *name;
    void *slot; /* the pointer to it */
};

/* Finds all functions in the library, for good. False, with what the system says in `why`, if it or one of them is not there;
   then all pointers are NULL. Blocks for some milliseconds. */
bool late_open(const char *library, const struct late_function *functions, size_t count, struct text *why);

#endif
