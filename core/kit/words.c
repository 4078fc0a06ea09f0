/* Splits texts into words. Knows nothing of moves. */
#include "words.h"

#include <string.h>

#include "text.h"

/* Without the full stop behind it: telephones put one there. "..." is no word. */
static size_t length_of_word(const char *word, size_t length)
{
    while (length > 0 && (word[length - 1] == '.' || word[length - 1] == '!'))
        length--;
    return length;
}

void words_split(const char *text, struct words *out)
{
    out->count = 0;
    out->too_long = false;
    for (const char *p = text;;) {
        p += strspn(p, " \t,");
        size_t length = strcspn(p, " \t,");
        if (length == 0)
            return;
        if (out->count == WORDS_MAX || length >= WORD_BYTES) {
            out->too_long = true;
            return;
        }
        size_t kept = length_of_word(p, length);
        memcpy(out->list[out->count], p, kept);
        out->list[out->count][kept] = '\0';
        out->count += kept > 0;
        p += length;
    }
}

bool words_listed(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *p = list; p && *p;) {
        size_t size = strcspn(p, " ");
        if (size == length && text_is_prefix(word, p))
            return true;
        p += size;
        p += strspn(p, " ");
    }
    return false;
}

int words_said(const struct words *typed, int at, const char *phrase)
{
    int said = 0;
    for (; *phrase; phrase += strspn(phrase, " "), said++) {
        size_t length = strcspn(phrase, " ");
        if (at + said >= typed->count || strlen(typed->list[at + said]) != length ||
            !text_is_prefix(typed->list[at + said], phrase))
            return 0;
        phrase += length;
    }
    return said;
}
