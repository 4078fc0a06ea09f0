/* What is asked of the machine: a library that is opened late, and the name of a user. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct text;

/* Libraries that are opened when they are first needed. What libcurl, cairo and libpq lean on
   are fifty more; to find, map and bind them is most of what a start costs, and most starts need
   none of them. A list (.def) names the functions that we call; a header of ours makes a struct
   of pointers to them of it, and puts these in the place of the names. The package still has to
   be installed. */
struct machine_function {
    const char *name;
    void *slot;
};

/* Finds all functions in the library, for good. False, with what the system says in `why`, if it
   or one of them is not there; then all pointers are NULL. Blocks for some milliseconds. */
bool machine_open_library(const char *library, const struct machine_function *functions,
                          size_t count, struct text *why);

enum { USER_NAME_BYTES = 64 };

/* "ann", or "number 4242" if the user has no name or one that is too long to show. May read
   files. */
void machine_user_name(uid_t id, char out[USER_NAME_BYTES]);

#endif
