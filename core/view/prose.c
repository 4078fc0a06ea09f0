/* Builds prose. Knows nothing of cards, tables or networks. */
#include "prose.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

static const char ellipsis[] = "...";

void prose_clear(struct prose *prose)
{
    prose->length = 0;
    prose->span_count = 0;
    prose->cut = false;
    prose->text[0] = '\0';
}

/* Returns how many of the bytes fitted; the end keeps room for the ellipsis. */
static int put_bytes(struct prose *prose, const char *bytes, int length)
{
    int room = PROSE_BYTES - (int)sizeof ellipsis - prose->length;
    if (prose->cut)
        return 0;
    int taken = length <= room ? length : text_utf8_floor(bytes, room);
    memcpy(prose->text + prose->length, bytes, (size_t)taken);
    prose->length += taken;
    prose->text[prose->length] = '\0';
    if (taken < length) {
        memcpy(prose->text + prose->length, ellipsis, sizeof ellipsis);
        prose->length += (int)sizeof ellipsis - 1;
        prose->cut = true;
    }
    return taken;
}

static void add_span(struct prose *prose, int at, enum prose_style style, enum colour colour)
{
    if (style == PROSE_PLAIN || prose->length == at || prose->span_count == PROSE_SPANS)
        return; /* without its span a stretch is plain text: nothing of it is lost */
    prose->spans[prose->span_count++] =
        (struct prose_span){.at = at, .length = prose->length - at, .style = style, .colour = colour};
}

void prose_styled(struct prose *prose, enum prose_style style, enum colour colour, const char *text)
{
    int at = prose->length;
    put_bytes(prose, text, (int)strlen(text));
    add_span(prose, at, style, colour);
}

static bool is_command_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

void prose_put(struct prose *prose, const char *text)
{
    while (*text) {
        const char *mark = text;
        while ((mark = strchr(mark, '!')) && !(is_command_letter(mark[1]) && (mark == text || mark[-1] != '!')))
            mark++;
        int plain = mark ? (int)(mark - text) : (int)strlen(text);
        put_bytes(prose, text, plain);
        text += plain;
        if (!mark)
            return;
        int at = prose->length, length = 1;
        while (is_command_letter(text[length]))
            length++;
        put_bytes(prose, text, length);
        add_span(prose, at, PROSE_COMMAND, COLOUR_NONE);
        text += length;
    }
}

void prose_putf(struct prose *prose, const char *format, ...)
{
    char bytes[1024];
    va_list args;
    va_start(args, format);
    struct text text = text_over(bytes, sizeof bytes);
    text_vputf(&text, format, args);
    va_end(args);
    prose_put(prose, bytes);
    prose->cut |= text.cut;
}

/* Characters that change how the text around them is shown, or show nothing. */
static bool is_control(unsigned scalar)
{
    return scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) || scalar == 0xad || scalar == 0x61c ||
           (scalar >= 0x200b && scalar <= 0x200f) || (scalar >= 0x2028 && scalar <= 0x202e) ||
           (scalar >= 0x2060 && scalar <= 0x206f) || scalar == 0xfeff || (scalar >= 0xfff0 && scalar <= 0xfffb);
}

void prose_put_foreign(struct prose *prose, enum prose_style style, const char *text)
{
    int at = prose->length;
    for (int left = (int)strlen(text), size; left > 0; text += size, left -= size) {
        unsigned scalar;
        size = text_utf8(text, left, &scalar);
        if (size == 0) {
            size = 1;
            put_bytes(prose, "?", 1);
        } else if (!is_control(scalar)) {
            put_bytes(prose, text, size);
        }
    }
    add_span(prose, at, style, COLOUR_NONE);
}

void prose_append(struct prose *prose, const struct prose *more)
{
    int at = prose->length, taken = put_bytes(prose, more->text, more->length);
    for (int i = 0; i < more->span_count && prose->span_count < PROSE_SPANS; i++) {
        struct prose_span span = more->spans[i];
        if (span.at + span.length > taken)
            break;
        span.at += at;
        prose->spans[prose->span_count++] = span;
    }
    prose->cut |= more->cut;
}
