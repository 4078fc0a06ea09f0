/* The sentences of strings.def beside this file, by number; view_sentence() expands them. */
#ifndef RELAY_STRINGS_H
#define RELAY_STRINGS_H

enum relay_string {
#define STRING(id, text) RELAY_STRING_##id,
#include "strings.def"
#undef STRING
    RELAY_STRING_COUNT
};

extern const char *const relay_strings[RELAY_STRING_COUNT];

#endif
