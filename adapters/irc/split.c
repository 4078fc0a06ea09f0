/* Where messages end. Measures by rendering, so that formatting counts with what it costs on the wire. */
#include "split.h"

#include <string.h>

#include "check.h"
#include "prose.h"
#include "render.h"
#include "text.h"

/* Places where a stretch that begins at `from` may end, best kind first. 0: none. */
struct breaks {
    int wide;     /* before two blanks or more */
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
    char bytes[4 * PROSE_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    render_stretch(cut->prose, from, to, cut->ink, &text);
    return text.length;
}

static bool fits(const struct cut *cut, int from, int to)
{
    /* Rendering adds bytes and takes none but broken ones away: what is far too long need not be drawn. */
    return to - from <= 2 * SPLIT_MESSAGE && rendered_length(cut, from, to) <= cut->limit;
}

/* The end of the chip that covers `at`, or `at`. */
static int chip_end(const struct prose *prose, int at)
{
    for (int i = 0; i < prose->span_count && prose->spans[i].at <= at; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->style == PROSE_CARD && at < span->at + span->length)
            return span->at + span->length;
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
    if (at < end && prose->text[at] == ' ' && prose->text[at - 1] != ' ')
        *(skip_blanks(prose, at, end) - at > 1 ? &breaks->wide : &breaks->blank) = at;
}

/* The best end of a message that begins at `from`; the line ends at `end` and is too long for one. */
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

/* What stands between two lines of the prose in one message: a sentence or a heading needs no more than a blank. */
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
    if (cut->length > 0 && cut->length + (int)strlen(joint) + rendered_length(cut, from, to) > cut->limit)
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

void split_prose(const struct prose *prose, const struct ink *ink, int limit, split_fn *fn, void *arg)
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
