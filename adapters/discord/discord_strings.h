/* The sentences of strings.def beside this file, by number; view_sentence() expands them. */
#ifndef DISCORD_STRINGS_H
#define DISCORD_STRINGS_H

#include "host.h"

enum discord_string {
#define STRING(id, text) DISCORD_STRING_##id,
#include "strings.def"
#undef STRING
    DISCORD_STRING_COUNT
};

/* What !set and !ban take on Discord. */
extern const struct host_help discord_help[];

extern const char *const discord_strings[DISCORD_STRING_COUNT];

#endif
