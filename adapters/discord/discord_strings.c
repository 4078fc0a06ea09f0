/* The texts of strings.def, and what this network adds to the help of commands. */
#include "discord_strings.h"

#include <stddef.h>

const char *const discord_strings[] = {
#define STRING(id, text) [DISCORD_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const struct host_help discord_help[] = {
    {"set", "WORDS: dm or panel. That is where your hand is shown."},
    {"ban", "NAME can be a user id, too."},
    {NULL, NULL},
};
