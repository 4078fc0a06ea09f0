/* See room_text.h. */
#include "room_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "markdown.h"
#include "prose.h"
#include "text.h"

enum { CALLED = 12, WHOLE_BYTES = 64 * 1024, TALES_MOST = 40 /* that wait together; the oldest go first */ };

/* People, by id. */
struct callees {
    char ids[CALLED][DISCORD_ID];
    int count;
};

/* A prose as short as it is, for a text may stand for hours. */
struct packed {
    int length, span_count;
    struct prose_span *spans; /* behind them the text */
};

struct tale {
    struct tale *next;
    struct packed *words;
};

struct room_text {
    struct tale *tales;
    int tale_count;
    struct packed *block, *next; /* NULL: none */
    struct callees called;       /* whom `next` calls */
    struct callees ever;         /* whom the message has called since it is there */
    int piece, piece_end;        /* bytes of the whole drawing that were sent, and that are under way */
    bool is_in_fence;            /* a block is open where the piece begins */
    bool fence_after;            /* and where it ends */
    bool has_more;               /* behind the piece */
};

static struct packed *pack(const struct prose *prose)
{
    size_t spans = (size_t)prose->span_count * sizeof *prose->spans;
    struct packed *packed = malloc(sizeof *packed + spans + (size_t)prose->length + 1);
    check(packed);
    packed->length = prose->length;
    packed->span_count = prose->span_count;
    packed->spans = (struct prose_span *)(packed + 1);
    memcpy(packed->spans, prose->spans, spans);
    memcpy(packed->spans + prose->span_count, prose->text, (size_t)prose->length + 1);
    return packed;
}

static void unpack(const struct packed *packed, struct prose *prose)
{
    prose_clear(prose);
    if (!packed)
        return;
    prose->length = packed->length;
    prose->span_count = packed->span_count;
    memcpy(prose->spans, packed->spans, (size_t)packed->span_count * sizeof *packed->spans);
    memcpy(prose->text, packed->spans + packed->span_count, (size_t)packed->length + 1);
}

static void replace(struct packed **place, const struct packed *with)
{
    struct prose prose;
    unpack(with, &prose);
    free(*place);
    *place = with ? pack(&prose) : NULL;
}

struct room_text *room_text_new(void)
{
    struct room_text *text = calloc(1, sizeof *text);
    check(text);
    return text;
}

void room_text_clear(struct room_text *text)
{
    while (text->tales) {
        struct tale *tale = text->tales;
        text->tales = tale->next;
        free(tale->words);
        free(tale);
    }
    free(text->block);
    free(text->next);
    *text = (struct room_text){0};
}

void room_text_free(struct room_text *text)
{
    if (text)
        room_text_clear(text);
    free(text);
}

static void add_tale(struct room_text *text, const struct prose *prose)
{
    struct tale **end = &text->tales;
    if (text->tale_count >= TALES_MOST) {
        struct tale *oldest = text->tales;
        text->tales = oldest->next;
        text->tale_count--;
        free(oldest->words);
        free(oldest);
    }
    while (*end)
        end = &(*end)->next;
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->words = pack(prose);
    text->tale_count++;
}

static bool calls(const struct callees *called, const char *id)
{
    for (int i = 0; i < called->count; i++)
        if (strcmp(called->ids[i], id) == 0)
            return true;
    return false;
}

static void add_called(struct callees *called, const char *id)
{
    if (!calls(called, id) && called->count < CALLED && strlen(id) < DISCORD_ID)
        snprintf(called->ids[called->count++], DISCORD_ID, "%s", id);
}

static bool is_given(const struct prose *prose)
{
    return prose && prose->length > 0;
}

void room_text_put(struct room_text *text, const struct post *post)
{
    const struct prose *board = is_given(post->block) ? post->block : post->board;
    if (is_given(post->tale))
        add_tale(text, post->tale);
    if (!is_given(board))
        return;
    free(text->block);
    free(text->next);
    text->block = pack(board);
    text->next = is_given(post->next) ? pack(post->next) : NULL;
    text->called.count = 0; /* the table waits no more for those called before */
    for (int i = 0; i < post->called_count; i++)
        add_called(&text->called, post->called[i]);
}

void room_text_merge(struct room_text *text, const struct room_text *more)
{
    for (const struct tale *tale = more->tales; tale; tale = tale->next) {
        struct prose prose;
        unpack(tale->words, &prose);
        add_tale(text, &prose);
    }
    if (more->block) {
        replace(&text->block, more->block);
        replace(&text->next, more->next);
        text->called = more->called;
    }
    for (int i = 0; i < more->called.count; i++)
        add_called(&text->ever, more->called.ids[i]);
}

void room_text_copy_state(struct room_text *text, const struct room_text *from)
{
    replace(&text->block, from->block);
    replace(&text->next, from->next);
    if (!from->block) /* nothing but words so far: a table that has not begun */
        room_text_merge(text, from);
}

struct room_text *room_text_take_tale(struct room_text *text)
{
    struct room_text *tale = room_text_new();
    tale->tales = text->tales;
    tale->tale_count = text->tale_count;
    text->tales = NULL;
    text->tale_count = 0;
    if (!tale->tales) { /* the board itself is too long for one message */
        tale->block = text->block;
        text->block = NULL;
    }
    return tale;
}

bool room_text_calls_more(const struct room_text *text, const struct room_text *more)
{
    for (int i = 0; i < more->called.count; i++)
        if (!calls(&text->ever, more->called.ids[i]))
            return true;
    return false;
}

int room_text_called(const struct room_text *text, const char *users[], int most)
{
    int count = text->called.count < most ? text->called.count : most;
    for (int i = 0; i < count; i++)
        users[i] = text->called.ids[i];
    return count;
}

/* ---- drawing ---- */

static void draw_words(const struct packed *words, const struct markdown_style *style, struct text *out)
{
    struct prose prose;
    unpack(words, &prose);
    markdown_put(&prose, style, out);
}

static void draw_tales(const struct room_text *text, const struct markdown_style *style, struct text *out)
{
    for (const struct tale *tale = text->tales; tale; tale = tale->next) {
        text_put(out, out->length > 0 ? "\n" : "");
        draw_words(tale->words, style, out);
    }
}

static int names_called(const struct packed *words)
{
    int count = 0;
    for (int i = 0; words && i < words->span_count; i++)
        count += words->spans[i].style == PROSE_CALL;
    return count;
}

/* Whom it waits for: mentioned in place of their names, or behind them if not everybody who is named there is called. */
static void draw_next(const struct room_text *text, const struct markdown_style *style, struct text *out)
{
    const char *ids[CALLED];
    struct markdown_style calling = *style;
    int count = room_text_called(text, ids, CALLED);
    bool is_each = names_called(text->next) == count;
    calling.called = ids;
    calling.called_count = is_each ? count : 0;
    draw_words(text->next, &calling, out);
    for (int i = 0; i < count && !is_each; i++)
        text_putf(out, " <@%s>", ids[i]);
}

static void draw(const struct room_text *shown, const struct room_text *text, const struct markdown_style *style,
                 struct text *out)
{
    const struct room_text *state = text->block || !shown ? text : shown;
    if (shown)
        draw_tales(shown, style, out);
    draw_tales(text, style, out);
    text_put(out, out->length > 0 && (state->block || state->next) ? "\n" : "");
    draw_words(state->block, style, out);
    if (state->next) {
        text_put(out, out->length > 0 && out->bytes[out->length - 1] != '\n' ? "\n" : "");
        draw_next(state, style, out);
    }
}

bool room_text_draw(const struct room_text *shown, const struct room_text *text, const struct markdown_style *style,
                    struct text *out)
{
    struct markdown_style plain = *style;
    draw(shown, text, style, out);
    if (!out->cut && markdown_length(out->bytes) <= DISCORD_CONTENT)
        return true;
    plain.is_ansi = false;
    plain.emoji = NULL;
    text_clear(out);
    draw(shown, text, &plain, out);
    return !out->cut && markdown_length(out->bytes) <= DISCORD_CONTENT;
}

bool room_text_draw_piece(struct room_text *text, const struct markdown_style *style, struct text *out)
{
    struct markdown_style plain = *style;
    char *whole = malloc(WHOLE_BYTES);
    check(whole);
    struct text all = text_over(whole, WHOLE_BYTES);
    plain.is_ansi = false; /* a piece may begin anywhere */
    plain.emoji = NULL;
    draw(NULL, text, &plain, &all);
    text->fence_after = text->is_in_fence;
    int length = markdown_piece(whole + (text->piece < all.length ? text->piece : all.length), DISCORD_CONTENT,
                                &text->fence_after, out);
    text->piece_end = text->piece + length;
    text->has_more = text->piece_end < all.length;
    free(whole);
    return length > 0;
}

bool room_text_next_piece(struct room_text *text)
{
    text->piece = text->piece_end;
    text->is_in_fence = text->fence_after;
    return text->has_more;
}
