/* See render.h. */
#include "render.h"

#include <string.h>

#include <utf8proc.h>

#include "check.h"
#include "colour.h"
#include "prose.h"
#include "text.h"

enum { BOLD = 0x02, COLOUR = 0x03, HEX_COLOUR = 0x04, RESET = 0x0f };

static const char zero_width_space[] = "\xe2\x80\x8b";

/* Letter and background colour of a card, so that it can be read on any theme. Two digits each,
   so that no digit of the text is taken for one of ours. */
static const struct chip {
    const char *codes;
    bool is_bold;
} chips[COLOUR_COUNT] = {
    [COLOUR_NONE] = {"", true},         [COLOUR_RED] = {"00,04", false},
    [COLOUR_ORANGE] = {"01,07", false}, [COLOUR_YELLOW] = {"01,08", false},
    [COLOUR_GREEN] = {"01,09", false},  [COLOUR_BLUE] = {"00,12", false},
    [COLOUR_INDIGO] = {"00,02", false}, [COLOUR_VIOLET] = {"00,06", false},
    [COLOUR_CYAN] = {"01,11", false},   [COLOUR_MAGENTA] = {"01,13", false},
    [COLOUR_PINK] = {"01,87", false},   [COLOUR_BROWN] = {"00,05", false},
    [COLOUR_GREY] = {"01,15", false},   [COLOUR_BLACK] = {"00,01", false},
    [COLOUR_WHITE] = {"01,00", false},  [COLOUR_GOLD] = {"01,08", true},
};

/* Characters that change the direction of text around them: they could make a line read
   differently. */
static bool is_bidi(unsigned scalar)
{
    return scalar == 0x61c || scalar == 0x200e || scalar == 0x200f ||
           (scalar >= 0x202a && scalar <= 0x202e) || (scalar >= 0x2066 && scalar <= 0x2069);
}

/* How many bytes from here are printable ASCII, as most are. */
static int plain_bytes(const char *bytes, int length)
{
    int count = 0;
    while (count < length && bytes[count] >= 0x20 && bytes[count] < 0x7f)
        count++;
    return count;
}

static void put_clean(struct text *out, const char *bytes, int length)
{
    for (int at = 0, size; at < length; at += size) {
        unsigned scalar;
        size = plain_bytes(bytes + at, length - at);
        if (size > 0) {
            text_put_bytes(out, bytes + at, size);
            continue;
        }
        size = text_utf8(bytes + at, length - at, &scalar);
        if (size == 0) {
            size = 1;
            text_put(out, "?");
        } else if (scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) || scalar == 0x2028 ||
                   scalar == 0x2029) {
            text_put(out, " ");
        } else if (!is_bidi(scalar)) {
            text_put_bytes(out, bytes + at, size);
        }
    }
}

int render_grapheme(const char *bytes, int at, int end)
{
    utf8proc_int32_t before, scalar, state = 0;
    int next = at + (int)utf8proc_iterate((const utf8proc_uint8_t *)bytes + at, end - at, &before);
    if (next <= at)
        return 1; /* ill-formed: a byte by itself */
    while (next < end) {
        utf8proc_ssize_t size =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + next, end - next, &scalar);
        if (size <= 0 || next + (int)size - at > RENDER_GRAPHEME ||
            utf8proc_grapheme_break_stateful(before, scalar, &state))
            break;
        before = scalar;
        next += (int)size;
    }
    return next - at;
}

static void put_card(const struct prose_span *span, bool is_start, const char *bytes, int length,
                     const struct ink *ink, struct text *out)
{
    const struct chip *chip = &chips[span->colour];
    if (!ink->is_plain) {
        if (chip->is_bold)
            text_putf(out, "%c", BOLD);
        if (chip->codes[0])
            text_putf(out, "%c%s", COLOUR, chip->codes);
    }
    if (is_start)
        text_put(out, look_signs[span->colour][ink->cards]);
    put_clean(out, bytes, length);
    if (!ink->is_plain)
        text_putf(out, "%c", RESET);
}

static void put_strong(const char *bytes, int length, const struct ink *ink, struct text *out)
{
    if (!ink->is_plain)
        text_putf(out, "%c", BOLD);
    put_clean(out, bytes, length);
    if (!ink->is_plain)
        text_putf(out, "%c", RESET);
}

static void put_quiet_name(const char *bytes, int length, struct text *out)
{
    int first = render_grapheme(bytes, 0, length);
    put_clean(out, bytes, first);
    text_put(out, zero_width_space);
    put_clean(out, bytes + first, length - first);
}

/* The part [from, to) of a span. A quiet name highlights nobody. */
static void put_span(const struct prose *prose, const struct prose_span *span, bool is_quiet,
                     int from, int to, const struct ink *ink, struct text *out)
{
    const char *bytes = prose->text + from;
    bool is_start = from == span->at;
    if (span->style == PROSE_CARD) {
        put_card(span, is_start, bytes, to - from, ink, out);
    } else if (span->style == PROSE_STRONG) {
        put_strong(bytes, to - from, ink, out);
    } else if (is_quiet && is_start) {
        put_quiet_name(bytes, to - from, out);
    } else if ((span->style == PROSE_COMMAND || span->style == PROSE_MOVE) && is_start) {
        text_put(out, ink->prefix);
        put_clean(out, bytes + 1, to - from - 1);
    } else {
        put_clean(out, bytes, to - from);
    }
}

void render_stretch(const struct prose *prose, int from, int to, const struct ink *ink,
                    struct text *out)
{
    int line = from;
    check(from >= 0 && to <= prose->length);
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        int start = span->at > from ? span->at : from, end = span->at + span->length;
        if (end > to)
            end = to;
        if (start >= end || span->style == PROSE_PLAIN || span->style == PROSE_BOARD)
            continue;
        put_clean(out, prose->text + from, start - from);
        bool is_called = prose_calls(prose, line, to, prose->text + span->at, span->length);
        /* else the line highlights them anyway */
        bool is_quiet = span->style == PROSE_NAME && !is_called;
        put_span(prose, span, is_quiet, start, end, ink, out);
        from = end;
    }
    put_clean(out, prose->text + from, to - from);
}

/* How many digits of a colour code follow, of at most `most`. */
static int digits(const char *text, int most)
{
    int count = 0;
    while (count < most && text[count] >= '0' && text[count] <= '9')
        count++;
    return count;
}

static const char *skip_colour(const char *text)
{
    int foreground = digits(text, 2);
    text += foreground;
    if (foreground > 0 && text[0] == ',' && digits(text + 1, 2) > 0)
        text += 1 + digits(text + 1, 2);
    return text;
}

void render_strip(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        unsigned char byte = (unsigned char)*from++;
        if (byte == COLOUR)
            from = skip_colour(from);
        else if (byte == HEX_COLOUR)
            from += strspn(from, "0123456789abcdefABCDEF") >= 6 ? 6 : 0;
        else if (byte == '\t')
            *to++ = ' ';
        else if (byte >= 0x20 && byte != 0x7f)
            *to++ = (char)byte;
    }
    *to = '\0';
}

bool render_has_formatting(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20)
            return true;
    return false;
}
