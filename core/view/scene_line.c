/* A scene on one line for IRC, as sentences for a screen reader, and in short lines for Discord;
   and what of a line is new to somebody who has read the line before. */
#include <string.h>

#include "columns.h"
#include "game.h"
#include "scene.h"
#include "speak.h"
#include "strings/view.def"
#include "text.h"
#include "view.h"

/* Between rows: on a line, and between sentences. Both are three bytes. */
static const char row_gap[] = " | ", aloud_gap[] = "   ";

enum { GAP = sizeof row_gap - 1 };

enum { MESSAGE_COLUMNS = 40 };

/* ---- one line ---- */

struct line {
    const struct view *view;
    const struct scene *scene;
    struct prose *out;
    bool has_row; /* this row has begun */
};

static void begin_row(struct line *line)
{
    if (line->out->length > 0)
        prose_put(line->out, line->view->is_aloud ? aloud_gap : row_gap);
    line->has_row = false;
}

static void put_between(struct line *line)
{
    prose_put(line->out, line->has_row ? "; " : "");
    line->has_row = true;
}

static void end_row(struct line *line)
{
    prose_put(line->out, line->view->is_aloud ? "." : "");
}

/* What an item is on a line. */
enum weight { LEFT_OUT, NORMAL, PILE /* of what can be taken: changes seldom */, DIM };

/* A state of a person that follows from what is told: "out". It is shown, and never news. */
static bool is_state(const struct board_item *layout)
{
    return layout->is_dim && layout->per_seat && layout->style == BOARD_WORD;
}

static bool is_dim(const struct view *view, const struct scene_item *item)
{
    const struct board_item *layout = item->layout;
    int number = layout->style == BOARD_COUNT ? item->size : item->value;
    return layout->is_dim && !view->is_aloud && !is_state(layout) &&
           (layout->style == BOARD_SEAT || number > layout->few);
}

static bool is_empty(const struct scene_item *item)
{
    return item->layout->style == BOARD_TALLY && item->size == 0;
}

static enum weight weight_of(const struct line *line, const struct scene_item *item)
{
    const struct board_item *layout = item->layout;
    if (layout->style == BOARD_MARK ||
        (!line->view->is_aloud && (layout->is_detail || (layout->per_seat && is_empty(item)))))
        return LEFT_OUT;
    if (is_dim(line->view, item))
        return layout->per_seat ? LEFT_OUT : DIM;
    return !layout->per_seat && layout->style == BOARD_TOP && layout < line->scene->people ? PILE
                                                                                           : NORMAL;
}

/* The items of one part that have this weight, in one row. */
static void put_items(struct line *line, enum scene_part part, int seat, enum weight weight)
{
    for (int i = -1; (i = scene_next(line->scene, part, seat, i)) >= 0;) {
        if (weight_of(line, &line->scene->items[i]) != weight)
            continue;
        bool is_word = is_state(line->scene->items[i].layout);
        int state = is_word ? prose_begin(line->out, PROSE_DIM) : -1;
        put_between(line);
        int entry = weight == PILE ? prose_begin(line->out, PROSE_ENTRY) : -1;
        i = scene_put_run(line->view, line->scene, i, line->out);
        prose_end(line->out, entry);
        prose_end(line->out, state);
    }
}

static void put_remarks(struct line *line, int seat)
{
    for (int i = -1; (i = scene_next_remark(line->scene, seat, i)) >= 0;) {
        put_between(line);
        scene_put_remark(line->view, &line->scene->remarks->list[i], SCENE_LINE, line->out);
    }
}

/* "ann, first, 25 points: 3 blue, green" */
static void put_person(struct line *line, int seat)
{
    struct prose *out = line->out, lead;
    struct line content = {line->view, line->scene, &lead, false};
    prose_open(&lead, out->language);
    bool has_lead =
        scene_put_lead(line->scene, seat, line->view->is_aloud ? SCENE_WORDS : SCENE_LINE, &lead);
    begin_row(line);
    speak_seat(line->view, seat, PROSE_NAME, out);
    scene_put_marks(line->scene, seat, out);
    if (has_lead) {
        prose_put(out, ", ");
        prose_append(out, &lead);
    }
    prose_open(&lead, out->language);
    put_items(&content, SCENE_PEOPLE, seat, NORMAL);
    put_remarks(&content, seat);
    prose_put(out, lead.length > 0 ? ": " : "");
    prose_append(out, &lead);
    end_row(line);
}

/* A row of what is the table's. */
static void put_row(struct line *line, enum scene_part part, enum weight weight)
{
    struct prose row;
    struct line content = {line->view, line->scene, &row, false};
    prose_open(&row, line->out->language);
    put_items(&content, part, SEAT_NONE, weight);
    if (part == SCENE_OFFER && weight == NORMAL)
        put_remarks(&content, SEAT_NONE);
    if (row.length == 0)
        return;
    begin_row(line);
    int dim = weight == DIM ? prose_begin(line->out, PROSE_DIM) : -1;
    prose_append(line->out, &row);
    prose_end(line->out, dim);
    end_row(line);
}

void scene_put_line(const struct view *view, const struct scene *scene, struct prose *out)
{
    struct line line = {view, scene, out, false};
    put_row(&line, SCENE_OFFER, NORMAL);
    for (int n = 0; n < scene->seats; n++)
        if (scene_has_items(scene, scene_seat(scene, n)))
            put_person(&line, scene_seat(scene, n));
    put_row(&line, SCENE_OFFER, PILE);
    put_row(&line, SCENE_FACTS, NORMAL);
    put_row(&line, SCENE_FACTS, DIM);
}

/* ---- a message ---- */

/* A piece goes behind the others of its line while there is room; a long one is broken. */
static void put_piece(struct prose *out, const char *gap, const struct prose *piece, int *column,
                      bool is_new)
{
    int wide = columns(piece->text, piece->length), before = columns(gap, (int)strlen(gap));
    bool fits = !is_new && *column + before + wide <= MESSAGE_COLUMNS;
    if (out->length > 0)
        prose_put(out, fits ? gap : "\n");
    struct flow flow = {out, MESSAGE_COLUMNS, 0, 0};
    if (fits)
        prose_append(out, piece);
    else
        columns_flow_put(&flow, piece);
    *column = fits ? *column + before + wide : flow.column;
}

static void put_offers(const struct view *view, const struct scene *scene, struct prose *out)
{
    int column = 0;
    bool is_new = true;
    struct prose piece;
    for (int i = -1; (i = scene_next(scene, SCENE_OFFER, SEAT_NONE, i)) >= 0;) {
        bool is_numbered = scene->items[i].layout->is_numbered;
        for (int card = 0; card < (is_numbered ? scene->items[i].count : 1); card++) {
            prose_open(&piece, view->language);
            if (is_numbered)
                scene_put_numbered(view, scene, i, card, SCENE_CHIPS, &piece);
            else
                scene_put_item(view, scene, i, SCENE_CHIPS, &piece);
            put_piece(out, "   ", &piece, &column, is_new || is_numbered);
            is_new = is_numbered;
        }
    }
    for (int i = -1; (i = scene_next_remark(scene, SEAT_NONE, i)) >= 0;) {
        prose_open(&piece, view->language);
        scene_put_remark(view, &scene->remarks->list[i], SCENE_CHIPS, &piece);
        put_piece(out, "", &piece, &column, true);
    }
}

/* "▸ ann **25** · B×3 G" */
static void put_member(const struct view *view, const struct scene *scene, int seat,
                       struct prose *out)
{
    static const char dot[] = " \u00b7 ";
    struct prose piece;
    int column = 0;
    prose_open(&piece, view->language);
    prose_put(&piece, scene->due >> seat & 1 ? "\u25b8 " : "");
    speak_seat(view, seat, PROSE_NAME, &piece);
    scene_put_marks(scene, seat, &piece);
    if (scene->remarks->lead_phrase) {
        prose_put(&piece, " ");
        prose_styled(&piece, PROSE_STRONG, COLOUR_NONE, text_number(scene->remarks->lead[seat]));
    }
    put_piece(out, "", &piece, &column, true);
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;) {
        const struct scene_item *item = &scene->items[i];
        if (item->layout->style == BOARD_MARK || is_dim(view, item) || is_empty(item))
            continue;
        prose_open(&piece, view->language);
        scene_put_item(view, scene, i, SCENE_CHIPS, &piece);
        put_piece(out, dot, &piece, &column, false);
    }
    for (int i = -1; (i = scene_next_remark(scene, seat, i)) >= 0;) {
        prose_open(&piece, view->language);
        scene_put_remark(view, &scene->remarks->list[i], SCENE_CHIPS, &piece);
        put_piece(out, dot, &piece, &column, false);
    }
}

/* What belongs to the table, in lines of small print. */
static void put_small(const struct view *view, const struct scene *scene, struct prose *out)
{
    struct prose facts, piece;
    int column = 0;
    prose_open(&facts, view->language);
    for (int i = -1; (i = scene_next(scene, SCENE_FACTS, SEAT_NONE, i)) >= 0;) {
        prose_open(&piece, view->language);
        scene_put_item(view, scene, i, SCENE_CHIPS, &piece);
        put_piece(&facts, "; ", &piece, &column, facts.length == 0);
    }
    if (scene->remarks->lead_phrase) {
        prose_open(&piece, view->language);
        view_string(&piece, STRING_SCENE_BOLD, "text", scene->remarks->lead_label, (char *)0);
        put_piece(&facts, "; ", &piece, &column, facts.length == 0);
    }
    for (char *line = facts.text; *line;) { /* names are cleaned already */
        char *end = strchr(line, '\n'), *next = end ? end + 1 : strchr(line, '\0');
        if (end)
            *end = '\0';
        prose_styled(out, PROSE_BREAK, COLOUR_NONE, out->length > 0 ? " " : "");
        prose_styled(out, PROSE_SMALL, COLOUR_NONE, line);
        line = next;
    }
}

void scene_put_message(const struct view *view, const struct scene *scene, struct prose *out)
{
    put_offers(view, scene, out);
    for (int n = 0; n < scene->seats; n++)
        if (scene_has_items(scene, scene_seat(scene, n)))
            put_member(view, scene, scene_seat(scene, n), out);
    put_small(view, scene, out);
}

/* ---- what is new on a line ---- */

/* The end of the row that begins there. A name may have the same signs in it. */
static int row_end(const struct prose *board, int from)
{
    for (int at = from; at < board->length; at++) {
        bool is_inside = false;
        if (strncmp(board->text + at, row_gap, GAP) != 0 &&
            strncmp(board->text + at, aloud_gap, GAP) != 0)
            continue;
        for (int i = 0; i < board->span_count; i++)
            is_inside |=
                board->spans[i].at <= at && board->spans[i].at + board->spans[i].length > at;
        if (!is_inside)
            return at;
    }
    return board->length;
}

static int next_row(const struct prose *board, int end)
{
    return board->text[end] ? end + GAP : end;
}

static bool has_row(const struct view_rows *rows, uint64_t row)
{
    int i = 0;
    while (i < rows->count && rows->rows[i] != row)
        i++;
    return i < rows->count;
}

/* The next stretch of that style in [from, end), from `i` on: its index, or -1. */
static int next_span(const struct prose *board, enum prose_style style, int from, int end, int i)
{
    for (; i < board->span_count && board->spans[i].at < end; i++)
        if (board->spans[i].style == style && board->spans[i].at >= from)
            return i;
    return -1;
}

static uint64_t hash_stretch(uint64_t hash, const struct prose *board, int from, int to)
{
    return text_hash_bytes(hash, board->text + from, (size_t)(to - from));
}

/* Of a row, without the states in it: they are shown, and never news. */
static uint64_t hash_row(const struct prose *board, int at, int end)
{
    uint64_t hash = HASH_START;
    for (int i = 0; (i = next_span(board, PROSE_DIM, at + 1, end, i)) >= 0; i++) {
        hash = hash_stretch(hash, board, at, board->spans[i].at);
        at = board->spans[i].at + board->spans[i].length;
    }
    return hash_stretch(hash, board, at, end);
}

static uint64_t hash_entry(const struct prose *board, const struct prose_span *entry)
{
    return hash_stretch(HASH_START, board, entry->at, entry->at + entry->length);
}

static void read_stretch(struct view_rows *out, uint64_t hash)
{
    if (out->count < VIEW_ROWS) /* the rest is new each time */
        out->rows[out->count++] = hash;
}

void view_board_read(const struct prose *board, struct view_rows *out)
{
    out->count = 0;
    for (int at = 0, end; board->text[at]; at = next_row(board, end)) {
        end = row_end(board, at);
        read_stretch(out, hash_row(board, at, end));
        for (int i = 0; (i = next_span(board, PROSE_ENTRY, at, end, i)) >= 0; i++)
            read_stretch(out, hash_entry(board, &board->spans[i]));
    }
}

/* The span of the name at the beginning of a row. NULL for what belongs to the table. */
static const struct prose_span *name_at(const struct prose *board, int at)
{
    int i = next_span(board, PROSE_NAME, at, at + 1, 0);
    return i < 0 ? NULL : &board->spans[i];
}

/* How much of a row is news: with a numbered list, its entries that are. */
struct news {
    bool is_new;
    int entries, known;
};

static struct news news_of(const struct view_rows *before, const struct prose *board, int at,
                           int end)
{
    struct news news = {.is_new = !has_row(before, hash_row(board, at, end))};
    for (int i = 0; (i = next_span(board, PROSE_ENTRY, at, end, i)) >= 0; i++) {
        const struct prose_span *entry = &board->spans[i];
        news.entries++;
        news.known += has_row(before, hash_entry(board, entry));
    }
    return news;
}

/* "for sale: 4 magenta, draws 1 (C); rest as before" */
static void put_new_entries(const struct view_rows *before, const struct prose *board, int at,
                            int end, struct prose *out)
{
    int i = next_span(board, PROSE_ENTRY, at, end, 0);
    prose_append_part(out, board, at, board->spans[i].at - at);
    for (; (i = next_span(board, PROSE_ENTRY, at, end, i)) >= 0; i++) {
        const struct prose_span *entry = &board->spans[i];
        if (has_row(before, hash_entry(board, entry)))
            continue;
        prose_append_part(out, board, entry->at, entry->length);
        prose_put(out, "; ");
    }
    view_string(out, STRING_SCENE_SAME, (char *)0);
}

void view_board_news(const struct view_rows *before, const struct prose *board, bool has_members,
                     struct prose *out)
{
    int start = out->length;
    bool is_news = false, is_behind = false; /* behind the people */
    for (int at = 0, end; board->text[at]; at = next_row(board, end)) {
        end = row_end(board, at);
        const struct prose_span *name = name_at(board, at);
        struct news news = news_of(before, board, at, end);
        bool is_dim = next_span(board, PROSE_DIM, at, at + 1, 0) >= 0;
        is_news |= news.is_new;
        is_behind |= name != NULL;
        bool is_wanted = name ? has_members && news.is_new
                              : !is_dim && (news.is_new || (!is_behind && news.entries == 0));
        if (!is_wanted)
            continue;
        if (out->length > start)
            prose_put_bytes(out, board->text + at - GAP, GAP);
        if (news.known > 0 && !name)
            put_new_entries(before, board, at, end, out);
        else
            prose_append_part(out, board, at, end - at);
    }
    if (!is_news)
        prose_open(out, board->language);
}
