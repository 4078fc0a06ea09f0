#include "text.h"

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
    if (start == 0)
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

/* A bit for each letter of the word. */
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
