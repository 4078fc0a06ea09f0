/* Measures with utf8proc. A grapheme is as wide as its characters together, but never wider than two columns: terminals
   and chat clients show joined emoji, flags and combining marks in the same way. */
#include "columns.h"

#include <stdbool.h>
#include <utf8proc.h>

enum { EMOJI_STYLE = 0xfe0f, FLAG_FIRST = 0x1f1e6, FLAG_LAST = 0x1f1ff, COLUMNS_MAX = 2 };

static int scalar_columns(utf8proc_int32_t scalar)
{
    return scalar == EMOJI_STYLE ? COLUMNS_MAX : utf8proc_charwidth(scalar);
}

/* Reads one grapheme; returns its bytes. */
static int read_grapheme(const char *text, int length, int *wide)
{
    utf8proc_int32_t state = 0, before = 0;
    int at = 0;
    *wide = 0;
    while (at < length) {
        utf8proc_int32_t scalar;
        int size = (int)utf8proc_iterate((const utf8proc_uint8_t *)text + at, length - at, &scalar);
        if (size <= 0) {
            size = 1; /* ill-formed bytes are shown as one replacement character */
            scalar = 0xfffd;
        }
        if (at > 0 && utf8proc_grapheme_break_stateful(before, scalar, &state))
            break;
        *wide += scalar_columns(scalar);
        before = scalar;
        at += size;
    }
    if (*wide > COLUMNS_MAX)
        *wide = COLUMNS_MAX;
    return at;
}

static bool is_ascii(const char *text, int length)
{
    for (int i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

int columns_fit(const char *text, int length, int limit)
{
    int at = 0;
    if (is_ascii(text, length))
        return length < limit ? length : limit;
    while (at < length) {
        int wide, size = read_grapheme(text + at, length - at, &wide);
        limit -= wide;
        if (limit < 0)
            break;
        at += size;
    }
    return at;
}

int columns(const char *text, int length)
{
    int sum = 0;
    if (is_ascii(text, length))
        return length;
    for (int at = 0, wide; at < length; sum += wide)
        at += read_grapheme(text + at, length - at, &wide);
    return sum;
}
