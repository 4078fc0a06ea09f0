/* See paint.h. Each span gets an escape sequence in front and a reset behind. Only this file
   makes such sequences, and it lets no other control byte pass, so that nobody at a table can
   move the cursor. */
#include "paint.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "prose.h"
#include "text.h"

enum { INDENT = 2, NARROWEST = 20 };

/* Each card has its own ground and letter colour, readable whatever colours the terminal uses. */
static const struct {
    const char *of_16, *of_256;
} chips[COLOUR_COUNT] = {
    [COLOUR_NONE] = {"7", "7"},
    [COLOUR_RED] = {"97;41", "38;5;231;48;5;160"},
    [COLOUR_ORANGE] = {"30;43", "38;5;16;48;5;208"},
    [COLOUR_YELLOW] = {"30;103", "38;5;16;48;5;226"},
    [COLOUR_GREEN] = {"30;42", "38;5;16;48;5;40"},
    [COLOUR_BLUE] = {"97;44", "38;5;231;48;5;26"},
    [COLOUR_INDIGO] = {"97;44", "38;5;231;48;5;54"},
    [COLOUR_VIOLET] = {"97;45", "38;5;231;48;5;91"},
    [COLOUR_CYAN] = {"30;46", "38;5;16;48;5;51"},
    [COLOUR_MAGENTA] = {"30;105", "38;5;16;48;5;201"},
    [COLOUR_PINK] = {"30;105", "38;5;16;48;5;218"},
    [COLOUR_BROWN] = {"97;41", "38;5;231;48;5;94"},
    [COLOUR_GREY] = {"30;47", "38;5;16;48;5;250"},
    [COLOUR_BLACK] = {"97;40", "38;5;231;48;5;16"},
    [COLOUR_WHITE] = {"30;107", "38;5;16;48;5;231"},
    [COLOUR_GOLD] = {"1;30;103", "1;38;5;16;48;5;220"},
};

static const char *const margins[] = {
    [PAINT_PUBLIC] = "36",
    [PAINT_PRIVATE] = "35",
    [PAINT_OWN] = "2",
};

static const char *const styles[] = {
    [PROSE_PLAIN] = NULL,  [PROSE_CARD] = NULL,  [PROSE_NAME] = NULL,  [PROSE_CALL] = "1",
    [PROSE_COMMAND] = "4", [PROSE_MOVE] = NULL,  [PROSE_BREAK] = NULL, [PROSE_STRONG] = "1",
    [PROSE_SMALL] = "2",   [PROSE_BOARD] = NULL, [PROSE_ENTRY] = NULL, [PROSE_VOICE] = NULL,
};

bool paint_has_sequences(void)
{
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

enum paint_colours paint_colours_of_terminal(void)
{
    const char *term = getenv("TERM"), *deep = getenv("COLORTERM"), *none = getenv("NO_COLOR");
    if ((none && *none) || !term || !paint_has_sequences())
        return PAINT_NONE;
    return strstr(term, "256") || (deep && *deep) ? PAINT_256 : PAINT_16;
}

int paint_width(const char *text, int length)
{
    int width = 0;
    for (int at = 0; at < length;) {
        unsigned scalar = '?';
        int size = text_utf8(text + at, length - at, &scalar);
        width += size ? utf8proc_charwidth((utf8proc_int32_t)scalar) : 1;
        at += size ? size : 1;
    }
    return width;
}

int paint_columns(const struct look *look, int screen)
{
    return look->width && (screen == 0 || look->width < screen) ? look->width : screen;
}

struct brush {
    const struct paint *paint;
    const struct prose *prose;
    struct text *out;
    const char *style; /* the sequence in force; NULL if none */
    int column;
};

static void put_sequence(struct brush *brush, const char *code)
{
    if (brush->paint->colours != PAINT_NONE)
        text_putf(brush->out, "\033[%sm", code);
}

static const char *style_of(const struct brush *brush, const struct prose_span *span)
{
    if (span->style != PROSE_CARD)
        return styles[span->style];
    return brush->paint->colours == PAINT_256 ? chips[span->colour].of_256
                                              : chips[span->colour].of_16;
}

/* The sequence for a place of the prose. NULL if none. */
static const char *style_at(const struct brush *brush, int at)
{
    const char *style = NULL;
    for (int i = 0; i < brush->prose->span_count && brush->prose->spans[i].at <= at; i++) {
        const struct prose_span *span = &brush->prose->spans[i];
        if (at < span->at + span->length && style_of(brush, span))
            style = style_of(brush, span);
    }
    return style;
}

/* Puts one character, or '?' for one that could move the cursor or turn the line. */
static void put_clean(struct text *out, const char *character, int size)
{
    unsigned scalar;
    bool is_shown = text_utf8(character, size, &scalar) == size && !text_is_hidden(scalar);
    text_put_bytes(out, is_shown ? character : "?", is_shown ? size : 1);
}

/* What stands before a card that begins there; "" elsewhere. */
static const char *sign_at(const struct brush *brush, int at)
{
    for (int i = 0; i < brush->prose->span_count; i++) {
        const struct prose_span *span = &brush->prose->spans[i];
        if (span->at == at && span->style == PROSE_CARD)
            return look_signs[span->colour][brush->paint->cards];
    }
    return "";
}

static int sign_width(const struct brush *brush, int from, int to)
{
    int width = 0;
    for (int at = from; at < to; at++) {
        const char *sign = sign_at(brush, at);
        width += paint_width(sign, (int)strlen(sign));
    }
    return width;
}

static void put_char(struct brush *brush, int at, int size)
{
    const char *style = style_at(brush, at), *sign = sign_at(brush, at);
    if (style != brush->style) {
        if (brush->style)
            put_sequence(brush, "0");
        if (style)
            put_sequence(brush, style);
        brush->style = style;
    }
    text_put(brush->out, sign);
    brush->column += paint_width(sign, (int)strlen(sign));
    put_clean(brush->out, brush->prose->text + at, size);
    brush->column += paint_width(brush->prose->text + at, size);
}

static void put_margin(struct brush *brush, enum paint_margin kind, const char *margin)
{
    put_sequence(brush, margins[kind]);
    for (int size; *margin; margin += size) {
        size = text_utf8(margin, (int)strlen(margin), NULL);
        size = size ? size : 1;
        put_clean(brush->out, margin, size);
        brush->column += paint_width(margin, size);
    }
    put_sequence(brush, "0");
}

static void end_style(struct brush *brush)
{
    if (brush->style)
        put_sequence(brush, "0");
    brush->style = NULL;
}

static void break_line(struct brush *brush)
{
    end_style(brush);
    text_putf(brush->out, "\n%*s", INDENT, "");
    brush->column = INDENT;
}

/* Puts the blanks and the word from `at` to the next blank, on a new line if this one is full.
   Returns where the word ends. */
static int put_word(struct brush *brush, int at, int end)
{
    const char *text = brush->prose->text;
    int begin = at;
    while (begin < end && text[begin] == ' ')
        begin++;
    int stop = begin;
    while (stop < end && text[stop] != ' ')
        stop++;
    int width = paint_width(text + at, stop - at) + sign_width(brush, at, stop);
    if (brush->paint->columns >= NARROWEST && brush->column + width >= brush->paint->columns &&
        brush->column > INDENT) {
        break_line(brush);
        at = begin;
    }
    while (at < stop) {
        int size = text_utf8(text + at, stop - at, NULL);
        size = size ? size : 1;
        put_char(brush, at, size);
        at += size;
    }
    return stop;
}

/* Where the line from `at` ends. Small print has a line of its own, without the blank before it. */
static int line_end(const struct prose *prose, int at)
{
    int end = at + (int)strcspn(prose->text + at, "\n");
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->style == PROSE_SMALL && span->at > at && span->at <= end &&
            prose->text[span->at - 1] == ' ')
            return span->at - 1;
    }
    return end;
}

void paint_prose(const struct paint *paint, enum paint_margin kind, const char *margin,
                 const struct prose *prose, struct text *out)
{
    struct paint own = *paint;
    struct prose quiet;
    if (paint->cards == LOOK_PLAIN)
        prose = prose_without_voice(prose, &quiet);
    if (paint->cards != LOOK_UNSET && paint->cards != LOOK_COLOUR)
        own.colours = PAINT_NONE;
    struct brush brush = {.paint = &own, .prose = prose, .out = out};
    for (int at = 0, end; at < prose->length; at = end + 1) {
        end = line_end(prose, at);
        brush.column = 0;
        put_margin(&brush, kind, margin);
        while (at < end)
            at = put_word(&brush, at, end);
        end_style(&brush);
        text_put(out, "\n");
    }
}
