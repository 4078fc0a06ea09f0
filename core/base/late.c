/* See late.h. */
#include "late.h"

#include <dlfcn.h>
#include <string.h>

#include "text.h"

bool late_open(const char *library, const struct late_function *functions, size_t count,
               struct text *why)
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
