/* Knows how each part of a picture looks, and breaks lines; not what is told with it. */
#include "canvas.h"

#ifdef TABLETALK_CAIRO

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "icon.h"
#include "text.h"

bool canvas_is_cancelled(const struct canvas *canvas)
{
    return canvas->is_cancelled && atomic_load_explicit(canvas->is_cancelled, memory_order_relaxed);
}

/* ---- words ---- */

double canvas_wide(const char *words, struct canvas_style style)
{
    return pen_wide(words, (int)strlen(words), style.weight, style.size);
}

void canvas_put(const struct canvas *canvas, double x, double y, struct canvas_style style,
                const char *words)
{
    if (canvas->witness)
        canvas->witness->words(canvas->witness->arg, words,
                               (struct picture_place){x, y - style.size * 0.86,
                                                      canvas_wide(words, style), style.size});
    pen_use(canvas->cairo, style.rgb);
    pen_trace(canvas->cairo, words, (int)strlen(words), style.weight, style.size, x, y);
    pen_fill(canvas->cairo);
}

void canvas_put_right(const struct canvas *canvas, double x, double y, struct canvas_style style,
                      const char *words)
{
    canvas_put(canvas, x - canvas_wide(words, style), y, style, words);
}

void canvas_put_middle(const struct canvas *canvas, double x, double y, struct canvas_style style,
                       const char *words)
{
    canvas_put(canvas, x - canvas_wide(words, style) / 2, y, style, words);
}

/* ---- boxes ---- */

static void trace_box(cairo_t *cairo, struct canvas_box box, double radius)
{
    double right = box.x + box.wide, bottom = box.y + box.tall, quarter = M_PI / 2;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, right - radius, box.y + radius, radius, -quarter, 0);
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, quarter);
    cairo_arc(cairo, box.x + radius, bottom - radius, radius, quarter, 2 * quarter);
    cairo_arc(cairo, box.x + radius, box.y + radius, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
}

void canvas_fill(const struct canvas *canvas, struct canvas_box box, double radius, unsigned rgb)
{
    trace_box(canvas->cairo, box, radius);
    pen_use(canvas->cairo, rgb);
    pen_fill(canvas->cairo);
}

static void draw_edge(const struct canvas *canvas, struct canvas_box box, double radius,
                      double line, unsigned rgb)
{
    struct canvas_box inner = {box.x + line / 2, box.y + line / 2, box.wide - line,
                               box.tall - line};
    trace_box(canvas->cairo, inner, radius);
    pen_use(canvas->cairo, rgb);
    cairo_set_line_width(canvas->cairo, line);
    pen_stroke(canvas->cairo);
}

void canvas_panel(const struct canvas *canvas, struct canvas_box box)
{
    canvas_fill(canvas, box, fmin(16, box.tall / 2), CANVAS_PANEL);
}

void canvas_edge(const struct canvas *canvas, struct canvas_box box)
{
    draw_edge(canvas, box, fmin(14.5, box.tall / 2 - 1.5), 3, CANVAS_TURN);
}

void canvas_frame(const struct canvas *canvas, struct canvas_box box)
{
    canvas_fill(canvas, box, 12, CANVAS_BADGE);
    draw_edge(canvas, box, 10.5, 3, CANVAS_DIM);
}

void canvas_turn(const struct canvas *canvas, double x, double y, double size)
{
    double tall = size * 0.72;
    cairo_move_to(canvas->cairo, x, y - tall);
    cairo_line_to(canvas->cairo, x + tall * 0.8, y - tall / 2);
    cairo_line_to(canvas->cairo, x, y);
    cairo_close_path(canvas->cairo);
    pen_use(canvas->cairo, CANVAS_TURN);
    pen_fill(canvas->cairo);
}

static void put_number(const struct canvas *canvas, double x, double y, double size, unsigned rgb,
                       int number)
{
    const struct canvas_style style = {size, PEN_BOLD, rgb};
    canvas_put_middle(canvas, x, y + size * 0.365, style, text_number(number));
}

/* A small number in a circle. */
static void draw_count(const struct canvas *canvas, double x, double y, int count)
{
    static const double radius = 13;
    double wide = count > 9 ? 8 : 0;
    struct canvas_box box = {x - radius - wide / 2, y - radius, 2 * radius + wide, 2 * radius};
    canvas_fill(canvas, box, radius, PEN_INK);
    box = (struct canvas_box){box.x + 2, box.y + 2, box.wide - 4, box.tall - 4};
    canvas_fill(canvas, box, radius - 2, CANVAS_WHITE);
    put_number(canvas, x, y, 19, PEN_INK, count);
}

void canvas_token(const struct canvas *canvas, enum colour colour, double x, double y, double size)
{
    const struct pen pen = {canvas->cairo, PEN_INK, pen_looks[colour].rgb};
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    pen_shrink(canvas->cairo, x, y, size * 0.9);
    pen_draw(&pen, pen_looks[colour].shape);
    pen_use(canvas->cairo, CANVAS_WHITE);
    cairo_set_line_width(canvas->cairo, 12);
    pen_stroke_preserve(canvas->cairo);
    pen_use(canvas->cairo, pen_looks[colour].rgb);
    pen_fill(canvas->cairo);
    pen_restore(canvas->cairo);
}

static void draw_slot(const struct canvas *canvas, struct canvas_box box)
{
    static const double dashes[] = {7, 7};
    cairo_set_dash(canvas->cairo, dashes, 2, 0);
    draw_edge(canvas, box, fmin(box.wide, box.tall) * 0.12, 2.5, CANVAS_LINE);
    cairo_set_dash(canvas->cairo, NULL, 0, 0);
}

/* ---- cards ---- */

unsigned canvas_ground_of(enum colour colour)
{
    return pen_looks[colour].rgb;
}

static void draw_base(const struct canvas *canvas, struct canvas_box box, unsigned rgb)
{
    double radius = fmin(box.wide, box.tall) * 0.13;
    canvas_fill(canvas, box, radius, CANVAS_WHITE);
    struct canvas_box inner = {box.x + 2, box.y + 2, box.wide - 4, box.tall - 4};
    canvas_fill(canvas, inner, radius - 1.5, rgb);
}

static void draw_back(const struct canvas *canvas, struct canvas_box box)
{
    draw_base(canvas, box, CANVAS_BACK);
    double edge = fmin(box.wide, box.tall) * 0.14;
    struct canvas_box inner = {box.x + edge, box.y + edge, box.wide - 2 * edge,
                               box.tall - 2 * edge};
    draw_edge(canvas, inner, edge * 0.6, 2, CANVAS_HIDDEN);
    pen_shrink(canvas->cairo, box.x + box.wide / 2, box.y + box.tall / 2,
               fmin(box.wide, box.tall) * 0.4);
    const struct pen pen = {canvas->cairo, CANVAS_HIDDEN, CANVAS_BACK};
    pen_draw(&pen, "P 0 0 50 8 60 0 f i");
    pen_restore(canvas->cairo);
    cairo_new_path(canvas->cairo);
}

void canvas_art(const struct canvas *canvas, const struct face *face, double x, double y,
                double size, bool is_brief)
{
    unsigned rgb = pen_looks[face->colour].rgb;
    const struct game *game = canvas->order->game;
    bool is_priced = icon_is_priced(game, face->code),
         gives = is_priced && icon_gives(game, face->code);
    const struct pen pen = {canvas->cairo, pen_ink_on(rgb), rgb};
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    if (gives && !is_brief) {
        pen_shrink(canvas->cairo, x, y, size * 1.08);
        cairo_translate(canvas->cairo, 0, 19); /* the middle of what it gives */
        icon_draw_gift(&pen, game, face);
        pen_restore(canvas->cairo);
    } else if (face->pictogram && !gives) {
        pen_at(&pen, face->pictogram, x, y, size * 0.92);
    } else {
        pen_use(canvas->cairo, pen.ink);
        pen_shape(&pen, face->colour, x, y, size);
    }
}

/* The shape, and below it the letter. */
static void draw_letter(const struct canvas *canvas, const struct face *face, struct canvas_box box)
{
    double middle = box.x + box.wide / 2, least = fmin(box.wide, box.tall);
    canvas_art(canvas, face, middle, box.y + box.tall * 0.31, least * 0.5, false);
    pen_use(canvas->cairo, pen_ink_on(pen_looks[face->colour].rgb));
    double tall = fmin(box.tall * 0.3, least * 0.36);
    pen_fit(canvas->cairo, face->code, (int)strlen(face->code),
            (struct pen_box){box.x + box.wide * 0.1, box.y + box.tall * 0.75 - tall / 2,
                             box.wide * 0.8, tall});
}

static void draw_face(const struct canvas *canvas, const struct face *face, struct canvas_box box)
{
    const struct game *game = canvas->order->game;
    bool is_plain = icon_is_short(face->code) && face->colour != COLOUR_NONE;
    if (icon_has_prices(game)) {
        icon_draw(canvas->cairo, game, face, box.x, box.y + (box.tall - box.wide) / 2,
                  (int)box.wide);
        return;
    }
    unsigned rgb = pen_looks[face->colour].rgb;
    double least = fmin(box.wide, box.tall);
    draw_base(canvas, box, rgb);
    if (face->emblem) {
        const struct pen pen = {canvas->cairo, pen_ink_on(rgb), rgb};
        pen_shrink(canvas->cairo, box.x + box.wide / 2, box.y + box.tall / 2, least);
        icon_draw_suit(&pen, face);
        pen_restore(canvas->cairo);
    } else if (face->pictogram) {
        bool has_shape = is_plain && box.tall > box.wide * 1.2;
        double y = box.y + box.tall * (has_shape ? 0.42 : 0.5);
        canvas_art(canvas, face, box.x + box.wide / 2, y, least * 0.9, false);
        if (has_shape) {
            const struct pen pen = {canvas->cairo, pen_ink_on(rgb), rgb};
            pen_use(canvas->cairo, pen.ink);
            pen_shape(&pen, face->colour, box.x + box.wide / 2, box.y + box.tall * 0.86,
                      least * 0.2);
        }
    } else if (is_plain) {
        draw_letter(canvas, face, box);
    } else {
        pen_use(canvas->cairo, pen_ink_on(rgb));
        pen_fit(canvas->cairo, face->code, (int)strlen(face->code),
                (struct pen_box){box.x + box.wide * 0.12, box.y + box.tall * 0.25, box.wide * 0.76,
                                 box.tall * 0.5});
    }
}

/* The edges of those that lie under the first one, at its right. */
static void draw_edges(const struct canvas *canvas, unsigned rgb, int count, struct canvas_box box)
{
    for (int i = count; i > 0; i--) {
        struct canvas_box under = box;
        under.x += i * CANVAS_STEP;
        draw_base(canvas, under, rgb);
    }
}

int canvas_edges(int count, double tall)
{
    return tall < CANVAS_LARGE    ? 0
           : count > CANVAS_EDGES ? CANVAS_EDGES
           : count > 1            ? count - 1
                                  : 0;
}

/* A back that lies across under the card of this box, and shows below it. */
static void draw_hidden(const struct canvas *canvas, struct canvas_box box)
{
    double wide = box.tall * 0.94, tall = box.wide * 0.94;
    struct canvas_box lying = {box.x + (box.wide - wide) / 2,
                               box.y + box.tall + CANVAS_HIDDEN_SHOWS - tall, wide, tall};
    draw_back(canvas, lying);
}

void canvas_card(const struct canvas *canvas, int face, int count, bool is_stack,
                 struct canvas_box box)
{
    bool is_back = face_is_back(face);
    const struct face *faces = canvas->order->rules.faces;
    int edges = canvas_edges(count, box.tall);
    if (canvas->witness)
        canvas->witness->cards(
            canvas->witness->arg, face, count,
            (struct picture_place){box.x, box.y, box.wide + edges * CANVAS_STEP, box.tall});
    cairo_set_antialias(canvas->cairo, CAIRO_ANTIALIAS_FAST);
    draw_edges(canvas,
               is_stack  ? CANVAS_LINE /* nobody remembers what lies under the top card */
               : is_back ? CANVAS_BACK
                         : pen_looks[faces[face].colour].rgb,
               edges, box);
    if (is_back)
        draw_back(canvas, box);
    else
        draw_face(canvas, &faces[face], box);
    cairo_set_antialias(canvas->cairo, CAIRO_ANTIALIAS_DEFAULT);
    if (count > 1)
        draw_count(canvas, box.x + box.wide + edges * CANVAS_STEP - 3, box.y + 6, count);
}

/* ---- pieces ---- */

enum {
    GAP = 12,
    CARD_GAP = 7,
    JOINED_GAP = 6,
    LINE_GAP = 6,
    STACK_WORDS = 28,
    STACK_GAP = 20,
    PLATE = 12
};

void canvas_pieces_clear(struct pieces *pieces)
{
    pieces->count = pieces->used = 0;
    pieces->is_spread = false;
}

struct piece *canvas_pieces_add(struct pieces *pieces, enum piece_kind kind, const char *words)
{
    int length = (int)strlen(words);
    check(pieces->count < PIECES_MOST && pieces->used + length < PIECES_ROOM);
    struct piece *piece = &pieces->list[pieces->count++];
    *piece = (struct piece){.kind = kind, .words = pieces->room + pieces->used, .count = 1};
    piece->style = (struct canvas_style){CANVAS_TEXT, PEN_NORMAL, CANVAS_WHITE};
    memcpy(pieces->room + pieces->used, words, (size_t)length + 1);
    pieces->used += length + 1;
    return piece;
}

struct piece *canvas_pieces_words(struct pieces *pieces, struct canvas_style style,
                                  const char *words)
{
    struct piece *piece = canvas_pieces_add(pieces, PIECE_WORDS, words);
    piece->style = style;
    return piece;
}

struct piece *canvas_pieces_card(struct pieces *pieces, int face, int count)
{
    struct piece *piece = canvas_pieces_add(pieces, PIECE_CARD, "");
    piece->face = face;
    piece->count = count;
    return piece;
}

/* ---- how large ---- */

/* The bytes of the words that fit on a line; of a word that is longer, a part. */
static int line_of(const char *words, struct canvas_style style, double wide)
{
    int all = (int)strlen(words), fits = 0;
    for (int end = 0; end < all;) {
        end += (int)strcspn(words + end, " ");
        if (fits > 0 && pen_wide(words, end, style.weight, style.size) > wide)
            break;
        fits = end;
        end += (int)strspn(words + end, " ");
    }
    while (fits > 1 && pen_wide(words, fits, style.weight, style.size) > wide &&
           text_utf8_floor(words, fits - 1) > 0)
        fits = text_utf8_floor(words, fits - 1);
    return fits > 0 ? fits : all;
}

static int lines_of(const char *words, struct canvas_style style, double wide)
{
    int lines = 0;
    for (; *words; words += strspn(words, " ")) {
        words += line_of(words, style, wide);
        lines++;
    }
    return lines > 0 ? lines : 1;
}

static double card_wide(const struct piece *piece, double card)
{
    int edges = canvas_edges(piece->count, card);
    return card * CANVAS_CARD_RATIO + edges * CANVAS_STEP + (piece->count > 1 ? 4 : 0);
}

static double wide_of(const struct piece *piece, double card)
{
    double words = canvas_wide(piece->words, piece->style);
    switch (piece->kind) {
    case PIECE_WORDS:
        return words;
    case PIECE_BADGE:
        return fmax(piece->style.size * 1.6, words + PLATE);
    case PIECE_PILL:
        return words + 2 * PLATE;
    case PIECE_TOKEN:
        return piece->style.size * 1.2;
    case PIECE_CARD:
        return card_wide(piece, card);
    case PIECE_SLOT:
        return card * CANVAS_CARD_RATIO;
    case PIECE_STACK:
        return card_wide(piece, card);
    case PIECE_BREAK:
        break;
    }
    return 0;
}

static double tall_of(const struct piece *piece, double wide, double card)
{
    switch (piece->kind) {
    case PIECE_WORDS:
        return lines_of(piece->words, piece->style, wide) * piece->style.size * 1.25;
    case PIECE_BADGE:
    case PIECE_PILL:
        return piece->style.size * 1.6;
    case PIECE_TOKEN:
        return piece->style.size * 1.2;
    case PIECE_CARD:
    case PIECE_SLOT:
        return card;
    case PIECE_STACK:
        return card + STACK_WORDS + (piece->is_raised ? CANVAS_HIDDEN_SHOWS : 0);
    case PIECE_BREAK:
        break;
    }
    return 0;
}

static bool is_card(const struct piece *piece)
{
    return piece->kind == PIECE_CARD || piece->kind == PIECE_SLOT;
}

static double gap_before(const struct piece *piece)
{
    if (piece->kind == PIECE_STACK)
        return STACK_GAP; /* a back shows at its sides */
    if (piece->is_joined)
        return JOINED_GAP;
    return is_card(piece) && is_card(piece - 1) ? CARD_GAP : GAP;
}

/* The pieces from `from` on that stand together on a line: where it ends, how wide and tall it
   is. */
struct row {
    int end;
    double wide, tall;
};

/* The piece and those that are joined to it. */
static int group_end(const struct pieces *pieces, int from)
{
    int end = from + 1;
    while (end < pieces->count && pieces->list[end].is_joined)
        end++;
    return end;
}

static struct row row_of(const struct pieces *pieces, int from, double wide, double card)
{
    struct row row = {from, 0, 0};
    while (row.end < pieces->count && pieces->list[row.end].kind != PIECE_BREAK) {
        int end = group_end(pieces, row.end);
        double more = 0, tall = 0;
        for (int i = row.end; i < end; i++) {
            more += (i > from ? gap_before(&pieces->list[i]) : 0) +
                    fmin(wide_of(&pieces->list[i], card), wide);
            tall = fmax(tall, tall_of(&pieces->list[i], wide, card));
        }
        if (row.end > from && row.wide + more > wide)
            break;
        row = (struct row){end, row.wide + more, fmax(row.tall, tall)};
    }
    return row;
}

static int next_row(const struct pieces *pieces, struct row row)
{
    bool is_broken = row.end < pieces->count && pieces->list[row.end].kind == PIECE_BREAK;
    return row.end + is_broken;
}

double canvas_pieces_tall(const struct pieces *pieces, double wide, double card)
{
    double tall = 0;
    for (int at = 0; at < pieces->count;) {
        struct row row = row_of(pieces, at, wide, card);
        tall += row.tall + (at > 0 && row.tall > 0 ? LINE_GAP : 0);
        at = next_row(pieces, row);
    }
    return tall;
}

double canvas_pieces_wide(const struct pieces *pieces, double card)
{
    double most = 0;
    for (int at = 0; at < pieces->count;) {
        struct row row = row_of(pieces, at, 1e6, card);
        most = fmax(most, row.wide);
        at = next_row(pieces, row);
    }
    return most;
}

/* ---- drawn ---- */

static void draw_words(const struct canvas *canvas, const struct piece *piece, double x, double y,
                       double wide)
{
    char line[PICTURE_WORDS];
    for (const char *words = piece->words; *words; words += strspn(words, " ")) {
        int length = line_of(words, piece->style, wide);
        snprintf(line, sizeof line, "%.*s", length, words);
        canvas_put(canvas, x, y + piece->style.size * 0.98, piece->style, line);
        words += length;
        y += piece->style.size * 1.25;
    }
}

static void draw_plate(const struct canvas *canvas, const struct piece *piece,
                       struct canvas_box box)
{
    double radius = piece->kind == PIECE_PILL ? box.tall / 2 : box.tall * 0.28;
    canvas_fill(canvas, box, radius, piece->plate);
    canvas_put_middle(canvas, box.x + box.wide / 2, box.y + box.tall / 2 + piece->style.size * 0.36,
                      piece->style, piece->words);
}

/* Where the back under a stack shows: a part of it for each card that the viewer knows. */
static void draw_known(const struct canvas *canvas, const struct piece *piece,
                       struct canvas_box front)
{
    enum { ROOM = CANVAS_HIDDEN_SHOWS - 3 };
    double wide = front.tall * 0.94 / fmax(piece->known_count, 1);
    double left = front.x + front.wide / 2 - wide * piece->known_count / 2;
    for (int i = 0; i < piece->known_count; i++) {
        const struct face *face = &canvas->order->rules.faces[piece->known[i].face];
        struct canvas_box box = {left + i * wide + 3, front.y + front.tall + 1, wide - 6, ROOM};
        if (canvas->witness)
            canvas->witness->cards(canvas->witness->arg, piece->known[i].face, 1,
                                   (struct picture_place){box.x, box.y, box.wide, box.tall});
        canvas_fill(canvas, box, 3, canvas_ground_of(face->colour));
        canvas_art(canvas, face, box.x + box.wide / 2, box.y + box.tall / 2, ROOM, true);
    }
}

static void draw_piece(const struct canvas *canvas, const struct piece *piece,
                       struct canvas_box box, double card)
{
    struct canvas_box front = {box.x, box.y, card * CANVAS_CARD_RATIO, card};
    switch (piece->kind) {
    case PIECE_WORDS:
        draw_words(canvas, piece, box.x, box.y, box.wide);
        break;
    case PIECE_BADGE:
    case PIECE_PILL:
        draw_plate(canvas, piece, box);
        break;
    case PIECE_TOKEN:
        canvas_token(canvas, piece->colour, box.x + box.wide / 2, box.y + box.tall / 2, box.tall);
        break;
    case PIECE_STACK:
        if (piece->hidden)
            draw_hidden(canvas, front);
        draw_known(canvas, piece, front);
        canvas_put_middle(canvas, front.x + front.wide / 2,
                          box.y + card + STACK_WORDS - 6 +
                              (piece->hidden ? CANVAS_HIDDEN_SHOWS : 0),
                          piece->style, piece->words);
        canvas_card(canvas, piece->face, piece->count, true, front);
        break;
    case PIECE_CARD:
        canvas_card(canvas, piece->face, piece->count, false, front);
        break;
    case PIECE_SLOT:
        draw_slot(canvas, front);
        break;
    case PIECE_BREAK:
        break;
    }
}

static int count_groups(const struct pieces *pieces, int from, struct row row)
{
    int groups = 0;
    for (int i = from; i < row.end; i = group_end(pieces, i))
        groups++;
    return groups;
}

void canvas_pieces_draw(const struct canvas *canvas, const struct pieces *pieces, double x,
                        double y, double wide, double card)
{
    for (int at = 0; at < pieces->count && !canvas_is_cancelled(canvas);) {
        struct row row = row_of(pieces, at, wide, card);
        double left = x, column = wide / count_groups(pieces, at, row);
        for (int i = at, group = 0; i < row.end; i++) {
            const struct piece *piece = &pieces->list[i];
            left += i > at ? gap_before(piece) : 0;
            if (pieces->is_spread && i > at && !piece->is_joined)
                left = x + ++group * column;
            struct canvas_box box = {left, 0, fmin(wide_of(piece, card), wide),
                                     tall_of(piece, wide, card)};
            box.y = y + (row.tall - box.tall) / 2;
            draw_piece(canvas, piece, box, card);
            left += box.wide;
        }
        y += row.tall + (row.tall > 0 ? LINE_GAP : 0);
        at = next_row(pieces, row);
    }
}

#endif
