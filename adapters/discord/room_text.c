/* See room_text.h. */
#include "room_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "markdown.h"
#include "prose.h"
#include "text.h"

enum { CALLED = 12, WHOLE_BYTES = 64 * 1024 };

/* People, by id. */
struct callees {
    char ids[CALLED][DISCORD_ID];
    int count;
};

struct tale {
    struct tale *next;
    struct prose prose;
};

struct room_text {
    struct tale *tales;
    struct prose block, next;
    struct callees called; /* whom `next` calls */
    struct callees ever;   /* whom the message has called since it is there */
    int piece, piece_end;  /* bytes of the whole drawing that were sent, and that are under way */
    bool is_in_fence;      /* a block is open where the piece begins */
    bool fence_after;      /* and where it ends */
    bool has_more;         /* behind the piece */
};

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
        free(tale);
    }
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
    while (*end)
        end = &(*end)->next;
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->prose = *prose;
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
    text->block = *board;
    prose_clear(&text->next);
    if (is_given(post->next))
        text->next = *post->next;
    text->called.count = 0; /* whoever was called before is not waited for any more */
    for (int i = 0; i < post->called_count; i++)
        add_called(&text->called, post->called[i]);
}

void room_text_merge(struct room_text *text, const struct room_text *more)
{
    for (const struct tale *tale = more->tales; tale; tale = tale->next)
        add_tale(text, &tale->prose);
    if (more->block.length > 0) {
        text->block = more->block;
        text->next = more->next;
        text->called = more->called;
    }
    for (int i = 0; i < more->called.count; i++)
        add_called(&text->ever, more->called.ids[i]);
}

void room_text_copy_state(struct room_text *text, const struct room_text *from)
{
    text->block = from->block;
    text->next = from->next;
    if (from->block.length == 0) /* nothing but words so far: a table that has not begun */
        room_text_merge(text, from);
}

struct room_text *room_text_take_tale(struct room_text *text)
{
    struct room_text *tale = room_text_new();
    tale->tales = text->tales;
    text->tales = NULL;
    if (!tale->tales) { /* the board itself is too long for one message */
        tale->block = text->block;
        prose_clear(&text->block);
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

static void draw_tales(const struct room_text *text, const struct markdown_style *style, struct text *out)
{
    for (const struct tale *tale = text->tales; tale; tale = tale->next) {
        text_put(out, out->length > 0 ? "\n" : "");
        markdown_put(&tale->prose, style, out);
    }
}

static int names_called(const struct prose *prose)
{
    int count = 0;
    for (int i = 0; i < prose->span_count; i++)
        count += prose->spans[i].style == PROSE_CALL;
    return count;
}

/* Whom it waits for: mentioned in place of their names, or behind them if not everybody who is named there is called. */
static void draw_next(const struct room_text *text, const struct markdown_style *style, struct text *out)
{
    const char *ids[CALLED];
    struct markdown_style calling = *style;
    int count = room_text_called(text, ids, CALLED);
    bool is_each = names_called(&text->next) == count;
    calling.called = ids;
    calling.called_count = is_each ? count : 0;
    markdown_put(&text->next, &calling, out);
    for (int i = 0; i < count && !is_each; i++)
        text_putf(out, " <@%s>", ids[i]);
}

static void draw(const struct room_text *shown, const struct room_text *text, const struct markdown_style *style,
                 struct text *out)
{
    const struct room_text *state = text->block.length > 0 || !shown ? text : shown;
    if (shown)
        draw_tales(shown, style, out);
    draw_tales(text, style, out);
    text_put(out, out->length > 0 && state->block.length + state->next.length > 0 ? "\n" : "");
    markdown_put(&state->block, style, out);
    if (state->next.length > 0) {
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
