/* The texts of strings.def, and what this network adds to the help of commands. */
#include "irc_strings.h"

#include <stddef.h>

const char *const irc_strings[] = {
#define STRING(id, text) [IRC_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const struct host_help irc_help[] = {
    {"set",
     "WORDS: look and plain, colours, symbols, emoji or reader (for a screen reader) for cards, narrow, wide or width "
     "200 for lines; messages or notices for answers; nudge, to be told in private when it is your turn, or nudge off. !set channel and the same words are for everybody in a channel; !set channel bare yes reads moves there without a "
     "prefix, and !set channel bridge NICK names a bot that repeats what people elsewhere say. !settings has the "
     "house rules of a channel."},
    {"ban", "NAME can be an account ($bob) or a host (host:192.0.2.7), too."},
    {NULL, NULL},
};
