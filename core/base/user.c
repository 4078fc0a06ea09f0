/* See user.h. */
#include "user.h"

#include <pwd.h>
#include <stdio.h>
#include <string.h>

void user_name(uid_t id, char out[USER_NAME_BYTES])
{
    char bytes[4096];
    struct passwd entry, *known = NULL;
    if (getpwuid_r(id, &entry, bytes, sizeof bytes, &known) == 0 && known && known->pw_name &&
        strlen(known->pw_name) < USER_NAME_BYTES)
        snprintf(out, USER_NAME_BYTES, "%s", known->pw_name);
    else
        snprintf(out, USER_NAME_BYTES, "number %lu", (unsigned long)id);
}
