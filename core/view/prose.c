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
    prose->language = LANGUAGE_EN;
    prose->form = NULL;
    prose->text[0] = '\0';
}

void prose_open(struct prose *prose, enum language language)
{
    prose_clear(prose);
    prose->language = language;
}

/* Returns how many of the bytes fitted. Keeps room for the ellipsis at the end. */
static int take(struct prose *prose, const char *bytes, int length)
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
        return; /* without its span a stretch is plain text, and no text is lost */
    prose->spans[prose->span_count++] = (struct prose_span){
        .at = at, .length = prose->length - at, .style = style, .colour = colour};
}

void prose_styled(struct prose *prose, enum prose_style style, enum colour colour, const char *text)
{
    int at = prose->length;
    take(prose, text, (int)strlen(text));
    add_span(prose, at, style, colour);
}

/* A text of ours in the language and the form of the prose. */
static inline const char *said(const struct prose *prose, const char *text, int *length)
{
    if (prose->language == LANGUAGE_EN) {
        *length = (int)strlen(text);
        return text;
    }
    const char *translated = language_text(prose->language, text);
    if (translated != text && !strchr(text, '|'))
        return language_form(translated, prose->form ? prose->form : "", length);
    *length = (int)strlen(translated);
    return translated;
}

static void put_card(struct prose *prose, enum colour colour, const char picture[PROSE_PICTURE],
                     const char *words, int length)
{
    int before = prose->span_count, at = prose->length;
    take(prose, words, length);
    add_span(prose, at, PROSE_CARD, colour);
    if (prose->span_count > before)
        memcpy(prose->spans[before].picture, picture, PROSE_PICTURE);
}

void prose_card(struct prose *prose, enum colour colour, const char picture[PROSE_PICTURE],
                const char *name)
{
    int length;
    const char *words = said(prose, name, &length);
    put_card(prose, colour, picture, words, length);
}

void prose_code(struct prose *prose, enum colour colour, const char picture[PROSE_PICTURE],
                const char *code)
{
    put_card(prose, colour, picture, code, (int)strlen(code));
}

static bool is_command_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* The next "!word" in the bytes, or their end. */
static const char *find_command(const char *text, const char *end)
{
    for (const char *p = text; p + 1 < end; p++)
        if (*p == '!' && is_command_letter(p[1]) && (p == text || p[-1] != '!'))
            return p;
    return end;
}

void prose_put_bytes(struct prose *prose, const char *text, int length)
{
    for (const char *end = text + length; text < end;) {
        const char *mark = find_command(text, end), *after = mark;
        take(prose, text, (int)(mark - text));
        int at = prose->length;
        while (after < end && (after == mark || is_command_letter(*after)))
            after++;
        take(prose, mark, (int)(after - mark));
        add_span(prose, at, PROSE_COMMAND, COLOUR_NONE);
        text = after;
    }
}

void prose_put(struct prose *prose, const char *text)
{
    int length;
    const char *bytes = said(prose, text, &length);
    prose_put_bytes(prose, bytes, length);
}

void prose_put_typed(struct prose *prose, const char *text)
{
    prose_put_bytes(prose, text, (int)strlen(text));
}

void prose_putf(struct prose *prose, const char *format, ...)
{
    char bytes[1024];
    va_list args;
    va_start(args, format);
    struct text text = text_over(bytes, sizeof bytes);
    text_vputf(&text, format, args);
    va_end(args);
    prose_put_bytes(prose, bytes, text.length);
    prose->cut |= text.cut;
}

void prose_put_foreign(struct prose *prose, enum prose_style style, const char *text)
{
    int at = prose->length;
    bool is_name = (style == PROSE_NAME || style == PROSE_CALL) && *text;
    for (int left = (int)strlen(text), size; left > 0; text += size, left -= size) {
        unsigned scalar;
        size = text_utf8(text, left, &scalar);
        if (size == 0) {
            size = 1;
            take(prose, "?", 1);
        } else if (!text_is_hidden(scalar)) {
            take(prose, text, size);
        }
    }
    if (is_name && !text_is_shown(prose->text + at))
        take(prose, "?", 1);
    add_span(prose, at, style, COLOUR_NONE);
}

bool prose_calls(const struct prose *prose, int from, int to, const char *name, int length)
{
    bool calls = false;
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        calls |= span->style == PROSE_CALL && span->at >= from && span->at + span->length <= to &&
                 span->length == length &&
                 memcmp(prose->text + span->at, name, (size_t)length) == 0;
    }
    return calls;
}

int prose_begin(struct prose *prose, enum prose_style style)
{
    if (prose->span_count == PROSE_SPANS)
        return -1;
    prose->spans[prose->span_count] = (struct prose_span){.at = prose->length, .style = style};
    return prose->span_count++;
}

void prose_end(struct prose *prose, int begun)
{
    if (begun >= 0)
        prose->spans[begun].length = prose->length - prose->spans[begun].at;
}

bool prose_is_frame(const struct prose_span *span)
{
    return span->style == PROSE_BOARD || span->style == PROSE_ENTRY || span->style == PROSE_DIM ||
           span->style == PROSE_VOICE;
}

void prose_append_part(struct prose *prose, const struct prose *more, int from, int length)
{
    int at = prose->length, end = from + take(prose, more->text + from, length);
    for (int i = 0; i < more->span_count && prose->span_count < PROSE_SPANS; i++) {
        struct prose_span span = more->spans[i];
        if (span.at + span.length > end && span.style == PROSE_BOARD)
            span.length = end - span.at; /* a board that was cut needs its font, too */
        if (span.at < from || span.length <= 0 || span.at + span.length > end)
            continue;
        span.at += at - from;
        prose->spans[prose->span_count++] = span;
    }
}

void prose_append(struct prose *prose, const struct prose *more)
{
    prose_append_part(prose, more, 0, more->length);
    prose->cut |= more->cut;
}

int prose_voice(const struct prose *prose)
{
    int bytes = 0;
    for (int i = 0; i < prose->span_count; i++)
        if (prose->spans[i].style == PROSE_VOICE)
            bytes += prose->spans[i].length + (prose->spans[i].at > 0);
    return bytes;
}

const struct prose *prose_without_voice(const struct prose *prose, struct prose *out)
{
    int at = 0;
    if (prose_voice(prose) == 0)
        return prose;
    prose_open(out, prose->language);
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->style != PROSE_VOICE)
            continue;
        prose_append_part(out, prose, at, span->at - at - (span->at > at));
        at = span->at + span->length;
    }
    prose_append_part(out, prose, at, prose->length - at);
    out->cut |= prose->cut;
    return out;
}
