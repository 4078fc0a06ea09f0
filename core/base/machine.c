#include "machine.h"

#include <dlfcn.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

bool machine_open_library(const char *library, const struct machine_function *functions,
                          size_t count, struct text *why)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    for (size_t i = 0; i < count; i++) {
        void *found = handle ? dlsym(handle, functions[i].name) : NULL;
        if (!found) {
            const char *problem = dlerror();
            text_put(why, problem ? problem : library);
            for (found = NULL; i > 0; i--)
                memcpy(functions[i - 1].slot, &found, sizeof found);
            return false;
        }
        memcpy(functions[i].slot, &found, sizeof found);
    }
    return true;
}

void machine_user_name(uid_t id, char out[USER_NAME_BYTES])
{
    char bytes[4096];
    struct passwd entry, *known = NULL;
    if (getpwuid_r(id, &entry, bytes, sizeof bytes, &known) == 0 && known && known->pw_name &&
        strlen(known->pw_name) < USER_NAME_BYTES)
        snprintf(out, USER_NAME_BYTES, "%s", known->pw_name);
    else
        snprintf(out, USER_NAME_BYTES, "number %lu", (unsigned long)id);
}
