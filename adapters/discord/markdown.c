/* See markdown.h. */
#include "markdown.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "check.h"
#include "colour.h"
#include "commands.h"
#include "people.h"
#include "posts.h"
#include "prose.h"
#include "text.h"
#include "usage.h"
#include "view.h"

/* In a code block the letter has an ANSI colour. Some colours share one; the letter tells them
   apart. */
static const char *const ansi[COLOUR_COUNT] = {
    [COLOUR_NONE] = "",        [COLOUR_RED] = "31",     [COLOUR_ORANGE] = "1;31",
    [COLOUR_YELLOW] = "33",    [COLOUR_GREEN] = "32",   [COLOUR_BLUE] = "34",
    [COLOUR_INDIGO] = "4;34",  [COLOUR_VIOLET] = "35",  [COLOUR_CYAN] = "36",
    [COLOUR_MAGENTA] = "1;35", [COLOUR_PINK] = "1;35",  [COLOUR_BROWN] = "4;33",
    [COLOUR_GREY] = "30",      [COLOUR_BLACK] = "1;30", [COLOUR_WHITE] = "1;37",
    [COLOUR_GOLD] = "1;33",
};

static const char zero_width_space[] = "\u200B";

static void markdown_packed_open(const struct packed *packed, struct prose *prose);

/* "?" if it is ill-formed. */
static int next_character(const char *bytes, int length, unsigned *scalar)
{
    int size = text_utf8(bytes, length, scalar);
    if (size > 0)
        return size;
    *scalar = '?';
    return 1;
}

/* 0 if absent. No other mark is let through. */
static int channel_mark(const char *bytes, int length)
{
    int at = 2;
    if (length < 4 || bytes[0] != '<' || bytes[1] != '#')
        return 0;
    while (at < length && at < 22 && bytes[at] >= '0' && bytes[at] <= '9')
        at++;
    return at > 2 && at < length && bytes[at] == '>' ? at + 1 : 0;
}

static bool begins_line(const struct text *out)
{
    return out->length == 0 || out->bytes[out->length - 1] == '\n';
}

/* Whether a character would begin a list, a quote or a heading there. */
static bool is_line_mark(const char *bytes, int length)
{
    int digits = 0;
    while (digits < length && bytes[digits] >= '0' && bytes[digits] <= '9')
        digits++;
    return (digits > 0 && digits < length && bytes[digits] == '.') ||
           (digits == 0 && strchr("#>-+", bytes[0]));
}

/* Discord takes "1." at the beginning of a line for a list: the point is escaped. */
static int put_line_mark(const char *bytes, struct text *out)
{
    int digits = (int)strspn(bytes, "0123456789");
    text_put_bytes(out, bytes, digits);
    text_put(out, "\\");
    text_put_bytes(out, bytes + digits, 1);
    return digits + 1;
}

static void put_escaped(const char *bytes, int length, struct text *out)
{
    for (int at = 0; at < length;) {
        unsigned scalar;
        int mark = channel_mark(bytes + at, length - at);
        int size = mark > 0 ? mark : next_character(bytes + at, length - at, &scalar);
        if (mark > 0) {
            text_put_bytes(out, bytes + at, mark);
        } else if (scalar == '\n') {
            text_put(out, "\n");
        } else if (text_is_hidden(scalar)) {
            text_put(out, scalar < 0x20 ? " " : "");
        } else if (begins_line(out) && is_line_mark(bytes + at, length - at)) {
            size = put_line_mark(bytes + at, out);
        } else if (scalar == '@') {
            text_put(out, "@");
            text_put(out, zero_width_space);
        } else if (scalar < 0x80 && strchr("\\*_~|`<[", (int)scalar)) {
            text_putf(out, "\\%c", (char)scalar);
        } else if (scalar == '?') {
            text_put(out, "?");
        } else {
            text_put_bytes(out, bytes + at, size);
        }
        at += size;
    }
}

/* In a code block only the fence is special. A mention pings nobody there, but must not look
   like one either. */
static void put_fixed(const char *bytes, int length, struct text *out)
{
    for (int at = 0, size; at < length; at += size) {
        unsigned scalar;
        size = next_character(bytes + at, length - at, &scalar);
        if (scalar == '`')
            text_put(out, "\u02CB");
        else if (scalar == '@')
            text_put(out, "@\u200B");
        else if (scalar == '\n')
            text_put(out, "\n");
        else if (text_is_hidden(scalar))
            text_put(out, scalar < 0x20 ? " " : "");
        else if (scalar == '?')
            text_put(out, "?");
        else
            text_put_bytes(out, bytes + at, size);
    }
}

/* ---- spans ---- */

struct drawing {
    const struct prose *prose;
    const struct markdown_style *style;
    bool is_fixed; /* inside a block */
    bool is_bold;  /* inside a bold line */
    int *calls;    /* drawn so far */
    struct text *out;
};

static void put_own(const struct drawing *d, const char *bytes, int length)
{
    if (d->is_fixed)
        put_fixed(bytes, length, d->out);
    else
        put_escaped(bytes, length, d->out);
}

static void put_plain(const struct drawing *d, int from, int to)
{
    put_own(d, d->prose->text + from, to - from);
}

static void put_card(const struct drawing *d, const struct prose_span *span)
{
    const char *paint = ansi[span->colour];
    enum look_cards cards = d->style->cards == LOOK_UNSET || d->style->cards == LOOK_COLOUR
                                ? LOOK_EMOJI
                                : d->style->cards;
    bool is_shown = cards == LOOK_EMOJI && !d->is_fixed && d->style->emoji;
    const char *id = is_shown ? discord_emoji_id(d->style->emoji, span->picture) : NULL;
    bool is_painted = d->is_fixed && paint[0];
    if (is_painted)
        text_putf(d->out, "\x1b[%sm", paint);
    if (id)
        text_putf(d->out, "<:%s:%s>", span->picture, id);
    else if (!d->is_fixed)
        text_put(d->out, look_signs[span->colour][cards]);
    put_plain(d, span->at, span->at + span->length);
    if (is_painted)
        text_put(d->out, "\x1b[0m");
}

/* The id of the command that a path begins with. */
static bool find_command(const struct markdown_style *style, const char *path, struct text *id)
{
    char wanted[HOST_NAME + 4];
    snprintf(wanted, sizeof wanted, " %.*s:", (int)strcspn(path, " "), path);
    const char *found = style->commands ? strstr(style->commands, wanted) : NULL;
    if (!found)
        return false;
    found += strlen(wanted);
    text_put_bytes(id, found, (int)strspn(found, "0123456789"));
    return true;
}

/* Where bold begins, and where it ends. */
static void put_bold(const struct drawing *d)
{
    text_put(d->out, d->is_fixed || d->is_bold ? "" : "**");
}

/* The name that may stand among the words behind a command, and where these end: before any other
   span. */
static int words_behind(const struct drawing *d, const struct prose_span *command, int to,
                        const struct prose_span **name)
{
    const struct prose_span *end = d->prose->spans + d->prose->span_count;
    *name = NULL;
    for (const struct prose_span *span = command + 1; span < end; span++) {
        if (prose_is_frame(span))
            continue;
        if (*name || span->style != PROSE_NAME)
            return span->at < to ? span->at : to;
        *name = span;
    }
    return to;
}

/* What is to be typed there, at most up to `to`. Who taps it can send it. Returns where its words
   end. */
static int put_slash(const struct drawing *d, const struct prose_span *span, int to)
{
    char path_bytes[HOST_NAME * 2], id_bytes[DISCORD_ID], said[HOST_TEXT];
    struct text path = text_over(path_bytes, sizeof path_bytes),
                id = text_over(id_bytes, sizeof id_bytes), options = text_over(said, sizeof said);
    const struct prose_span *name;
    const char *text = d->prose->text;
    int from = span->at + span->length, end = words_behind(d, span, to, &name);
    struct commands_row row;
    bool is_command = commands_find(text + span->at + 1, span->length - 1, &row) &&
                      usage_is_slash(&row, text + from, end - from) && usage_put_path(&row, &path);
    bool is_tapped = is_command && !d->is_fixed && find_command(d->style, path_bytes, &id);
    if (is_command)
        from += usage_put_options(&row, text + from, end - from, name ? name->at - from : 0,
                                  name ? name->length : 0, &options);
    else
        text_putf(&path, "move %.*s", span->length - 1, text + span->at + 1);
    if (!is_tapped)
        put_bold(d);
    if (is_tapped)
        text_putf(d->out, "</%s:%s>", path_bytes, id_bytes);
    else
        text_putf(d->out, "/%s", path_bytes);
    put_own(d, said, options.length);
    if (!is_tapped)
        put_bold(d);
    return from;
}

/* Returns where it ends. */
static int put_command(const struct drawing *d, const struct prose_span *span, int to)
{
    if (strcmp(d->style->prefix, "/") == 0)
        return put_slash(d, span, to);
    put_bold(d);
    text_put(d->out, d->style->prefix);
    put_plain(d, span->at + 1, span->at + span->length);
    put_bold(d);
    return span->at + span->length;
}

static void put_span(const struct drawing *d, const struct prose_span *span)
{
    int from = span->at, to = span->at + span->length;
    if (span->style == PROSE_CARD) {
        put_card(d, span);
    } else if (span->style == PROSE_MOVE) {
        text_put(d->out, d->style->prefix);
        text_put(d->out, strcmp(d->style->prefix, "/") == 0 ? "move " : "");
    } else if (span->style == PROSE_CALL && *d->calls < d->style->called_count) {
        text_putf(d->out, "<@%s>", d->style->called[(*d->calls)++]);
    } else if (span->style == PROSE_BREAK && !d->is_fixed) {
        text_put(d->out, "\n");
    } else if (span->style == PROSE_SMALL && !d->is_fixed) {
        text_put(d->out, begins_line(d->out) ? "-# " : "");
        put_plain(d, from, to);
    } else if (span->style == PROSE_STRONG || span->style == PROSE_CALL) {
        put_bold(d);
        put_plain(d, from, to);
        put_bold(d);
    } else {
        put_plain(d, from, to);
    }
}

static void put_range(const struct drawing *d, int from, int to)
{
    for (int i = 0; i < d->prose->span_count; i++) {
        const struct prose_span *span = &d->prose->spans[i];
        if (prose_is_frame(span) || span->at < from || span->at + span->length > to)
            continue;
        put_plain(d, from, span->at);
        from = span->at + span->length;
        if (span->style == PROSE_COMMAND)
            from = put_command(d, span, to);
        else
            put_span(d, span);
    }
    put_plain(d, from, to);
}

/* On lines of its own. */
static void put_board(const struct drawing *d, const struct prose_span *span)
{
    struct drawing board = *d;
    board.is_fixed = d->style->cards == LOOK_COLOUR;
    text_put(d->out, begins_line(d->out) ? "" : "\n");
    text_put(d->out, board.is_fixed ? "```ansi\n" : "");
    put_range(&board, span->at, span->at + span->length);
    text_put(d->out, begins_line(d->out) ? "" : "\n");
    text_put(d->out, board.is_fixed ? "```\n" : "");
}

void markdown_put(const struct prose *prose, const struct markdown_style *style, struct text *out)
{
    int from = 0, calls = 0;
    struct prose quiet;
    if (style->is_quiet || style->cards == LOOK_PLAIN)
        prose = prose_without_voice(prose, &quiet);
    struct drawing d = {
        .prose = prose, .style = style, .is_bold = style->is_bold, .calls = &calls, .out = out};
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->style != PROSE_BOARD || span->at < from)
            continue;
        put_range(&d, from, span->at);
        put_board(&d, span);
        from = span->at + span->length;
        from += prose->text[from] == '\n';
    }
    put_range(&d, from, prose->length);
}

void markdown_put_message(const struct prose *prose, const struct markdown_style *style,
                          struct text *out)
{
    struct markdown_style plain = *style;
    int from = out->length;
    markdown_put(prose, style, out);
    if ((!style->emoji && !style->commands) ||
        (!out->cut && markdown_length(out->bytes) <= DISCORD_CONTENT))
        return;
    plain.emoji = NULL;
    plain.commands = NULL;
    out->length = from;
    out->bytes[from] = '\0';
    out->cut = false;
    markdown_put(prose, &plain, out);
}

/* "<:name:123>"; 0 if another text begins there. */
static size_t emoji_length(const char *at)
{
    size_t name = strncmp(at, "<:", 2) == 0 ? strcspn(at + 2, ":> ") + 2 : 0, id;
    if (name == 0 || at[name] != ':')
        return 0;
    id = strspn(at + name + 1, "0123456789");
    return id > 0 && at[name + 1 + id] == '>' ? name + id + 2 : 0;
}

void markdown_drop_pictures(struct text *text)
{
    char *to = text->bytes;
    for (const char *from = text->bytes; *from;) {
        size_t length = emoji_length(from);
        from += length;
        if (length == 0)
            *to++ = *from++;
    }
    *to = '\0';
    text->length = (int)(to - text->bytes);
}

void markdown_put_foreign(const char *bytes, struct text *out)
{
    put_escaped(bytes, (int)strlen(bytes), out);
}

/* As nearly all labels: nothing in it has to be looked at. */
static bool is_ascii_word(const char *bytes, int length)
{
    bool is_shown = false;
    for (int i = 0; i < length; i++) {
        if (bytes[i] < ' ' || bytes[i] > '~')
            return false;
        is_shown |= bytes[i] != ' ';
    }
    return is_shown;
}

void markdown_put_plain(const char *bytes, int most, struct text *out)
{
    int length = (int)strlen(bytes);
    if (length <= most && is_ascii_word(bytes, length)) {
        text_put_bytes(out, bytes, length);
        return;
    }
    int length_before = out->length;
    bool is_long = markdown_length(bytes) > most;
    for (int at = 0, size, count = 0; at < length && count < (is_long ? most - 1 : most);
         at += size) {
        unsigned scalar;
        size = next_character(bytes + at, length - at, &scalar);
        if (text_is_hidden(scalar))
            continue;
        if (scalar == '?')
            text_put(out, "?");
        else
            text_put_bytes(out, bytes + at, size);
        count++;
    }
    text_put(out, is_long ? "\u2026" : "");
    if (length > 0 && !text_is_shown(out->bytes + length_before))
        text_put(out, "?"); /* Discord takes no button without a word on it */
}

int markdown_length(const char *bytes)
{
    int count = 0;
    for (const char *p = bytes; *p; p++)
        count += ((unsigned char)*p & 0xc0) != 0x80;
    return count;
}

/* ---- the words of a room, as they were posted ---- */

static struct packed *pack(const struct prose *prose)
{
    size_t spans = (size_t)prose->span_count * sizeof *prose->spans;
    struct packed *packed = malloc(sizeof *packed + spans + (size_t)prose->length + 1);
    check(packed);
    packed->next = NULL;
    packed->length = prose->length;
    packed->span_count = prose->span_count;
    packed->spans = (struct prose_span *)(packed + 1);
    memcpy(packed->spans, prose->spans, spans);
    memcpy(packed->spans + prose->span_count, prose->text, (size_t)prose->length + 1);
    return packed;
}

static void replace(struct packed **place, const struct packed *with)
{
    struct prose prose;
    markdown_packed_open(with, &prose);
    free(*place);
    *place = with ? pack(&prose) : NULL;
}

struct markdown_text *markdown_text_new(void)
{
    struct markdown_text *text = calloc(1, sizeof *text);
    check(text);
    return text;
}

/* Drops the oldest. */
static void drop_tale(struct markdown_text *text)
{
    struct packed *tale = text->tales;
    text->tales = tale->next;
    text->tale_count--;
    free(tale);
}

void markdown_text_clear(struct markdown_text *text)
{
    while (text->tales)
        drop_tale(text);
    free(text->block);
    free(text->next);
    *text = (struct markdown_text){0};
}

void markdown_text_free(struct markdown_text *text)
{
    if (text)
        markdown_text_clear(text);
    free(text);
}

static void add_tale(struct markdown_text *text, const struct prose *prose)
{
    struct packed **end = &text->tales;
    if (text->tale_count >= ROOM_TALES)
        drop_tale(text);
    while (*end)
        end = &(*end)->next;
    *end = pack(prose);
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
    if (!calls(called, id) && called->count < ROOM_CALLED && strlen(id) < DISCORD_ID)
        snprintf(called->ids[called->count++], DISCORD_ID, "%s", id);
}

static bool is_given(const struct prose *prose)
{
    return prose && prose->length > 0;
}

static void put_next(struct markdown_text *text, const struct prose *next)
{
    free(text->next);
    text->next = is_given(next) ? pack(next) : NULL;
    text->called.count = 0;
    text->goes_on[0] = '\0';
}

void markdown_text_put(struct markdown_text *text, const struct post *post)
{
    const struct prose *board = is_given(post->block) ? post->block : post->board;
    if (post->kind == POST_RESULT && text->block && is_given(post->tale)) {
        put_next(text, post->tale);
        return;
    }
    if (is_given(post->tale))
        add_tale(text, post->tale);
    if (!is_given(board))
        return;
    free(text->block);
    text->block = pack(board);
    put_next(text, post->next);
    snprintf(text->goes_on, sizeof text->goes_on, "%s", post->goes_on ? post->goes_on : "");
    for (int i = 0; i < post->called_count; i++)
        add_called(&text->called, post->called[i]);
}

void markdown_text_merge(struct markdown_text *text, const struct markdown_text *more)
{
    for (const struct packed *tale = more->tales; tale; tale = tale->next) {
        struct prose prose;
        markdown_packed_open(tale, &prose);
        add_tale(text, &prose);
    }
    if (more->block) {
        replace(&text->block, more->block);
        replace(&text->next, more->next);
        text->called = more->called;
        memcpy(text->goes_on, more->goes_on, sizeof text->goes_on);
    }
    for (int i = 0; i < more->called.count; i++)
        add_called(&text->ever, more->called.ids[i]);
}

void markdown_text_copy_state(struct markdown_text *text, const struct markdown_text *from)
{
    replace(&text->block, from->block);
    replace(&text->next, from->next);
    if (!from->block) /* a table that has not begun has only words */
        markdown_text_merge(text, from);
}

struct markdown_text *markdown_text_take_tale(struct markdown_text *text)
{
    struct markdown_text *tale = markdown_text_new();
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

bool markdown_text_is_full(const struct markdown_text *text, const struct markdown_text *more)
{
    int most = more->block ? ROOM_RECENT : ROOM_TALES; /* else the oldest would go */
    return text->tale_count > 0 && text->tale_count + more->tale_count > most;
}

bool markdown_text_calls_more(const struct markdown_text *text, const struct markdown_text *more)
{
    for (int i = 0; i < more->called.count; i++)
        if (!calls(&text->ever, more->called.ids[i]))
            return true;
    return false;
}

int markdown_text_called(const struct markdown_text *text, const char *users[], int most)
{
    int count = text->called.count < most ? text->called.count : most;
    for (int i = 0; i < count; i++)
        users[i] = text->called.ids[i];
    return count;
}

/* ---- the words of a room, drawn ---- */

/* NULL is empty */
static void markdown_packed_open(const struct packed *packed, struct prose *prose)
{
    prose_clear(prose);
    if (!packed)
        return;
    prose->length = packed->length;
    prose->span_count = packed->span_count;
    memcpy(prose->spans, packed->spans, (size_t)packed->span_count * sizeof *packed->spans);
    memcpy(prose->text, packed->spans + packed->span_count, (size_t)packed->length + 1);
}

bool markdown_text_last_tale(const struct markdown_text *text, struct prose *out)
{
    const struct packed *last = text->tales;
    while (last && last->next)
        last = last->next;
    markdown_packed_open(last, out);
    return last != NULL;
}

static void draw_words(const struct packed *words, const struct markdown_style *style,
                       struct text *out)
{
    struct prose prose;
    markdown_packed_open(words, &prose);
    markdown_put(&prose, style, out);
}

static void fold(struct text *out, int from)
{
    if (strstr(out->bytes + from, "```"))
        return;
    for (char *p = out->bytes + from; *p; p++)
        *p = *p == '\n' ? ' ' : *p;
}

/* Returns how many are left to be folded. */
static int draw_tales(const struct markdown_text *text, const struct markdown_style *style,
                      int older, struct text *out)
{
    for (const struct packed *tale = text->tales; tale; tale = tale->next, older--) {
        bool is_first = out->length == 0, is_folded = older > 0;
        text_put(out, is_first ? (is_folded ? "-# " : "") : is_folded ? " " : "\n");
        int from = out->length;
        draw_words(tale, style, out);
        if (is_folded)
            fold(out, from);
    }
    return older;
}

static int names_called(const struct packed *words)
{
    int count = 0;
    for (int i = 0; words && i < words->span_count; i++)
        count += words->spans[i].style == PROSE_CALL;
    return count;
}

/* If not everybody named there is called, the mentions follow the text. */
static void draw_next(const struct markdown_text *text, const struct markdown_style *style,
                      struct text *out)
{
    const char *ids[ROOM_CALLED];
    struct markdown_style calling = *style;
    int count = text->called.count;
    for (int i = 0; i < count; i++)
        ids[i] = text->called.ids[i];
    bool is_each = names_called(text->next) == count;
    calling.called = ids;
    calling.called_count = is_each ? count : 0;
    calling.is_bold = calling.called_count > 0; /* else the names and commands are */
    text_put(out, calling.is_bold ? "**" : "");
    draw_words(text->next, &calling, out);
    for (int i = 0; i < count && !is_each; i++)
        text_putf(out, " <@%s>", ids[i]);
    text_put(out, calling.is_bold ? "**" : "");
}

/* Among what several people did, "Next:" alone would name nobody. */
static void draw_who_goes_on(const struct markdown_text *state, const struct markdown_style *style,
                             struct text *out)
{
    struct prose prose;
    prose_clear(&prose);
    view_sentence(&prose, discord_strings[DISCORD_STRING_GOES_ON], "who", state->goes_on,
                  (char *)0);
    markdown_put(&prose, style, out);
    text_put(out, " ");
}

/* The same without a limit. */
static void markdown_draw_all(const struct markdown_text *shown, const struct markdown_text *text,
                              const struct markdown_style *style, struct text *out)
{
    const struct markdown_text *state = text->block || !shown ? text : shown;
    int tales = (shown ? shown->tale_count : 0) + text->tale_count, older = tales - ROOM_RECENT;
    if (shown)
        older = draw_tales(shown, style, older, out);
    draw_tales(text, style, older, out);
    if (state->next) {
        text_put(out, begins_line(out) ? "" : "\n");
        if (state->goes_on[0] && tales > 1)
            draw_who_goes_on(state, style, out);
        draw_next(state, style, out);
    }
    text_put(out, begins_line(out) || !state->block ? "" : "\n");
    draw_words(state->block, style, out);
}

bool markdown_draw(const struct markdown_text *shown, const struct markdown_text *text,
                   const struct markdown_style *style, struct text *out)
{
    struct markdown_style plain = *style;
    markdown_draw_all(shown, text, style, out);
    if (!out->cut && markdown_length(out->bytes) <= DISCORD_CONTENT)
        return true;
    plain.is_quiet = true;
    plain.emoji = NULL;
    plain.commands = NULL;
    text_clear(out);
    markdown_draw_all(shown, text, &plain, out);
    return !out->cut && markdown_length(out->bytes) <= DISCORD_CONTENT;
}

/* ---- the body of a message ---- */

enum { SUPPRESS_EMBEDS = 4 };

json_t *markdown_body_new(const char *content, const char *const *users, int count)
{
    json_t *pinged = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(pinged, json_string(users[i]));
    json_t *mentions = json_pack("{s:[], s:b}", "parse", "replied_user", 0);
    if (count > 0)
        json_object_set(mentions, "users", pinged);
    json_decref(pinged);
    json_t *body = json_pack("{s:s, s:i, s:o}", "content", content, "flags", SUPPRESS_EMBEDS,
                             "allowed_mentions", mentions);
    check(body);
    return body;
}

void markdown_body_new_nonce(struct discord *discord, char nonce[DISCORD_NONCE])
{
    snprintf(nonce, DISCORD_NONCE, "%" PRIx64 ".%x",
             (uint64_t)discord->born & UINT64_C(0xffffffffffff), ++discord->nonces);
}

void markdown_body_nonce_after(const char *channel, const char *after, const char *content,
                               char nonce[DISCORD_NONCE])
{
    uint64_t hash = text_hash(HASH_START, channel);
    hash = text_hash(text_hash(hash, after), content);
    snprintf(nonce, DISCORD_NONCE, "%016" PRIx64, hash);
}

void markdown_body_put_nonce(json_t *body, const char *nonce)
{
    json_object_set_new(body, "nonce", json_string(nonce));
    json_object_set_new(body, "enforce_nonce", json_true());
}

void markdown_body_add_nonce(struct discord *discord, json_t *body)
{
    char nonce[DISCORD_NONCE];
    markdown_body_new_nonce(discord, nonce);
    markdown_body_put_nonce(body, nonce);
}

void markdown_body_digest(const json_t *body, char digest[DISCORD_DIGEST])
{
    const char *content = json_string_value(json_object_get(body, "content"));
    const json_t *rows = json_object_get(body, "components");
    uint64_t hash = text_hash(HASH_START, content ? content : "");
    for (size_t row = 0; row < json_array_size(rows); row++) {
        const json_t *parts = json_object_get(json_array_get(rows, row), "components");
        for (size_t i = 0; i < json_array_size(parts); i++) {
            const char *id =
                json_string_value(json_object_get(json_array_get(parts, i), "custom_id"));
            hash = text_hash(hash, id ? id : "");
        }
    }
    snprintf(digest, DISCORD_DIGEST, "%016" PRIx64, hash);
}

/* ---- texts of any length in pieces that fit into messages ---- */

enum { WHOLE_BYTES = 64 * 1024 };

static int piece_length(const char *bytes, int most)
{
    int count = 0, at = 0, line = 0;
    while (bytes[at] && count < most) {
        do
            at++;
        while (((unsigned char)bytes[at] & 0xc0) == 0x80);
        count++;
        if (bytes[at - 1] == '\n')
            line = at;
    }
    return bytes[at] && line > 0 ? line : at;
}

static bool toggles_fence(const char *bytes, int length)
{
    bool toggles = false;
    for (const char *p = bytes; p + 3 <= bytes + length; p++)
        if (memcmp(p, "```", 3) == 0) {
            toggles = !toggles;
            p += 2;
        }
    return toggles;
}

int markdown_piece(const char *bytes, int most, bool *is_in_fence, struct text *out)
{
    enum { FENCES = 8 }; /* characters for opening and closing a block */
    int length = piece_length(bytes, most - FENCES);
    bool was_in_fence = *is_in_fence;
    if (length == 0)
        return 0;
    *is_in_fence = was_in_fence != toggles_fence(bytes, length);
    text_put(out, was_in_fence ? "```\n" : "");
    text_put_bytes(out, bytes, length);
    text_put(out, *is_in_fence ? "```" : "");
    return length;
}

bool markdown_draw_piece(struct markdown_text *text, const struct markdown_style *style,
                         struct text *out)
{
    struct markdown_style plain = *style;
    char *whole = malloc(WHOLE_BYTES);
    check(whole);
    struct text all = text_over(whole, WHOLE_BYTES);
    plain.emoji = NULL;
    plain.commands = NULL;
    markdown_draw_all(NULL, text, &plain, &all);
    text->fence_after = text->is_in_fence;
    int length = markdown_piece(whole + (text->piece < all.length ? text->piece : all.length),
                                DISCORD_CONTENT, &text->fence_after, out);
    text->piece_end = text->piece + length;
    text->has_more = text->piece_end < all.length;
    free(whole);
    return length > 0;
}

bool markdown_next_piece(struct markdown_text *text)
{
    text->piece = text->piece_end;
    text->is_in_fence = text->fence_after;
    return text->has_more;
}
