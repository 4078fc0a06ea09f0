/* The texts of strings.def. */
#include "irc_strings.h"

const char *const irc_strings[] = {
#define STRING(id, text) [IRC_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};
