/* The texts of strings.def. */
#include "discord_strings.h"

const char *const discord_strings[] = {
#define STRING(id, text) [DISCORD_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};
