/* The frame of a board's picture, and what can be taken; things that can be bought are tiles: the
   drawing and the name, the price on a dark band, and below it what to type, or what is lacking.
   The card of a result: who won, a row each with what lies there and the points, and the seal. */
#include "layout.h"

#ifdef TABLETALK_CAIRO

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prose.h"
#include "speak.h"
#include "strings/picture.def"
#include "text.h"

/* ---- what can be bought ---- */

/* Each thing of a numbered list, or on top of a pile, that has a price or can be taken: a tile with
   its name, its price and what to type. */
struct wares {
    int count;
    struct ware {
        int item, card; /* of a numbered list: which */
    } list[16];
};

enum { WARE_TOP = 68, WARE_BAND = 36, WARE_BUTTON = 36, WARE_GAP = 8 };

static const struct canvas_style small = {CANVAS_SMALL, PEN_BOLD, CANVAS_WHITE};

static void find_wares(const struct content *content, struct wares *out)
{
    enum { MOST = sizeof out->list / sizeof *out->list };
    const struct scene *scene = &content->order.scene;
    out->count = 0;
    for (int i = 0; i < scene->item_count; i++)
        for (int card = 0; card < content_count_wares(content, i) && out->count < MOST; card++)
            out->list[out->count++] = (struct ware){i, card};
}

static bool has_ware(const struct wares *wares, int item)
{
    bool has = false;
    for (int i = 0; i < wares->count; i++)
        has |= wares->list[i].item == item;
    return has;
}

static int ware_columns(const struct wares *wares)
{
    return wares->count <= 4 ? wares->count : wares->count <= 8 ? 4 : 5;
}

static int ware_rows(const struct wares *wares)
{
    int columns = ware_columns(wares);
    return columns ? (wares->count + columns - 1) / columns : 0;
}

static double ware_tall(const struct content *content)
{
    return WARE_TOP + WARE_BAND + (content->order.scene.is_over ? 0 : WARE_BUTTON);
}

static double wares_tall(const struct content *content, const struct wares *wares)
{
    int rows = ware_rows(wares);
    return rows > 0 ? rows * ware_tall(content) + (rows - 1) * WARE_GAP : 0;
}

/* ---- one tile ---- */

struct tile {
    const struct canvas *canvas;
    const struct content *content;
    struct content_ware ware;
    struct canvas_box box;
};

static void draw_tile_top(const struct tile *tile)
{
    enum { NARROW = 160, ART = 62, SMALL_ART = 26 };
    struct canvas_box box = tile->box;
    const struct face *face = &tile->content->order.rules.faces[tile->ware.cards->face];
    unsigned rgb = canvas_ground_of(face->colour);
    struct pieces pieces;
    struct canvas_style style = {CANVAS_SMALL, PEN_BOLD, pen_ink_on(rgb)};
    bool is_narrow = box.wide < NARROW;
    double art = is_narrow ? SMALL_ART : ART, left = art + 14, middle = box.y + WARE_TOP / 2.0 + 1;
    canvas_fill(tile->canvas, (struct canvas_box){box.x, box.y, box.wide, WARE_TOP + WARE_BAND}, 12,
                CANVAS_WHITE);
    canvas_fill(tile->canvas,
                (struct canvas_box){box.x + 2, box.y + 2, box.wide - 4, WARE_TOP + WARE_BAND - 4},
                10, rgb);
    canvas_art(tile->canvas, face, box.x + 8 + art / 2, middle, art, is_narrow);
    canvas_pieces_clear(&pieces);
    content_put_ware(tile->content, &tile->ware, style, &pieces);
    double tall = canvas_pieces_tall(&pieces, box.wide - left - 4, 0);
    canvas_pieces_draw(tile->canvas, &pieces, box.x + left, middle - tall / 2, box.wide - left - 4,
                       0);
}

/* In the middle of a box; without letters, or what stands before it, where they have no room. */
static void draw_remark(const struct tile *tile, const struct remark *remark, const char *before,
                        struct canvas_style style, struct canvas_box box)
{
    struct pieces pieces;
    for (int try = 0; try < 3; try++) {
        struct remark shown = *remark;
        for (int i = 0; i < shown.part_count && try > 0; i++)
            shown.parts[i].code = shown.parts[i].colour == COLOUR_NONE ? shown.parts[i].code : NULL;
        canvas_pieces_clear(&pieces);
        if (before && try < 2)
            canvas_pieces_words(&pieces, style, before);
        content_put_remark(tile->content, &shown, style, false, &pieces);
        if (canvas_pieces_wide(&pieces, 0) <= box.wide - 8)
            break;
    }
    double wide = fmin(canvas_pieces_wide(&pieces, 0), box.wide),
           tall = canvas_pieces_tall(&pieces, 1e6, 0);
    canvas_pieces_draw(tile->canvas, &pieces, box.x + (box.wide - wide) / 2,
                       box.y + (box.tall - tall) / 2, 1e6, 0);
}

static void draw_band(const struct tile *tile)
{
    struct canvas_box box = {tile->box.x + 2, tile->box.y + WARE_TOP, tile->box.wide - 4,
                             WARE_BAND - 2};
    canvas_fill(tile->canvas, box, 9, PEN_INK);
    canvas_fill(tile->canvas, (struct canvas_box){box.x, box.y, box.wide, box.tall / 2}, 0,
                PEN_INK);
    if (tile->ware.price)
        draw_remark(tile, tile->ware.price, NULL,
                    (struct canvas_style){CANVAS_SMALL, PEN_BOLD, CANVAS_WHITE}, box);
}

/* "buy 2"; or "2 lacks" and what. */
static void draw_button(const struct tile *tile)
{
    char bytes[64];
    struct text words = text_over(bytes, sizeof bytes);
    struct canvas_box box = {tile->box.x, tile->box.y + WARE_TOP + WARE_BAND + 4, tile->box.wide,
                             WARE_BUTTON - 4};
    bool can_take = tile->ware.can_take;
    content_ware_move(tile->content, &tile->ware, &words);
    canvas_fill(tile->canvas, box, 10, can_take ? CANVAS_CAN : CANVAS_BADGE);
    struct canvas_style style = small;
    if (can_take)
        style.size = CANVAS_TEXT;
    double y = box.y + box.tall / 2 + style.size * 0.36;
    if (can_take || !tile->ware.shortage)
        canvas_put_middle(tile->canvas, box.x + box.wide / 2, y, style, bytes);
    else
        draw_remark(tile, tile->ware.shortage, bytes, style, box);
}

static void draw_tile(const struct canvas *canvas, const struct content *content,
                      const struct ware *ware, struct canvas_box box)
{
    struct tile tile = {.canvas = canvas, .content = content, .box = box};
    content_read_ware(content, ware->item, ware->card, &tile.ware);
    if (canvas->witness)
        canvas->witness->cards(canvas->witness->arg, tile.ware.cards->face, 1,
                               (struct picture_place){box.x, box.y, box.wide, box.tall});
    if (face_is_back(tile.ware.cards->face))
        return;
    draw_tile_top(&tile);
    draw_band(&tile);
    if (!content->order.scene.is_over)
        draw_button(&tile);
}

static void draw_wares(const struct canvas *canvas, const struct content *content,
                       const struct wares *wares, struct canvas_box box)
{
    int columns = ware_columns(wares);
    double wide = (box.wide - (columns - 1) * WARE_GAP) / columns, tall = ware_tall(content);
    for (int i = 0; i < wares->count && !canvas_is_cancelled(canvas); i++) {
        int row = i / columns, column = i % columns;
        draw_tile(canvas, content, &wares->list[i],
                  (struct canvas_box){box.x + column * (wide + WARE_GAP),
                                      box.y + row * (tall + WARE_GAP), wide, tall});
    }
}

/* ---- a board ---- */

enum {
    MARGIN = 24,
    INNER = PICTURE_WIDE - 2 * MARGIN,
    BAR = 58,
    BAR_TALL = 52,
    BODY = 124,
    BOTTOM = PICTURE_TALL - 18,
    PAD = 12,
    GAP = 10,
    BESIDE = 350,     /* how wide rows are that stand beside the people */
    PANEL_CARD = 130, /* how tall cards are at most */
    PEOPLE_CARD = 126
};

struct layout {
    const struct canvas *canvas;
    const struct content *content;
    struct wares wares;
    unsigned barred; /* facts that stand in the bar, as bits of `fact_list` */
    struct canvas_box body;
};

/* ---- the frame ---- */

/* The largest size at which the words fit; else they lose their end, or their beginning. */
static struct canvas_style fit(char *words, double wide, struct canvas_style style, double least,
                               bool keeps_end)
{
    static const char dots[] = "\u2026";
    while (style.size > least && canvas_wide(words, style) > wide)
        style.size -= 1;
    while (canvas_wide(words, style) > wide && strlen(words) > sizeof dots) {
        int length = (int)strlen(words);
        if (keeps_end) {
            int from = (int)sizeof dots - 1;
            while (from < length && (from == (int)sizeof dots - 1 || words[from] != ' '))
                from++;
            from += from < length;
            memmove(words + sizeof dots - 1, words + from, (size_t)(length - from) + 1);
            memcpy(words, dots, sizeof dots - 1);
        } else {
            int to = text_utf8_floor(words, length - (int)sizeof dots);
            memcpy(words + to, dots, sizeof dots);
        }
    }
    return style;
}

static bool is_in_heading(const struct layout *layout, const struct scene_item *item)
{
    return people_is_spread(layout->content) && content_names_face(layout->content, item);
}

/* Whose turn it is, and at the right what runs out, as far as there is room. */
static void draw_bar(struct layout *layout)
{
    enum { LEAST = 300 };
    const struct scene *scene = &layout->content->order.scene;
    struct canvas_style facts = {CANVAS_TEXT, PEN_BOLD, 0x4a3d00}, call = {27, PEN_BOLD, PEN_INK};
    char words[PICTURE_WORDS], said[PICTURE_WORDS], bytes[PICTURE_WORDS] = "";
    struct text right = text_over(bytes, sizeof bytes);
    int n = 0;
    snprintf(said, sizeof said, "%s", layout->content->order.call);
    double room =
        INNER - 36 -
        fmin(canvas_wide(said, (struct canvas_style){22, PEN_BOLD, 0}), INNER - 36.0 - LEAST);
    for (int i = -1; (i = scene_next(scene, SCENE_FACTS, SEAT_NONE, i)) >= 0; n++) {
        if (scene->is_over || content_is_cards(&scene->items[i]) ||
            is_in_heading(layout, &scene->items[i]))
            continue;
        content_item_words(layout->content, i, words, sizeof words);
        double wide = canvas_wide(bytes, facts) + canvas_wide(words, facts) + 30;
        if (wide > room - 24)
            continue;
        text_putf(&right, "%s%s", right.length ? " \u00b7 " : "", words);
        layout->barred |= 1u << n;
    }
    canvas_fill(layout->canvas, (struct canvas_box){MARGIN, BAR, INNER, BAR_TALL}, 14, CANVAS_TURN);
    double taken = canvas_wide(bytes, facts);
    if (scene->is_over && canvas_wide(said, (struct canvas_style){22, PEN_BOLD, 0}) > INNER - 36)
        said[content_first_sentence(said)] = '\0';
    call = fit(said, INNER - 36 - (taken > 0 ? taken + 24 : 0), call, CANVAS_TEXT, false);
    canvas_put(layout->canvas, MARGIN + 18, BAR + BAR_TALL / 2.0 + call.size * 0.36, call, said);
    if (taken > 0)
        canvas_put_right(layout->canvas, PICTURE_WIDE - MARGIN - 18,
                         BAR + BAR_TALL / 2.0 + facts.size * 0.36, facts, bytes);
}

static void draw_news(const struct layout *layout)
{
    char news[PICTURE_WORDS];
    struct canvas_style style = {25, PEN_NORMAL, CANVAS_DIM};
    snprintf(news, sizeof news, "%s", layout->content->order.news);
    style = fit(news, INNER, style, CANVAS_TEXT, true);
    canvas_put(layout->canvas, MARGIN, 41, style, news);
}

/* Facts that have no place in the bar, at the bottom. */
static void draw_facts(struct layout *layout)
{
    enum { CARD = 44 };
    const struct scene *scene = &layout->content->order.scene;
    struct pieces pieces;
    int n = 0;
    canvas_pieces_clear(&pieces);
    for (int i = -1; (i = scene_next(scene, SCENE_FACTS, SEAT_NONE, i)) >= 0; n++)
        if (!(layout->barred >> n & 1) && !is_in_heading(layout, &scene->items[i]))
            content_put_item(layout->content, i, &pieces);
    double tall = canvas_pieces_tall(&pieces, layout->body.wide, CARD);
    if (tall == 0)
        return;
    layout->body.tall -= tall + GAP;
    canvas_pieces_draw(layout->canvas, &pieces, layout->body.x + 4,
                       layout->body.y + layout->body.tall + GAP, layout->body.wide, CARD);
}

/* ---- what can be taken ---- */

static bool is_row(const struct scene_item *item)
{
    return item->layout->style == BOARD_LIST && item->room >= 0;
}

static int count_rows(const struct layout *layout)
{
    const struct scene *scene = &layout->content->order.scene;
    int rows = 0;
    for (int i = -1; (i = scene_next(scene, SCENE_OFFER, SEAT_NONE, i)) >= 0;)
        rows += is_row(&scene->items[i]);
    return rows;
}

/* The next panel: an item with cards, or everything else together. Returns the item behind it; -1
   behind the last. */
static int next_panel(const struct layout *layout, int item, struct pieces *out)
{
    const struct scene *scene = &layout->content->order.scene;
    canvas_pieces_clear(out);
    int last = item;
    for (int i = item; (i = scene_next(scene, SCENE_OFFER, SEAT_NONE, i)) >= 0;) {
        if (has_ware(&layout->wares, i))
            continue;
        if (out->count > 0 && (is_row(&scene->items[i]) || is_row(&scene->items[last])))
            return last;
        if (content_is_cards(&scene->items[i]) && out->count > 0)
            canvas_pieces_add(out, PIECE_BREAK, "");
        content_put_item(layout->content, i, out);
        last = i;
    }
    bool has_any = out->count > 0;
    for (int i = -1;
         item < scene->item_count && (i = scene_next_remark(scene, SEAT_NONE, i)) >= 0;) {
        if (has_any)
            canvas_pieces_add(out, PIECE_BREAK, "");
        content_put_remark(layout->content, &scene->remarks->list[i],
                           (struct canvas_style){CANVAS_MORE, PEN_NORMAL, CANVAS_WHITE}, true, out);
        has_any = true;
    }
    return out->count > 0 ? scene->item_count : -1;
}

/* The panels one below the other: draws them if `draws`, each `more` taller than it needs. Returns
   how tall they are. */
static double pass_panels(const struct layout *layout, struct canvas_box box, double card,
                          double more, bool draws)
{
    struct pieces pieces;
    double y = box.y;
    if (layout->wares.count > 0) {
        double tall = wares_tall(layout->content, &layout->wares);
        if (draws)
            draw_wares(layout->canvas, layout->content, &layout->wares,
                       (struct canvas_box){box.x, y, box.wide, tall});
        y += tall + GAP;
    }
    for (int item = -1; (item = next_panel(layout, item, &pieces)) >= 0;) {
        double content = canvas_pieces_tall(&pieces, box.wide - 2 * PAD, card),
               tall = content + 2 * PAD - 4 + more;
        if (draws) {
            canvas_panel(layout->canvas, (struct canvas_box){box.x, y, box.wide, tall});
            canvas_pieces_draw(layout->canvas, &pieces, box.x + PAD, y + (tall - content) / 2,
                               box.wide - 2 * PAD, card);
        }
        y += tall + GAP;
    }
    return y > box.y ? y - box.y - GAP : 0;
}

static int count_panels(const struct layout *layout)
{
    struct pieces pieces;
    int count = 0;
    for (int item = -1; (item = next_panel(layout, item, &pieces)) >= 0;)
        count++;
    return count;
}

/* The largest of the sizes from `most` down that a part fits with. */
static double largest(const struct layout *layout, const struct people *people,
                      struct canvas_box box, double most)
{
    enum { LEAST = 26 };
    double card = most;
    while (card > LEAST && (people ? people_tall(people, card)
                                   : pass_panels(layout, box, card, 0, false)) > box.tall)
        card -= 2;
    return card;
}

static void draw_beside(const struct layout *layout)
{
    enum { MOST = 84, MOST_PEOPLE = 60, SMALL = 46 };
    struct canvas_box left = layout->body, right = layout->body;
    left.wide = BESIDE;
    right.x += BESIDE + GAP;
    right.wide -= BESIDE + GAP;
    double card = largest(layout, NULL, left, MOST);
    double spare = left.tall - pass_panels(layout, left, card, 0, false);
    pass_panels(layout, left, card, fmax(0, fmin(30, spare / count_panels(layout))), true);
    struct people people = {layout->canvas, layout->content, right, false};
    card = largest(layout, &people, right, MOST_PEOPLE);
    people.is_compact = card < SMALL;
    people_draw(&people, people.is_compact ? largest(layout, &people, right, MOST_PEOPLE) : card);
}

/* The share of their full size that cards have where the panels and the people fit below one
   another; 0 if they do not fit with the least. */
static double scale_of(const struct layout *layout, struct people *people, double least)
{
    enum { STEPS = 40 };
    for (int step = STEPS; step >= (int)(least * STEPS); step--) {
        double scale = (double)step / STEPS;
        double tall = pass_panels(layout, layout->body, PANEL_CARD * scale, 0, false),
               between = tall > 0 ? GAP : 0;
        people->box.y = layout->body.y + tall + between;
        people->box.tall = layout->body.tall - tall - between;
        if (people_tall(people, PEOPLE_CARD * scale) <= people->box.tall)
            return scale;
    }
    return 0;
}

static void draw_stacked(const struct layout *layout)
{
    static const double good = 0.45, least = 0.2;
    struct people people = {layout->canvas, layout->content, layout->body, false};
    double scale = scale_of(layout, &people, good);
    if (scale <= 0) {
        people.is_compact = true;
        scale = fmax(scale_of(layout, &people, least), least);
    }
    pass_panels(layout, layout->body, PANEL_CARD * scale, 0, true);
    people_draw(&people, PEOPLE_CARD * scale);
}

void layout_draw_board(const struct canvas *canvas, const struct content *content)
{
    struct layout layout = {.canvas = canvas, .content = content};
    layout.body = (struct canvas_box){MARGIN, BODY, INNER, BOTTOM - BODY};
    find_wares(content, &layout.wares);
    draw_news(&layout);
    draw_bar(&layout);
    draw_facts(&layout);
    if (count_rows(&layout) > 0)
        draw_beside(&layout);
    else
        draw_stacked(&layout);
}

/* ---- the card of a result ---- */

enum {
    CARD_MARGIN = 48,
    CARD_INNER = PICTURE_SHARE_WIDE - 2 * CARD_MARGIN,
    CARD_BODY = 152,
    CARD_BOTTOM = 536,
    CARD_PAD = 14,
    CARD_NAME_WIDE = 210,
    CARD_POINTS_WIDE = 130,
    MOST_CARD = 96,
    CARD_MANY = 6, /* more people have smaller rows */
    CARD_SOURCES = 22
};

static const struct canvas_style dim = {CANVAS_MORE, PEN_NORMAL, CANVAS_DIM};

static void draw_crown(const struct canvas *canvas, double x, double y, double size)
{
    const struct pen pen = {canvas->cairo, CANVAS_TURN, PEN_INK};
    pen_at(&pen, "M -50 -14 L -26 8 L 0 -34 L 26 8 L 50 -14 L 38 36 L -38 36 Z f i", x, y, size);
}

/* The largest size at which they fit on a line. */
static double fit_size(const char *words, double room, struct canvas_style style, double least)
{
    while (style.size > least && canvas_wide(words, style) > room)
        style.size -= 1;
    return style.size;
}

/* In so many lines around y, a line high; words that are too long lose their end. */
static void put_cut(const struct canvas *canvas, double x, double y, int lines, double room,
                    struct canvas_style style, const char *words)
{
    char cut[PICTURE_WORDS + 8];
    struct pieces pieces;
    double most = lines > 1 ? 1.8 * room : room;
    snprintf(cut, sizeof cut, "%s", words);
    for (int length = (int)strlen(words); length > 1 && canvas_wide(cut, style) > most;) {
        length = text_utf8_floor(words, length - 1);
        snprintf(cut, sizeof cut, "%.*s\u2026", length, words);
    }
    canvas_pieces_clear(&pieces);
    canvas_pieces_words(&pieces, style, cut);
    double tall = canvas_pieces_tall(&pieces, room, 0);
    canvas_pieces_draw(canvas, &pieces, x, y + (style.size - tall) / 2, room, 0);
}

static void draw_share_head(const struct canvas *canvas, const struct content *content)
{
    char words[PICTURE_WORDS];
    const struct picture_order *order = &content->order;
    struct canvas_style title = {50, PEN_BOLD, CANVAS_WHITE};
    canvas_fill(canvas, (struct canvas_box){0, 0, PICTURE_SHARE_WIDE, 10}, 0, CANVAS_TURN);
    canvas_put(canvas, CARD_MARGIN, 60, (struct canvas_style){26, PEN_BOLD, CANVAS_DIM},
               order->game->name);
    if (order->date[0])
        canvas_put_right(canvas, PICTURE_SHARE_WIDE - CARD_MARGIN, 60, dim, order->date);
    int first = content_first_sentence(order->call);
    const char *rest = order->call + first;
    rest += strspn(rest, " ");
    double left = order->score.winners ? 66 : 0, room = CARD_INNER - left, y = rest[0] ? 100 : 110;
    if (left > 0)
        draw_crown(canvas, CARD_MARGIN + 26, y, 52);
    snprintf(words, sizeof words, "%.*s", first, order->call);
    title.size = fit_size(words, room, title, rest[0] ? 34 : 26);
    put_cut(canvas, CARD_MARGIN + left, y - title.size / 2, rest[0] ? 1 : 2, room, title, words);
    if (rest[0])
        put_cut(canvas, CARD_MARGIN + left, 119, 1, room, dim, rest);
}

/* ---- the people, the best first ---- */

static int order_seats(const struct content *content, int *out)
{
    const struct score *score = &content->order.score;
    int count = content->order.scene.seats;
    for (int seat = 0; seat < count; seat++) {
        int at = seat;
        for (; at > 0 && score->total[out[at - 1]] < score->total[seat]; at--)
            out[at] = out[at - 1];
        out[at] = seat;
    }
    return count;
}

struct lines {
    const struct content *content;
    int seat;
    struct prose out;
};

/* What the points of a seat come from, without the name and the points in front. */
static void take_line(void *arg, const char *glue, const struct prose *piece)
{
    struct lines *lines = arg;
    const char *name = lines->content->order.names[lines->seat], *at = strstr(piece->text, ": ");
    if (glue[0] == '\n' && at && strncmp(piece->text, name, strlen(name)) == 0)
        prose_put(&lines->out, at + 2);
}

static void put_sources(const struct content *content, int seat, struct pieces *out)
{
    struct lines lines = {content, seat, .out = {0}};
    char words[400];
    prose_clear(&lines.out);
    view_result_pieces(&content->view, &content->order.score, take_line, &lines);
    if (lines.out.length == 0)
        return;
    snprintf(words, sizeof words, "%.*s", text_utf8_floor(lines.out.text, 380), lines.out.text);
    canvas_pieces_add(out, PIECE_BREAK, "");
    canvas_pieces_words(out, (struct canvas_style){CARD_SOURCES, PEN_NORMAL, CANVAS_DIM}, words);
}

/* What lies there at the end, and the words that name a face. */
static void put_share_row(const struct content *content, int seat, bool has_sources,
                          struct pieces *out)
{
    const struct scene *scene = &content->order.scene;
    canvas_pieces_clear(out);
    content_put_seat(content, seat, true, out);
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;)
        if (content_names_face(content, &scene->items[i]))
            content_put_item(content, i, out);
    if (has_sources)
        put_sources(content, seat, out);
}

/* How large things are in a row. */
struct sizes {
    double name, points, pad, least, gap;
};

static struct sizes share_sizes(const struct content *content)
{
    return content->order.scene.seats > CARD_MANY ? (struct sizes){24, 27, 2, 28, 4}
                                                  : (struct sizes){32, 44, 10, 44, 9};
}

static void draw_share_row(const struct canvas *canvas, const struct content *content, int seat,
                           const struct pieces *pieces, struct canvas_box box, double card)
{
    struct sizes sizes = share_sizes(content);
    bool wins = content_is_marked(content, seat);
    double middle = box.y + box.tall / 2,
           wide = CARD_INNER - CARD_NAME_WIDE - CARD_POINTS_WIDE - 2 * CARD_PAD;
    struct canvas_style name = {sizes.name, PEN_BOLD, CANVAS_WHITE},
                        points = {sizes.points, PEN_BOLD, wins ? CANVAS_TURN : CANVAS_WHITE};
    canvas_panel(canvas, box);
    if (wins)
        canvas_edge(canvas, box);
    char words[PICTURE_NAME + 8];
    while (name.size > 24 &&
           canvas_wide(content->order.names[seat], name) > CARD_NAME_WIDE - CARD_PAD - 10)
        name.size -= 1;
    content_name(content, seat, name, CARD_NAME_WIDE - CARD_PAD - 10, words);
    canvas_put(canvas, CARD_MARGIN + CARD_PAD, middle + name.size * 0.36, name, words);
    canvas_pieces_draw(canvas, pieces, CARD_MARGIN + CARD_NAME_WIDE,
                       middle - canvas_pieces_tall(pieces, wide, card) / 2, wide, card);
    canvas_put_right(canvas, CARD_MARGIN + CARD_INNER - CARD_PAD - 6, middle + points.size * 0.36,
                     points, text_number(content->order.score.total[seat]));
}

/* The rows one below the other: draws them if `draws`, each `more` taller than it needs. Returns
   how tall they are. */
static double pass_share_rows(const struct canvas *canvas, const struct content *content,
                              double card, double more, bool has_sources, bool draws)
{
    struct sizes sizes = share_sizes(content);
    int seats[TABLE_SEATS], count = order_seats(content, seats);
    double y = CARD_BODY, wide = CARD_INNER - CARD_NAME_WIDE - CARD_POINTS_WIDE - 2 * CARD_PAD;
    struct pieces pieces;
    for (int i = 0; i < count && !canvas_is_cancelled(canvas); i++) {
        put_share_row(content, seats[i], has_sources, &pieces);
        double tall =
            fmax(canvas_pieces_tall(&pieces, wide, card) + 2 * sizes.pad, sizes.least) + more;
        if (draws)
            draw_share_row(canvas, content, seats[i], &pieces,
                           (struct canvas_box){CARD_MARGIN, y, CARD_INNER, tall}, card);
        y += tall + sizes.gap;
    }
    return y - sizes.gap - CARD_BODY;
}

static void draw_share_rows(const struct canvas *canvas, const struct content *content)
{
    enum { LEAST = 30, MORE = 40 };
    double card = MOST_CARD;
    bool has_sources = true;
    while (card > LEAST && pass_share_rows(canvas, content, card, 0, has_sources, false) >
                               CARD_BOTTOM - CARD_BODY) {
        card -= 2;
        if (card <= LEAST && has_sources) {
            has_sources = false;
            card = MOST_CARD;
        }
    }
    double spare =
        CARD_BOTTOM - CARD_BODY - pass_share_rows(canvas, content, card, 0, has_sources, false);
    pass_share_rows(canvas, content, card, fmax(0, fmin(MORE, spare / content->order.scene.seats)),
                    has_sources, true);
}

/* ---- below ---- */

static void draw_seal(const struct canvas *canvas, const struct content *content)
{
    const struct pen pen = {canvas->cairo, CANVAS_CAN, CANVAS_WHITE};
    char bytes[200];
    struct text words = text_over(bytes, sizeof bytes);
    pen_at(&pen,
           "M 0 -48 L 40 -32 L 40 4 C 40 30 20 42 0 50 C -20 42 -40 30 -40 4 L -40 -32 Z f i s 5 p "
           "M -18 0 L -4 16 L 20 -18 s 10 p",
           CARD_MARGIN + 32, 584, 66);
    text_putf(&words, "%s \u00b7 %s", content->order.seal,
              content_string(content, STRING_PICTURE_SEAL));
    canvas_put(canvas, CARD_MARGIN + 78, 578, (struct canvas_style){22, PEN_BOLD, CANVAS_WHITE},
               content_string(content, STRING_PICTURE_SEALED));
    canvas_put(canvas, CARD_MARGIN + 78, 607, (struct canvas_style){21, PEN_NORMAL, CANVAS_DIM},
               bytes);
}

void layout_draw_share(const struct canvas *canvas, const struct content *content)
{
    draw_share_head(canvas, content);
    draw_share_rows(canvas, content);
    if (content->order.seal[0])
        draw_seal(canvas, content);
    canvas_put_right(canvas, PICTURE_SHARE_WIDE - CARD_MARGIN, 592,
                     (struct canvas_style){26, PEN_BOLD, CANVAS_WHITE}, "Tabletalk");
}

#endif
