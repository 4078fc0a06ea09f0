/* The names of this machine's users, for sentences to an admin. Knows the system's list of
   users, and no players. */
#ifndef USER_H
#define USER_H

#include <sys/types.h>

enum { USER_NAME_BYTES = 64 };

/* "ann", or "number 4242" if the user has no name or one that is too long to show. May read
   files. */
void user_name(uid_t id, char out[USER_NAME_BYTES]);

#endif
