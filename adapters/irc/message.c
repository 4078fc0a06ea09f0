/* "ann hides a card.  ann: 1[R] 2[G] ...   draw 7. bob to move." */
#include "message.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "outbox.h"
#include "prose.h"
#include "render.h"

enum { MARK_BYTES = 3 };

/* U+200B in front: nothing we say looks like a command to the next bot, and our own kind knows our private answers by it
   (irc_hear.c). */
static const char mark[] = "\xe2\x80\x8b";

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

/* What happened, how it stands and whom it waits for, as one text. */
static void compose(const struct outbox_item *item, struct prose *out)
{
    prose_clear(out);
    if (item->tale)
        prose_append(out, item->tale);
    if (item->board) {
        prose_put(out, out->length > 0 ? "  " : "");
        prose_append(out, item->board);
    }
    if (!item->next)
        return;
    prose_put(out, ends_sentence(out) ? (out->length > 0 ? " " : "") : ". ");
    prose_append(out, item->next);
    prose_put(out, ends_sentence(item->next) ? "" : ".");
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

static void draw(const struct outbox_item *item, const struct ink *ink, int limit, split_fn *fn, void *arg)
{
    const struct prose *const parts[] = {item->tale, item->board, item->next};
    struct prose whole;
    compose(item, &whole);
    if (!whole.cut)
        split_prose(&whole, ink, limit, fn, arg);
    for (int i = 0; whole.cut && i < 3; i++) /* longer together than prose can be */
        if (parts[i])
            split_prose(parts[i], ink, limit, fn, arg);
}

static void count_line(void *arg, const char *line)
{
    (void)line;
    ++*(int *)arg;
}

/* Colours are worth their bytes, but not a second line. */
static struct ink thrifty_ink(const struct outbox_item *item, const struct ink *ink, int limit)
{
    struct ink plain = {.is_plain = true, .prefix = ink->prefix};
    int coloured_lines = 0, plain_lines = 0;
    draw(item, ink, limit, count_line, &coloured_lines);
    if (coloured_lines == 2 && !ink->is_plain)
        draw(item, &plain, limit, count_line, &plain_lines);
    return plain_lines == 1 ? plain : *ink;
}

void message_draw(const struct outbox_item *item, const struct ink *ink, int limit, const char *nick, split_fn *fn,
                  void *arg)
{
    bool is_bounded = item->kind == OUTBOX_ANSWER && !item->is_private;
    struct drawing drawing = {.item = item, .most = is_bounded ? MESSAGE_ANSWER_LINES : INT_MAX, .fn = fn, .arg = arg};
    struct ink chosen = thrifty_ink(item, ink, limit - MARK_BYTES);
    draw(item, &chosen, limit - MARK_BYTES, draw_line, &drawing);
    if (drawing.lines > drawing.most) {
        char more[128];
        snprintf(more, sizeof more, "There is more: say the same to me in private, /msg %s", nick);
        fn(arg, more);
    }
}
