/* See looks.h. */
#include "looks.h"

#include <stddef.h>
#include <string.h>

#include "text.h"

struct range {
    unsigned first, last;
};

/* In rising order. */
static const struct range hidden[] = {
    {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},      {0x34f, 0x34f},   {0x61c, 0x61c},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},  {0x200b, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfeff, 0xfeff},  {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
static const struct range blank[] = {{' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                                     {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                     {0x2800, 0x2800}, {0x3000, 0x3000}};
/* Choose how the character before them is drawn: needed behind some, and nothing by themselves. */
static const struct range variants[] = {{0xfe00, 0xfe0f}};

static bool has(const struct range *ranges, size_t count, unsigned scalar)
{
    for (size_t i = 0; i < count && scalar >= ranges[i].first; i++)
        if (scalar <= ranges[i].last)
            return true;
    return false;
}

#define HAS(ranges, scalar) has(ranges, sizeof(ranges) / sizeof *(ranges), scalar)

bool looks_hidden(unsigned scalar)
{
    return HAS(hidden, scalar);
}

bool looks_blank(unsigned scalar)
{
    return HAS(blank, scalar);
}

const char *looks_behind_blanks(const char *text)
{
    unsigned scalar = 0;
    for (int left = (int)strlen(text), size; left > 0; text += size, left -= size) {
        size = text_utf8(text, left, &scalar);
        if (size == 0 || !HAS(blank, scalar))
            break;
    }
    return text;
}

bool looks_shown(const char *text)
{
    for (int left = (int)strlen(text), size; left > 0; text += size, left -= size) {
        unsigned scalar;
        size = text_utf8(text, left, &scalar);
        if (size == 0 || !(HAS(hidden, scalar) || HAS(blank, scalar) || HAS(variants, scalar)))
            return true;
    }
    return false;
}

void looks_put(struct text *out, const char *bytes)
{
    for (int left = (int)strlen(bytes), size; left > 0; bytes += size, left -= size) {
        unsigned scalar;
        size = text_utf8(bytes, left, &scalar);
        if (size == 0 || scalar < ' ' || (scalar >= 0x7f && scalar < 0xa0))
            text_put(out, "?");
        else if (!HAS(hidden, scalar))
            text_put_bytes(out, bytes, size);
        size = size ? size : 1;
    }
}
