/* ASCII folding with the two Scandinavian extensions that RFC 1459 left behind. */
#include "casemap.h"

#include <string.h>

#include "text.h"

enum casemap casemap_named(const char *name)
{
    if (!name || text_same_word(name, "rfc1459"))
        return CASEMAP_RFC1459;
    if (text_same_word(name, "strict-rfc1459") || text_same_word(name, "rfc1459-strict"))
        return CASEMAP_RFC1459_STRICT;
    return CASEMAP_ASCII;
}

static char fold(enum casemap map, char c)
{
    /* In ASCII "A-Z[\]^" stands exactly 32 before "a-z{|}~". */
    char last = map == CASEMAP_RFC1459 ? '^' : map == CASEMAP_RFC1459_STRICT ? ']' : 'Z';
    return c >= 'A' && c <= last ? (char)(c + 32) : c;
}

bool irc_fold(enum casemap map, const char *name, char *folded, size_t size)
{
    size_t length = 0;
    for (; name[length] && length + 1 < size; length++)
        folded[length] = fold(map, name[length]);
    folded[length] = '\0';
    return name[length] == '\0';
}

bool irc_is_same(enum casemap map, const char *a, const char *b)
{
    while (*a && fold(map, *a) == fold(map, *b))
        a++, b++;
    return *a == *b;
}

bool irc_has_control(const char *name)
{
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return true;
    return false;
}
