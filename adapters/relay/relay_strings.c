/* The texts of strings.def. */
#include "relay_strings.h"

const char *const relay_strings[] = {
#define STRING(id, text) [RELAY_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};
