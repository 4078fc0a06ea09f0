/* Draws faces; knows the layout of a sheet of them. The faces are data of the games. Without cairo
   it draws nothing, and says so. */
#include "icon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "game.h"
#include "games.h"
#include "pen.h"
#include "speak.h"
#include "text.h"

#ifdef TABLETALK_CAIRO

/* White around black, so that it has an edge on a dark page and on a white one. */
static void draw_ground(const struct pen *pen, const char *shape, unsigned rgb)
{
    static const struct {
        unsigned rgb;
        double width;
    } edges[] = {{0xffffff, 11.5}, {PEN_INK, 6.5}};
    cairo_new_path(pen->cairo);
    pen_draw(pen, shape);
    for (int i = 0; i < 2; i++) {
        pen_use(pen->cairo, edges[i].rgb);
        cairo_set_line_width(pen->cairo, edges[i].width);
        pen_stroke_preserve(pen->cairo);
    }
    pen_use(pen->cairo, rgb);
    pen_fill(pen->cairo);
}

/* A suit and a number, "D8". */
static bool is_numbered(const char *code, int length)
{
    return length > 1 && code[0] >= 'A' && code[0] <= 'Z' &&
           (int)strspn(code + 1, "0123456789") == length - 1;
}

/* Short enough for the shape of its colour. */
bool icon_is_short(const char *code)
{
    return strlen(code) <= 2 && !is_numbered(code, (int)strlen(code));
}

static void draw_letters(const struct pen *pen, const char *code, const struct pen_look *look)
{
    double side = look->room * 0.86;
    pen_fit(pen->cairo, code, (int)strlen(code),
            (struct pen_box){-side / 2, look->low - side / 2, side, side});
}

void icon_draw_suit(const struct pen *pen, const struct face *face)
{
    const char *rank = face->code + 1;
    pen_use(pen->cairo, pen->ink);
    pen_fit(pen->cairo, rank, (int)strlen(rank), (struct pen_box){-40, -44, 80, 54});
    pen_at(pen, face->emblem, -17, 27, 70);
    pen_shape(pen, face->colour, 21, 26, 34);
}

/* A longer code on a card: the part before the colon, in one row or (if long) two rows; below it
   the part after the colon, or else the shape. Of a suit and a number, the number is larger than
   the suit: in a line of text 6 and 8 would look alike. */
static void draw_code(const struct pen *pen, const char *code, enum colour colour)
{
    enum { ROW = 3 /* letters */ };
    int length = (int)strlen(code), head = (int)strcspn(code, ":"), half = (head + 1) / 2;
    if (is_numbered(code, length)) {
        pen_fit(pen->cairo, code, 1, (struct pen_box){-40, 8, 34, 31});
        pen_shape(pen, colour, 19, 23, 36);
        pen_fit(pen->cairo, code + 1, length - 1, (struct pen_box){-40, -42, 80, 48});
        return;
    }
    if (head < length || head <= ROW) {
        pen_fit(pen->cairo, code, head, (struct pen_box){-39, -40, 78, 44});
    } else {
        pen_fit(pen->cairo, code, half, (struct pen_box){-39, -40, 78, 26});
        pen_fit(pen->cairo, code + half, head - half, (struct pen_box){-39, -10, 78, 26});
    }
    if (head < length)
        pen_fit(pen->cairo, code + head + 1, length - head - 1, (struct pen_box){-39, 10, 78, 30});
    else
        pen_shape(pen, colour, 0, 29, 26);
}

/* ---- cards with a price: "C+:MY" ---- */

/* The face that has this letter alone as its code: what is given and paid. */
static const struct face *face_of_letter(const struct game *game, char letter)
{
    for (int i = 0; i < game->face_count; i++)
        if (game->faces[i].code[0] == letter && game->faces[i].code[1] == '\0')
            return &game->faces[i];
    return NULL;
}

/* Whether the code says a price in such letters. */
bool icon_is_priced(const struct game *game, const char *code)
{
    const char *price = strchr(code, ':');
    if (!price)
        return false;
    while (*++price)
        if (!face_of_letter(game, *price))
            return false;
    return true;
}

bool icon_has_prices(const struct game *game)
{
    bool has = false;
    for (int i = 0; i < game->face_count && !has; i++)
        has = icon_is_priced(game, game->faces[i].code);
    return has;
}

bool icon_gives(const struct game *game, const char *code)
{
    int head = (int)strcspn(code, ":");
    bool gives = is_numbered(code, head);
    for (int i = 0; i < head; i++)
        gives |= face_of_letter(game, code[i]) != NULL;
    return gives;
}

/* The upper part of the card, right of x. */
static void fill_top(const struct pen *pen, unsigned rgb, double x)
{
    pen_save(pen->cairo);
    pen_draw(pen, pen_looks[COLOUR_NONE].shape);
    pen_clip(pen->cairo);
    pen_use(pen->cairo, rgb);
    cairo_rectangle(pen->cairo, x, -50, 100, 56);
    pen_fill(pen->cairo);
    pen_restore(pen->cairo);
}

/* On the dark lower part: a shape in its colour for each letter of the price; five and more are
   two rows, of which the first has one colour. */
static void draw_price(const struct pen *pen, const struct game *game, const char *price)
{
    enum { ROW = 4 };
    int count = (int)strlen(price);
    int first = count > ROW ? (int)strspn(price, (char[]){price[0], '\0'}) : count;
    double step = count > ROW ? 21 : fmin(88.0 / count, 29);
    for (int i = 0; i < count; i++) {
        int row = i < first ? first : count - first, at = i < first ? i : i - first;
        enum colour colour = face_of_letter(game, price[i])->colour;
        pen_use(pen->cairo, pen_looks[colour].rgb);
        pen_shape(pen, colour, (at - (row - 1) / 2.0) * step,
                  first == count ? 25
                  : i < first    ? 17
                                 : 35,
                  step * 0.98);
    }
}

/* What the card gives: a field with the shape of each letter, and in it the drawing; or else the
   drawing alone. Beside it a number, or a card for each "+". */
void icon_draw_gift(const struct pen *pen, const struct game *game, const struct face *face)
{
    int head = (int)strcspn(face->code, ":"), fields = 0, more = 0;
    bool has_number = is_numbered(face->code, head);
    const struct face *given[FACE_CODE];
    for (int i = 0; i < head; i++) {
        given[fields] = face_of_letter(game, face->code[i]);
        fields += given[fields] != NULL;
        more += face->code[i] == '+';
    }
    if (has_number) {
        given[0] = face;
        fields = 1;
    }
    double width = has_number || more ? 52 : 88 / fmax(fields, 1);
    if (fields == 0 && face->pictogram)
        pen_at(pen, face->pictogram, width / 2 - 44, -19, 50);
    else if (fields == 0)
        pen_fit(pen->cairo, face->code, head - more, (struct pen_box){-40, -40, width - 8, 40});
    for (int i = 0; i < fields; i++) {
        double x = (i + 0.5) * width - 44;
        const struct pen_look *look = &pen_looks[given[i]->colour];
        struct pen on = {pen->cairo, pen_ink_on(look->rgb), look->rgb};
        fill_top(pen, look->rgb, x - width / 2);
        pen_use(pen->cairo, on.ink);
        pen_shape(&on, given[i]->colour, x, -19, fmin(46, width));
        if (face->pictogram)
            pen_at(&on, face->pictogram, x, -19 + look->low * 0.46, 30);
    }
    pen_use(pen->cairo, pen->ink);
    if (has_number)
        pen_fit(pen->cairo, face->code + 1, head - 1, (struct pen_box){8, -38, 34, 38});
    for (int i = 0; i < more; i++)
        pen_at(pen, "K 0 0 40 56 8 f W s 6 K M -11 0 L 11 0 s 8 K M 0 -11 L 0 11 s 8 K",
               24 + (i - (more - 1) / 2.0) * 13, -19 + i * 5, 62);
}

void icon_draw(void *cairo, const struct game *game, const struct face *face, double x, double y,
               int size)
{
    const struct pen_look *look = &pen_looks[face->colour], *card = &pen_looks[COLOUR_NONE];
    struct pen pen = {cairo, pen_ink_on(look->rgb), look->rgb};
    pen_save(cairo);
    cairo_translate(cairo, x + size / 2.0, y + size / 2.0);
    cairo_scale(cairo, size / 100.0, size / 100.0);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST); /* a third of a PNG's bytes were shades */
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    if (icon_is_priced(game, face->code)) {
        draw_ground(&pen, card->shape, PEN_INK);
        fill_top(&pen, look->rgb, -50);
        pen_use(cairo, pen.ink);
        icon_draw_gift(&pen, game, face);
        draw_price(&pen, game, strchr(face->code, ':') + 1);
    } else if (face->pictogram) {
        draw_ground(&pen, look->shape, look->rgb);
        pen_at(&pen, face->pictogram, 0, look->low, look->room);
    } else if (face->emblem) {
        draw_ground(&pen, card->shape, look->rgb);
        icon_draw_suit(&pen, face);
    } else {
        draw_ground(&pen, icon_is_short(face->code) ? look->shape : card->shape, look->rgb);
        pen_use(cairo, pen.ink);
        if (icon_is_short(face->code))
            draw_letters(&pen, face->code, look);
        else
            draw_code(&pen, face->code, face->colour);
    }
    pen_restore(cairo);
}

/* ---- files ---- */

enum {
    SIDE = 128,
    LARGE = 48, /* alone in a message */
    SMALL = 22, /* in a line of text */
    STRIP = LARGE + 4,
    MARGIN = 16,
    ROOM = 2 * (LARGE + SMALL + 6), /* the width of a cell of the sheet */
    ACROSS = 14,
    HEADING = 48,
    PAGE = 0x313338, /* of Discord */
    WORDS = 0xdcdde0
};

static bool begin_drawing(FILE *err)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    if (pen_open(&why))
        return true;
    fprintf(err, "%s\n", bytes);
    return false;
}

static cairo_status_t keep_bytes(void *arg, const unsigned char *bytes, unsigned length)
{
    struct icon *picture = arg;
    picture->png = realloc(picture->png, picture->size + length);
    check(picture->png);
    memcpy(picture->png + picture->size, bytes, length);
    picture->size += length;
    return CAIRO_STATUS_SUCCESS;
}

static void add_icon(struct icon_list *out, const struct game *game, int face)
{
    struct ruleset rules;
    game_ruleset(game, &rules);
    out->items = realloc(out->items, (size_t)(out->count + 1) * sizeof *out->items);
    check(out->items);
    struct icon *picture = &out->items[out->count++];
    *picture = (struct icon){.png = NULL};
    speak_picture(game, &rules, face, picture->name);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    icon_draw(cairo, game, &game->faces[face], 0, 0, SIDE);
    cairo_destroy(cairo);
    check(cairo_surface_write_to_png_stream(surface, keep_bytes, picture) == CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
}

bool icon_list_draw(struct icon_list *out, const struct game *const *list, int count, FILE *err)
{
    *out = (struct icon_list){.items = NULL};
    if (!begin_drawing(err))
        return false;
    for (int i = 0; i < count; i++)
        for (int face = 0; face < list[i]->face_count; face++)
            add_icon(out, list[i], face);
    return true;
}

/* ---- the sheet ---- */

struct sheet {
    cairo_t *cairo;
    bool has_strips; /* a drawing in lines can be looked at in any size: it needs none */
};

static int row_height(const struct sheet *sheet)
{
    return SIDE + 4 * MARGIN + (sheet->has_strips ? STRIP : 0);
}

/* With its heading. */
static int game_height(const struct sheet *sheet, const struct game *game)
{
    return HEADING + (game->face_count + ACROSS - 1) / ACROSS * row_height(sheet);
}

static void write_words(cairo_t *cairo, const char *words, double x, double y, double size)
{
    pen_use(cairo, WORDS);
    pen_trace(cairo, words, (int)strlen(words), PEN_BOLD, size, x, y);
    pen_fill(cairo);
}

static void draw_label(cairo_t *cairo, const char *label, double x, double y)
{
    enum { TALL = 12 };
    double wide = pen_wide(label, (int)strlen(label), PEN_BOLD, TALL);
    write_words(cairo, label, x, y, fmin(TALL, TALL * (ROOM - 2) / wide));
}

/* As a large emoji and as in a line of text, on a dark ground and on a light one. */
static void draw_strip(cairo_t *cairo, const struct game *game, const struct face *face, double x,
                       double y)
{
    enum { HALF = ROOM / 2 };
    pen_use(cairo, 0xffffff);
    cairo_rectangle(cairo, x + HALF, y, HALF, STRIP);
    pen_fill(cairo);
    for (int i = 0; i < 2; i++) {
        icon_draw(cairo, game, face, x + i * HALF + 1, y + 2, LARGE);
        icon_draw(cairo, game, face, x + i * HALF + LARGE + 3, y + (STRIP - SMALL) / 2.0, SMALL);
    }
}

static void draw_cell(const struct sheet *sheet, const struct game *game, const struct face *face,
                      double x, double y)
{
    cairo_t *cairo = sheet->cairo;
    icon_draw(cairo, game, face, x + (ROOM - SIDE) / 2.0, y, SIDE);
    if (sheet->has_strips)
        draw_strip(cairo, game, face, x, y + SIDE + 6);
    y += row_height(sheet) - 2 * MARGIN;
    draw_label(cairo, face->code, x, y - MARGIN / 2.0);
    draw_label(cairo, face->brief ? face->brief : face->name, x, y + MARGIN / 2.0);
}

static void draw_game(const struct sheet *sheet, const struct game *game, int y)
{
    cairo_t *cairo = sheet->cairo;
    write_words(cairo, game->name, MARGIN, y + HEADING - MARGIN, 24);
    for (int face = 0; face < game->face_count; face++) {
        int column = face % ACROSS, row = face / ACROSS;
        draw_cell(sheet, game, &game->faces[face], MARGIN + column * (ROOM + MARGIN),
                  y + HEADING + row * row_height(sheet));
    }
}

bool icon_draw_sheet(const char *path, FILE *err)
{
    size_t length = strlen(path);
    bool is_svg = length > 4 && strcmp(path + length - 4, ".svg") == 0;
    struct sheet sheet = {.has_strips = !is_svg};
    int width = MARGIN + ACROSS * (ROOM + MARGIN), height = 0;
    for (int i = 0; i < game_count; i++)
        height += game_height(&sheet, games[i]);
    if (!begin_drawing(err))
        return false;
    cairo_surface_t *surface = is_svg
                                   ? cairo_svg_surface_create(path, width, height)
                                   : cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    sheet.cairo = cairo_create(surface);
    pen_use(sheet.cairo, PAGE);
    cairo_paint(sheet.cairo);
    for (int i = 0, y = 0; i < game_count; y += game_height(&sheet, games[i++]))
        draw_game(&sheet, games[i], y);
    cairo_destroy(sheet.cairo);
    if (is_svg)
        cairo_surface_finish(surface);
    cairo_status_t status =
        is_svg ? cairo_surface_status(surface) : cairo_surface_write_to_png(surface, path);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS)
        fprintf(err, "tabletalk: %s cannot be written: %s\n", path, cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

#else

static bool refuse(FILE *err)
{
    fputs(
        "tabletalk: this program was built without cairo, which draws the pictures: install libcairo2-dev and build it again\n",
        err);
    return false;
}

bool icon_list_draw(struct icon_list *out, const struct game *const *list, int count, FILE *err)
{
    (void)list;
    (void)count;
    *out = (struct icon_list){.items = NULL};
    return refuse(err);
}

bool icon_draw_sheet(const char *path, FILE *err)
{
    (void)path;
    return refuse(err);
}

#endif

void icon_list_free(struct icon_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->items[i].png);
    free(list->items);
}
