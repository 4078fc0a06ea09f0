/* See message.h. "bob: !hide. ann hides a card. ann: 1[R] 2[G] ... draw 7." First where messages
   end, then how an item is put together. Lengths are measured by rendering, so that formatting
   counts with the bytes that it costs. */
#include "message.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "irc_strings.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"
#include "text.h"
#include "view.h"

/* ---- where messages end ---- */

/* Places where a stretch that begins at `from` may end, best kind first. 0: none. */
struct breaks {
    int wide;     /* before two blanks or more */
    int sentence; /* before one blank, behind a sentence or a part of one */
    int blank;    /* before one blank */
    int grapheme; /* anywhere but inside a chip */
};

struct cut {
    const struct prose *prose;
    const struct ink *ink;
    int limit;
    split_fn *fn;
    void *arg;
    char message[SPLIT_MESSAGE]; /* what is being filled */
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
    return to - from <= 2 * SPLIT_MESSAGE && rendered_length(cut, from, to) <= cut->limit;
}

/* The end of the chip, or of the card's name and its chip, that covers `at`, or `at`. */
static int chip_end(const struct prose *prose, int at)
{
    for (int i = 0; i < prose->span_count && prose->spans[i].at <= at; i++) {
        const struct prose_span *span = &prose->spans[i];
        if ((span->style == PROSE_CARD || span->style == PROSE_TIED) &&
            at < span->at + span->length)
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
    *(skip_blanks(prose, at, end) - at > 1 ? &breaks->wide : &breaks->blank) = at;
    if (strchr(".;!?", prose->text[at - 1]))
        breaks->sentence = at;
}

/* The best end of a message that begins at `from`; the line ends at `end` and is too long for
   one. */
static int find_break(const struct cut *cut, int from, int end)
{
    struct breaks breaks = {0};
    for (int at = step(cut, from, end); at <= end && fits(cut, from, at); at = step(cut, at, end)) {
        note_break(&breaks, cut->prose, at, end);
        if (at == end)
            break;
    }
    /* Our own structure first, unless it leaves most of the message empty. */
    if (breaks.wide && rendered_length(cut, from, breaks.wide) >= cut->limit / 3)
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
        from = skip_blanks(cut->prose, to, end);
        if (from < end)
            flush(cut);
    }
}

void split_prose(const struct prose *prose, const struct ink *ink, int limit, split_fn *fn,
                 void *arg)
{
    check(limit >= SPLIT_LEAST && limit < SPLIT_MESSAGE);
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
   Tabletalks know our private answers (irc_hear.c). */
static const char mark[] = "\xe2\x80\x8b";

/* How an item is written. */
struct form {
    struct ink ink;
    const struct prose *board; /* NULL if there is nothing to show */
    bool has_short_names;      /* on the board */
};

struct drawing {
    const struct outbox_item *item;
    int lines, most;
    split_fn *fn;
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
            view_board_news(known, board, item->next, !item->is_real_time, news);
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
    prose_clear(out);
    if (is_call(item->next))
        put_next(item->next, out);
    if (item->tale) {
        prose_put(out, out->length > 0 ? " " : "");
        prose_append(out, item->tale);
    }
    if (form->board) {
        prose_put(out, out->length > 0 ? "  " : "");
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
    char marked[SPLIT_MESSAGE + MARK_BYTES];
    if (drawing->lines++ >= drawing->most)
        return;
    snprintf(marked, sizeof marked, "%s%s", needs_mark(drawing->item, line) ? mark : "", line);
    drawing->fn(drawing->arg, marked);
}

static void draw(const struct outbox_item *item, const struct form *form, int limit, split_fn *fn,
                 void *arg)
{
    bool is_first = is_call(item->next);
    const struct prose *const parts[] = {is_first ? item->next : NULL, item->tale, form->board,
                                         is_first ? NULL : item->next};
    struct prose whole;
    compose(item, form, &whole);
    if (!whole.cut)
        split_prose(&whole, &form->ink, limit, fn, arg);
    for (int i = 0; whole.cut && i < 4; i++) /* longer together than prose can be */
        if (parts[i])
            split_prose(parts[i], &form->ink, limit, fn, arg);
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

void message_draw(const struct outbox_item *item, const struct view_rows *known,
                  const struct ink *ink, int limit, const char *nick, split_fn *fn, void *arg)
{
    struct prose news;
    bool is_bounded = item->kind == OUTBOX_ANSWER && !item->is_private;
    struct drawing drawing = {
        .item = item, .most = is_bounded ? MESSAGE_ANSWER_LINES : INT_MAX, .fn = fn, .arg = arg};
    struct form chosen =
        thrifty_form(item, shown_board(item, known, &news), ink, limit - MARK_BYTES);
    draw(item, &chosen, limit - MARK_BYTES, draw_line, &drawing);
    if (drawing.lines > drawing.most) {
        struct prose more;
        prose_clear(&more);
        view_sentence(&more, irc_strings[IRC_STRING_MORE], "bot", nick, (char *)0);
        fn(arg, more.text);
    }
}
