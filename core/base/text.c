/* Bounded text: writing it, reading words and characters, what of it can be seen, JSON, hashes. */
#include "text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

struct text text_over(char *bytes, size_t size)
{
    check(size >= 1);
    bytes[0] = '\0';
    return (struct text){.bytes = bytes, .size = (int)size};
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->cut = false;
    text->bytes[0] = '\0';
}

void text_put_bytes(struct text *text, const char *bytes, int length)
{
    int room = text->size - 1 - text->length;
    if (text->cut)
        return; /* nothing may follow a gap */
    if (length > room) {
        length = text_utf8_floor(bytes, room);
        text->cut = true;
    }
    memcpy(text->bytes + text->length, bytes, (size_t)length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_put(struct text *text, const char *string)
{
    text_put_bytes(text, string, (int)strlen(string));
}

void text_vputf(struct text *text, const char *format, va_list args)
{
    int room = text->size - text->length;
    if (text->cut)
        return;
    int wanted = vsnprintf(text->bytes + text->length, (size_t)room, format, args);
    check(wanted >= 0);
    if (wanted < room) {
        text->length += wanted;
        return;
    }
    text->cut = true;
    text->length += text_utf8_floor(text->bytes + text->length, room - 1);
    text->bytes[text->length] = '\0';
}

const char *text_put_number(char bytes[24], long long number)
{
    snprintf(bytes, 24, "%lld", number);
    return bytes;
}

void text_putf(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vputf(text, format, args);
    va_end(args);
}

int text_utf8(const char *bytes, int length, unsigned *scalar)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = length > 0 ? (unsigned char)bytes[0] : 0xff;
    int size = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (size == 0 || size > length)
        return 0;
    unsigned value = size == 1 ? lead : lead & (0x7fu >> size);
    for (int i = 1; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte >> 6 != 2)
            return 0;
        value = value << 6 | (byte & 0x3fu);
    }
    if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    if (scalar)
        *scalar = value;
    return size;
}

int text_utf8_floor(const char *bytes, int limit)
{
    int start = limit;
    while (start > 0 && limit - start < 3 && ((unsigned char)bytes[start - 1] & 0xc0) == 0x80)
        start--;
    if (start <= 0)
        return limit;
    unsigned char lead = (unsigned char)bytes[start - 1];
    int size = lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 1;
    return start - 1 + size <= limit ? limit : start - 1;
}

/* In ASCII "A-Z[\\]^" stands exactly 32 before "a-z{|}~". */
static char fold(unsigned last, char c)
{
    return c >= 'A' && (unsigned char)c <= last ? (char)(c + 32) : c;
}

static char lower(char c)
{
    return fold('Z', c);
}

bool text_fold(unsigned last, const char *name, char *folded, size_t size)
{
    size_t length = 0;
    for (; name[length] && length + 1 < size; length++)
        folded[length] = fold(last, name[length]);
    folded[length] = '\0';
    return name[length] == '\0';
}

bool text_is_same_folded(unsigned last, const char *a, const char *b)
{
    while (*a && fold(last, *a) == fold(last, *b))
        a++, b++;
    return *a == *b;
}

bool text_same_word(const char *a, const char *b)
{
    return text_is_same_folded('Z', a, b);
}

bool text_is_prefix(const char *prefix, const char *word)
{
    while (*prefix && lower(*prefix) == lower(*word))
        prefix++, word++;
    return *prefix == '\0';
}

bool text_has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return true;
    return false;
}

static unsigned letters_of(const char *word)
{
    unsigned letters = 0;
    for (; *word; word++)
        letters |= 1u << (*word & 31);
    return letters;
}

int text_distance(const char *a, const char *b, int limit)
{
    enum { LONGEST = 63 };
    int rows[3][LONGEST + 1];
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > LONGEST || n > LONGEST || m - n > limit || n - m > limit)
        return limit + 1;
    /* a letter that the other word lacks is at least one slip */
    unsigned of_a = letters_of(a), of_b = letters_of(b);
    if (__builtin_popcount(of_a & ~of_b) > limit || __builtin_popcount(of_b & ~of_a) > limit)
        return limit + 1;
    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *row = rows[i % 3], *above = rows[(i - 1) % 3], *twice = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int cost = lower(a[i - 1]) != lower(b[j - 1]);
            int best = above[j - 1] + cost;
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
            row[j] = swapped && twice[j - 2] + 1 < best ? twice[j - 2] + 1 : best;
        }
    }
    int distance = rows[m % 3][n];
    return distance > limit ? limit + 1 : distance;
}

/* ---- what can be seen ---- */

struct range {
    unsigned first, last;
};

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

bool text_is_hidden(unsigned scalar)
{
    return HAS(hidden, scalar);
}

bool text_is_blank(unsigned scalar)
{
    return HAS(blank, scalar);
}

const char *text_behind_blanks(const char *text)
{
    unsigned scalar = 0;
    for (int left = (int)strlen(text), size; left > 0; text += size, left -= size) {
        size = text_utf8(text, left, &scalar);
        if (size == 0 || !HAS(blank, scalar))
            break;
    }
    return text;
}

bool text_is_shown(const char *text)
{
    for (int left = (int)strlen(text), size; left > 0; text += size, left -= size) {
        unsigned scalar;
        size = text_utf8(text, left, &scalar);
        if (size == 0 || !(HAS(hidden, scalar) || HAS(blank, scalar) || HAS(variants, scalar)))
            return true;
    }
    return false;
}

void text_put_shown(struct text *out, const char *bytes)
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

/* ---- JSON ---- */

enum { UNIT = 16 }; /* bytes of one character as it is written, with the NUL */

/* Writes the next character; returns how many bytes of the string it has. */
static int write_unit(const char *at, int left, char unit[UNIT])
{
    unsigned char byte = (unsigned char)*at;
    unsigned scalar = 0;
    int length = text_utf8(at, left, &scalar);
    if (length == 0)
        snprintf(unit, UNIT, "\\\\x%02x", byte);
    else if (byte == '"' || byte == '\\')
        snprintf(unit, UNIT, "\\%c", byte);
    else if (text_is_hidden(scalar) && scalar > 0xffff)
        snprintf(unit, UNIT, "\\u%04x\\u%04x", 0xd7c0 + (scalar >> 10), 0xdc00 | (scalar & 0x3ff));
    else if (text_is_hidden(scalar))
        snprintf(unit, UNIT, "\\u%04x", scalar);
    else
        snprintf(unit, UNIT, "%.*s", length, at);
    return length ? length : 1;
}

void text_put_json(struct text *text, const char *string, int spare)
{
    /* with room for the last quote and the NUL */
    int left = (int)strlen(string), limit = text->size - 2 - spare;
    char unit[UNIT];
    if (text->length >= limit)
        return;
    text_put(text, "\"");
    while (left > 0) {
        int length = write_unit(string, left, unit);
        if (text->length + (int)strlen(unit) > limit)
            break;
        text_put(text, unit);
        string += length;
        left -= length;
    }
    text_put(text, "\"");
}

/* ---- hash ---- */

uint64_t text_hash(uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    while (*text++);
    return hash;
}

uint64_t text_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *byte = bytes; count-- > 0; byte++)
        hash = (hash ^ *byte) * UINT64_C(1099511628211);
    return hash;
}
