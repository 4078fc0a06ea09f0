/* See render.h. Lengths are measured by rendering, so that formatting counts with the bytes that it
   costs. */
#include "render.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "check.h"
#include "colour.h"
#include "network.h"
#include "outbox.h"
#include "prose.h"
#include "text.h"
#include "view.h"

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

static int render_grapheme(const char *bytes, int at, int end)
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
        if (start >= end || span->style == PROSE_PLAIN || prose_is_frame(span))
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

/* How many digits of a colour code follow. */
static int digits(const char *text)
{
    int count = 0;
    while (count < 2 && text[count] >= '0' && text[count] <= '9')
        count++;
    return count;
}

static const char *skip_colour(const char *text)
{
    int foreground = digits(text);
    text += foreground;
    if (foreground > 0 && text[0] == ',' && digits(text + 1) > 0)
        text += 1 + digits(text + 1);
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

/* ---- an item as lines ---- */

/* "bob: !hide. ann hides a card. ann: 1[R] 2[G] ... draw 7." First where messages
   end, then how an item is put together. Lengths are measured by rendering, so that formatting
   counts with the bytes that it costs. */

/* Places where a stretch that begins at `from` may end, best kind first. 0: none. */
struct breaks {
    int wide;     /* before two blanks or more, or a bar */
    int sentence; /* before one blank, behind a sentence or a part of one */
    int blank;    /* before one blank */
    int grapheme; /* anywhere but inside a chip */
};

struct cut {
    const struct prose *prose;
    const struct ink *ink;
    int limit;
    render_fn *fn;
    void *arg;
    char message[RENDER_MESSAGE];
    int length;
};

static int rendered_length(const struct cut *cut, int from, int to)
{
    TEXT_UNCLEARED char bytes[4 * PROSE_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    render_stretch(cut->prose, from, to, cut->ink, &text);
    return text.length;
}

static bool fits(const struct cut *cut, int from, int to)
{
    /* Rendering removes broken bytes only, so what is far too long need not be rendered. */
    return to - from <= 2 * RENDER_MESSAGE && rendered_length(cut, from, to) <= cut->limit;
}

/* The end of the chip that covers `at`, or `at`. */
static int chip_end(const struct prose *prose, int at)
{
    for (int i = 0; i < prose->span_count && prose->spans[i].at <= at; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->style == PROSE_CARD && at < span->at + span->length)
            at = span->at + span->length;
    }
    return at;
}

/* The next place behind `at` where a message could end. */
static int step(const struct cut *cut, int at, int end)
{
    int chip = chip_end(cut->prose, at);
    if (chip > at && chip <= end && fits(cut, at, chip))
        return chip;
    return at + render_grapheme(cut->prose->text, at, end);
}

/* Between what is said, and between rows of a board. */
static const char bar[] = " | ";

static bool is_bar(const struct prose *prose, int at)
{
    return strncmp(prose->text + at, bar, sizeof bar - 1) == 0;
}

static int skip_blanks(const struct prose *prose, int at, int end)
{
    while (at < end && prose->text[at] == ' ')
        at++;
    return at;
}

static void note_break(struct breaks *breaks, const struct prose *prose, int at, int end)
{
    breaks->grapheme = at;
    if (at == end || prose->text[at] != ' ' || prose->text[at - 1] == ' ')
        return;
    bool is_wide = skip_blanks(prose, at, end) - at > 1 || is_bar(prose, at);
    *(is_wide ? &breaks->wide : &breaks->blank) = at;
    if (strchr(".;!?", prose->text[at - 1]))
        breaks->sentence = at;
}

/* The best end of a message that begins at `from`; the line ends at `end` and is too long for
   one. */
static int find_break(const struct cut *cut, int from, int end)
{
    enum { PLACES = 2 * RENDER_MESSAGE };
    struct breaks breaks = {0};
    TEXT_UNCLEARED int places[PLACES];
    int count = 0, fit = 0;
    for (int at = step(cut, from, end); at <= end && count < PLACES; at = step(cut, at, end)) {
        places[count++] = at;
        if (at == end)
            break;
    }
    for (int last = count; fit < last;) { /* how many of them fit */
        int middle = (fit + last + 1) / 2;
        if (fits(cut, from, places[middle - 1]))
            fit = middle;
        else
            last = middle - 1;
    }
    for (int i = 0; i < fit; i++)
        note_break(&breaks, cut->prose, places[i], end);
    /* Our own structure first, unless it leaves most of the message empty. */
    if (breaks.wide && rendered_length(cut, from, breaks.wide) >= 2 * cut->limit / 3)
        return breaks.wide;
    if (breaks.sentence && rendered_length(cut, from, breaks.sentence) >= cut->limit / 2)
        return breaks.sentence;
    if (breaks.blank)
        return breaks.blank;
    check(breaks.grapheme > from);
    return breaks.grapheme;
}

static void flush(struct cut *cut)
{
    if (cut->length > 0)
        cut->fn(cut->arg, cut->message);
    cut->length = 0;
}

/* What stands between two lines of the prose in one message: behind a sentence or a heading a
   blank is enough. */
static const char *joint_of(const struct cut *cut)
{
    int last = cut->length - 1;
    while (last >= 0 && (unsigned char)cut->message[last] < 0x20)
        last--;
    return last >= 0 && strchr(".:!?", cut->message[last]) ? " " : " \xc2\xb7 ";
}

static void fill(struct cut *cut, int from, int to)
{
    const char *joint = joint_of(cut);
    if (cut->length > 0 &&
        cut->length + (int)strlen(joint) + rendered_length(cut, from, to) > cut->limit)
        flush(cut);
    struct text text = {.bytes = cut->message, .size = sizeof cut->message, .length = cut->length};
    if (cut->length > 0)
        text_put(&text, joint);
    render_stretch(cut->prose, from, to, cut->ink, &text);
    check(!text.cut);
    cut->length = text.length;
}

static void split_line(struct cut *cut, int from, int end)
{
    from = skip_blanks(cut->prose, from, end);
    while (end > from && cut->prose->text[end - 1] == ' ')
        end--;
    while (from < end) {
        int to = fits(cut, from, end) ? end : find_break(cut, from, end);
        fill(cut, from, to);
        from = to < end && is_bar(cut->prose, to) ? to + (int)sizeof bar - 1 : to;
        from = skip_blanks(cut->prose, from, end);
        if (from < end)
            flush(cut);
    }
}

void render_split(const struct prose *prose, const struct ink *ink, int limit, render_fn *fn,
                  void *arg)
{
    check(limit >= RENDER_LEAST && limit < RENDER_MESSAGE);
    struct cut cut = {.prose = prose, .ink = ink, .limit = limit, .fn = fn, .arg = arg};
    for (int at = 0; at < prose->length;) {
        const char *line_end = memchr(prose->text + at, '\n', (size_t)(prose->length - at));
        int end = line_end ? (int)(line_end - prose->text) : prose->length;
        split_line(&cut, at, end);
        at = end + 1;
    }
    flush(&cut);
}

/* ---- items ---- */

enum { MARK_BYTES = 3, SHORT_NAME = 10 /* graphemes, the last a "~" */ };

/* U+200B in front, so that no line of ours looks like a command to another bot, and other
   Tabletalks know our private answers (hear.c). */
static const char mark[] = "\xe2\x80\x8b";

struct form {
    struct ink ink;
    const struct prose *board; /* NULL if there is nothing to show */
    bool has_short_names;
};

struct drawing {
    const struct outbox_item *item;
    int lines, most;
    render_fn *fn;
    void *arg;
};

static bool ends_sentence(const struct prose *prose)
{
    return prose->length == 0 || strchr(".!?:", prose->text[prose->length - 1]);
}

/* ---- names that leave room ---- */

static int name_start(const struct prose *prose, const struct prose_span *span)
{
    int end = span->at + span->length, at = span->at;
    for (int i = 0; i < SHORT_NAME - 1 && at < end; i++)
        at += render_grapheme(prose->text, at, end);
    return at - span->at;
}

static bool is_name(const struct prose_span *span)
{
    return span->style == PROSE_NAME;
}

/* How many bytes of a name are enough in this text: all of them if the name is short, or begins
   like another one. */
static int enough_of(const struct prose *prose, const struct prose_span *span)
{
    int start = name_start(prose, span);
    if (span->length - start <= 1)
        return span->length;
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *other = &prose->spans[i];
        const char *name = prose->text + span->at, *other_name = prose->text + other->at;
        bool is_same =
            other->length == span->length && memcmp(name, other_name, (size_t)span->length) == 0;
        if (is_name(other) && !is_same && other->length >= start &&
            memcmp(name, other_name, (size_t)start) == 0)
            return span->length;
    }
    return start;
}

/* The same text, its long names cut: "a_fourth_~". */
static void put_shortened(const struct prose *prose, struct prose *out)
{
    int at = 0;
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        int enough = is_name(span) ? enough_of(prose, span) : span->length;
        if (enough == span->length)
            continue;
        char name[PROSE_BYTES];
        snprintf(name, sizeof name, "%.*s~", enough, prose->text + span->at);
        prose_append_part(out, prose, at, span->at - at);
        prose_put_foreign(out, PROSE_NAME, name);
        at = span->at + span->length;
    }
    prose_append_part(out, prose, at, prose->length - at);
}

/* ---- one text ---- */

/* The board, or of a table that goes on what of it is new, put into `news`. NULL if there is
   nothing to show. */
static const struct prose *shown_board(const struct outbox_item *item,
                                       const struct view_rows *known, struct prose *news)
{
    const struct prose *board = item->board;
    if (board && known && item->kind == OUTBOX_PLAY) {
        prose_clear(news);
        if (!item->is_midway)
            view_board_news(known, board, !item->is_real_time, news);
        board = news;
    }
    return board && board->length > 0 ? board : NULL;
}

/* Clients highlight a name at the beginning of a line; so a call comes first. */
static bool is_call(const struct prose *next)
{
    return next && next->span_count > 0 && next->spans[0].style == PROSE_CALL &&
           next->spans[0].at == 0;
}

static void put_next(const struct prose *next, struct prose *out)
{
    prose_put(out, ends_sentence(out) ? (out->length > 0 ? " " : "") : ". ");
    prose_append(out, next);
    prose_put(out, ends_sentence(next) ? "" : ".");
}

/* Call, tale, board and what can be done next as one text. */
static void compose(const struct outbox_item *item, const struct form *form, struct prose *out)
{
    /* a board for a screen reader is sentences */
    bool is_aloud = form->board && ends_sentence(form->board);
    const char *between = is_aloud ? "  " : bar;
    prose_clear(out);
    if (is_call(item->next) && is_aloud)
        put_next(item->next, out);
    else if (is_call(item->next))
        prose_append(out, item->next);
    if (item->tale) {
        prose_put(out, out->length > 0 ? between : "");
        prose_append(out, item->tale);
    }
    if (form->board) {
        prose_put(out, out->length > 0 ? between : "");
        if (form->has_short_names)
            put_shortened(form->board, out);
        else
            prose_append(out, form->board);
    }
    if (item->next && !is_call(item->next))
        put_next(item->next, out);
}

static bool needs_mark(const struct outbox_item *item, const char *line)
{
    static const char marks[] = "!.?,;:@#$%&*+-/\\~^=|<>'\"`";
    return (item->is_private && item->kind == OUTBOX_ANSWER) || strchr(marks, line[0]);
}

static void draw_line(void *arg, const char *line)
{
    struct drawing *drawing = arg;
    char marked[RENDER_MESSAGE + MARK_BYTES];
    if (drawing->lines++ >= drawing->most)
        return;
    snprintf(marked, sizeof marked, "%s%s", needs_mark(drawing->item, line) ? mark : "", line);
    drawing->fn(drawing->arg, marked);
}

static void draw(const struct outbox_item *item, const struct form *form, int limit, render_fn *fn,
                 void *arg)
{
    bool is_first = is_call(item->next);
    const struct prose *const parts[] = {is_first ? item->next : NULL, item->tale, form->board,
                                         is_first ? NULL : item->next};
    struct prose whole;
    compose(item, form, &whole);
    if (!whole.cut)
        render_split(&whole, &form->ink, limit, fn, arg);
    for (int i = 0; whole.cut && i < 4; i++) /* longer together than prose can be */
        if (parts[i])
            render_split(parts[i], &form->ink, limit, fn, arg);
}

static void count_line(void *arg, const char *line)
{
    (void)line;
    ++*(int *)arg;
}

static int lines_of(const struct outbox_item *item, const struct form *form, int limit)
{
    int lines = 0;
    draw(item, form, limit, count_line, &lines);
    return lines;
}

/* Colours and whole names are dropped where that saves a line: of a board any line, of another
   text the second one. */
static struct form thrifty_form(const struct outbox_item *item, const struct prose *board,
                                const struct ink *ink, int limit)
{
    const struct ink plain = {.is_plain = true, .prefix = ink->prefix};
    const struct form forms[] = {
        {*ink, board, false}, {plain, board, false}, {*ink, board, true}, {plain, board, true}};
    int count = board ? 4 : 2, best = 0, least = lines_of(item, &forms[0], limit);
    bool may_save = board ? least > 1 : least == 2;
    for (int i = 1; i < count && least > 1 && may_save; i++) {
        int lines = lines_of(item, &forms[i], limit);
        if (lines < least) {
            least = lines;
            best = i;
        }
    }
    return forms[best];
}

void render_item(const struct outbox_item *item, const struct view_rows *known,
                 const struct ink *ink, int limit, const char *nick, render_fn *fn, void *arg)
{
    struct prose news, tale;
    struct outbox_item quiet = *item;
    bool is_bounded = item->kind == OUTBOX_ANSWER && !item->is_private;
    struct drawing drawing = {
        .item = item, .most = is_bounded ? RENDER_ANSWER_LINES : INT_MAX, .fn = fn, .arg = arg};
    limit -= MARK_BYTES;
    if (item->tale && prose_without_voice(item->tale, &tale) == &tale)
        quiet.tale = &tale;
    struct form chosen = thrifty_form(&quiet, shown_board(item, known, &news), ink, limit);
    if (ink->is_quiet || (quiet.tale != item->tale &&
                          lines_of(item, &chosen, limit) > lines_of(&quiet, &chosen, limit)))
        item = &quiet; /* words about a big moment are worth no line */
    draw(item, &chosen, limit, draw_line, &drawing);
    if (drawing.lines > drawing.most) {
        struct prose more;
        prose_clear(&more);
        view_sentence(&more, irc_strings[IRC_STRING_MORE], "bot", nick, (char *)0);
        fn(arg, more.text);
    }
}
