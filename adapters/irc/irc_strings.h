/* The sentences of strings.def beside this file, by number; view_sentence() expands them. */
#ifndef IRC_STRINGS_H
#define IRC_STRINGS_H

enum irc_string {
#define STRING(id, text) IRC_STRING_##id,
#include "strings.def"
#undef STRING
    IRC_STRING_COUNT
};

extern const char *const irc_strings[IRC_STRING_COUNT];

#endif
