/* The sentences of strings.def beside this file, by number; view_sentence() expands them. */
#ifndef IRC_STRINGS_H
#define IRC_STRINGS_H

#include "choices.h"
#include "port.h"

enum irc_string {
#define STRING(id, text) IRC_STRING_##id,
#include "strings.def"
#undef STRING
    IRC_STRING_COUNT
};

/* What !set and !ban take on IRC. */
extern const struct host_help irc_help[];

extern const char *const irc_strings[IRC_STRING_COUNT];

#endif
