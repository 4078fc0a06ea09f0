/* Knows the layout of a picture; the faces are data of the games. Without cairo
   it draws nothing, and says so. */
#include "pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "games.h"
#include "speak.h"
#include "tools.h"

#ifdef TABLETALK_CAIRO

#include <cairo-svg.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>

#include "machine.h"
#include "text.h"

/* cairo is opened when the first picture is drawn. */
static struct {
#define LATE(name) __typeof__(name) *name;
#include "cairo_late.def"
#undef LATE
} cairo_late;

#define cairo_arc                         cairo_late.cairo_arc
#define cairo_clip                        cairo_late.cairo_clip
#define cairo_close_path                  cairo_late.cairo_close_path
#define cairo_create                      cairo_late.cairo_create
#define cairo_curve_to                    cairo_late.cairo_curve_to
#define cairo_debug_reset_static_data     cairo_late.cairo_debug_reset_static_data
#define cairo_destroy                     cairo_late.cairo_destroy
#define cairo_fill                        cairo_late.cairo_fill
#define cairo_fill_preserve               cairo_late.cairo_fill_preserve
#define cairo_image_surface_create        cairo_late.cairo_image_surface_create
#define cairo_line_to                     cairo_late.cairo_line_to
#define cairo_move_to                     cairo_late.cairo_move_to
#define cairo_new_path                    cairo_late.cairo_new_path
#define cairo_new_sub_path                cairo_late.cairo_new_sub_path
#define cairo_paint                       cairo_late.cairo_paint
#define cairo_rectangle                   cairo_late.cairo_rectangle
#define cairo_restore                     cairo_late.cairo_restore
#define cairo_rotate                      cairo_late.cairo_rotate
#define cairo_save                        cairo_late.cairo_save
#define cairo_scale                       cairo_late.cairo_scale
#define cairo_select_font_face            cairo_late.cairo_select_font_face
#define cairo_set_font_size               cairo_late.cairo_set_font_size
#define cairo_set_antialias               cairo_late.cairo_set_antialias
#define cairo_set_line_cap                cairo_late.cairo_set_line_cap
#define cairo_set_line_join               cairo_late.cairo_set_line_join
#define cairo_set_line_width              cairo_late.cairo_set_line_width
#define cairo_set_source_rgb              cairo_late.cairo_set_source_rgb
#define cairo_set_source_surface          cairo_late.cairo_set_source_surface
#define cairo_show_text                   cairo_late.cairo_show_text
#define cairo_status_to_string            cairo_late.cairo_status_to_string
#define cairo_stroke                      cairo_late.cairo_stroke
#define cairo_stroke_preserve             cairo_late.cairo_stroke_preserve
#define cairo_surface_destroy             cairo_late.cairo_surface_destroy
#define cairo_surface_finish              cairo_late.cairo_surface_finish
#define cairo_surface_status              cairo_late.cairo_surface_status
#define cairo_surface_write_to_png        cairo_late.cairo_surface_write_to_png
#define cairo_surface_write_to_png_stream cairo_late.cairo_surface_write_to_png_stream
#define cairo_svg_surface_create          cairo_late.cairo_svg_surface_create
#define cairo_text_extents                cairo_late.cairo_text_extents
#define cairo_translate                   cairo_late.cairo_translate
#define FcFini                            cairo_late.FcFini

enum {
    SIDE = 128,
    LARGE = 48, /* alone in a message */
    SMALL = 22, /* in a line of text */
    STRIP = LARGE + 4,
    MARGIN = 16,
    ROOM = 2 * (LARGE + SMALL + 6), /* the width of a cell of the sheet */
    ACROSS = 14,
    HEADING = 48,
    INK = 0x101010,
    PAGE = 0x313338, /* of Discord */
    WORDS = 0xdcdde0
};

/* Drawings are data: signs with numbers, on a ground from -50 to 50 in both directions. A path is
     M x y    begins at a point; L x y, C x y x y x y: goes on straight, or as a curve; Z: back
     O x y r  a circle; A x y r a b: a part of one, clockwise from angle a to b, 0 is on the right
     P x y r n i a  a polygon with n corners, the points between at i percent of r, turned by a
     K x y w h a    a playing card, turned by a
     S x y r c      the shape of a colour
   and is painted by
     f c      which fills it; s w c: which draws its line, w wide; both: f before s
     T x y h c TEXT is a word, h high
   c is i for ink, p for the card's own colour, or the letter of a colour. */
static const char colour_letters[COLOUR_COUNT + 1] = "-ROYGBIVCMPNEKWD";

/* Each colour has one shape in all games, for people who cannot see the colour. In its middle,
   `low` below the centre, there is room for a drawing at `room` percent. */
static const struct look {
    unsigned rgb;
    const char *shape;
    int room, low;
} looks[COLOUR_COUNT] = {
    [COLOUR_NONE] = {0x4a4f63, "K 0 0 88 88 0", 78, 0},
    [COLOUR_RED] = {0xc8102e, "O 0 0 44", 68, 0},
    [COLOUR_ORANGE] = {0xe0661f, "P 0 3 46 5 81 0", 62, 4},
    [COLOUR_YELLOW] = {0xf8e93a, "P 0 13 52 3 50 0", 48, 13},
    [COLOUR_GREEN] = {0x3d8a5c, "P 0 0 56 4 71 45", 76, 0},
    [COLOUR_BLUE] = {0x22a0f8, "P 0 0 45 4 71 0", 56, 0},
    [COLOUR_INDIGO] = {0x221a80, "P 0 0 45 6 87 30", 66, 0},
    [COLOUR_VIOLET] = {0x6d28d9, "P 0 3 46 5 54 0", 48, 3},
    [COLOUR_CYAN] =
        {0x45e0f8,
         "M -18 -43 L 18 -43 L 18 -18 L 43 -18 L 43 18 L 18 18 L 18 43 L -18 43 L -18 18 "
         "L -43 18 L -43 -18 L -18 -18 Z",
         50, 0},
    [COLOUR_MAGENTA] = {0xf545c8, "P 0 -13 52 3 50 180", 48, -13},
    [COLOUR_PINK] = {0xf8aed0, "O 0 -25 19 O 24 -8 19 O 15 20 19 O -15 20 19 O -24 -8 19 O 0 0 20",
                     64, 0},
    [COLOUR_BROWN] =
        {0x55280d,
         "M 42 -42 L 42 -2 C 42 24 24 42 -2 42 L -42 42 L -42 2 C -42 -24 -24 -42 2 -42 Z", 70, 0},
    [COLOUR_GREY] = {0xb0b5a2,
                     "M -18 -28 L 18 -28 C 52 -28 52 28 18 28 L -18 28 C -52 28 -52 -28 -18 -28 Z",
                     54, 0},
    [COLOUR_BLACK] = {0x101010,
                      "M -38 -42 L 38 -42 L 38 2 C 38 28 18 38 0 44 C -18 38 -38 28 -38 2 Z", 66,
                      0},
    [COLOUR_WHITE] = {0xffffff, "K 0 0 74 88 0", 72, 0},
    [COLOUR_GOLD] = {0xf5a00a, "P 0 0 46 12 80 0", 66, 0},
};

struct pen {
    cairo_t *cairo;
    unsigned ink, paper;
};

struct box {
    double x, y, width, height;
};

static double part(unsigned rgb, int shift)
{
    return (rgb >> shift & 0xff) / 255.0;
}

static bool is_light(unsigned rgb)
{
    return 0.3 * part(rgb, 16) + 0.59 * part(rgb, 8) + 0.11 * part(rgb, 0) > 0.5;
}

static void use(cairo_t *cairo, unsigned rgb)
{
    cairo_set_source_rgb(cairo, part(rgb, 16), part(rgb, 8), part(rgb, 0));
}

static unsigned ink_on(unsigned rgb)
{
    return is_light(rgb) ? INK : 0xffffff;
}

static void draw_text(cairo_t *cairo, const char *bytes, int length, struct box box)
{
    enum { TRY = 100 };
    char text[FACE_NAME];
    cairo_text_extents_t size;
    snprintf(text, sizeof text, "%.*s", length, bytes);
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cairo, TRY);
    cairo_text_extents(cairo, text, &size);
    double scale = fmin(box.width / size.width, box.height / size.height);
    cairo_set_font_size(cairo, TRY * scale);
    cairo_move_to(cairo, box.x + (box.width - size.width * scale) / 2 - size.x_bearing * scale,
                  box.y + (box.height - size.height * scale) / 2 - size.y_bearing * scale);
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
}

/* ---- drawings ---- */

/* From here on the ground is drawn smaller, with its middle at this point. */
static void shrink(cairo_t *cairo, double x, double y, double percent)
{
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, percent / 100, percent / 100);
}

static void trace_polygon(cairo_t *cairo, const double *n)
{
    int points = 2 * (int)n[3];
    cairo_new_sub_path(cairo);
    for (int i = 0; i < points; i++) {
        double angle = i * 2 * M_PI / points + n[5] * M_PI / 180 - M_PI / 2;
        double length = i % 2 ? n[2] * n[4] / 100 : n[2];
        cairo_line_to(cairo, n[0] + length * cos(angle), n[1] + length * sin(angle));
    }
    cairo_close_path(cairo);
}

static void trace_card(cairo_t *cairo, const double *n)
{
    double x = n[2] / 2, y = n[3] / 2, radius = fmin(x, y) * 0.3, quarter = M_PI / 2;
    cairo_save(cairo);
    cairo_translate(cairo, n[0], n[1]);
    cairo_rotate(cairo, n[4] * M_PI / 180);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x - radius, radius - y, radius, -quarter, 0);
    cairo_arc(cairo, x - radius, y - radius, radius, 0, quarter);
    cairo_arc(cairo, radius - x, y - radius, radius, quarter, 2 * quarter);
    cairo_arc(cairo, radius - x, radius - y, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
    cairo_restore(cairo);
}

static const struct look *look_of(char letter)
{
    const char *at = strchr(colour_letters, letter);
    check(letter && at);
    return &looks[at - colour_letters];
}

static void use_letter(const struct pen *pen, char letter)
{
    use(pen->cairo, letter == 'i' ? pen->ink : letter == 'p' ? pen->paper : look_of(letter)->rgb);
}

static void draw(const struct pen *pen, const char *signs);

static void trace(const struct pen *pen, char sign, const double *n, char letter)
{
    cairo_t *cairo = pen->cairo;
    if (sign == 'M') {
        cairo_move_to(cairo, n[0], n[1]);
    } else if (sign == 'L') {
        cairo_line_to(cairo, n[0], n[1]);
    } else if (sign == 'C') {
        cairo_curve_to(cairo, n[0], n[1], n[2], n[3], n[4], n[5]);
    } else if (sign == 'Z') {
        cairo_close_path(cairo);
    } else if (sign == 'P') {
        trace_polygon(cairo, n);
    } else if (sign == 'K') {
        trace_card(cairo, n);
    } else if (sign == 'S') {
        shrink(cairo, n[0], n[1], n[2]);
        draw(pen, look_of(letter)->shape);
        cairo_restore(cairo);
    } else if (sign == 'A') {
        cairo_arc(cairo, n[0], n[1], n[2], n[3] * M_PI / 180, n[4] * M_PI / 180);
    } else {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, n[0], n[1], n[2], 0, 2 * M_PI);
    }
}

static void paint(const struct pen *pen, char sign, const double *n, char letter)
{
    use_letter(pen, letter);
    if (sign == 'f') {
        cairo_fill_preserve(pen->cairo);
    } else {
        cairo_set_line_width(pen->cairo, n[0]);
        cairo_stroke(pen->cairo);
    }
}

/* Leaves the path that is not painted yet. */
static void draw(const struct pen *pen, const char *signs)
{
    static const char known[] = "MLCZOAPKSTfs", coloured[] = "STfs", painting[] = "Tfs";
    static const int numbers[] = {2, 2, 6, 0, 3, 5, 6, 5, 3, 3, 0, 1};
    bool is_filled = false;
    for (signs += strspn(signs, " "); *signs; signs += strspn(signs, " ")) {
        char sign = *signs++, letter = '\0';
        const char *at = strchr(known, sign);
        double n[6] = {0};
        check(at);
        for (int i = 0; i < numbers[at - known]; i++) {
            char *end;
            n[i] = (double)strtol(signs, &end, 10);
            check(end > signs);
            signs = end;
        }
        if (strchr(coloured, sign)) {
            signs += strspn(signs, " ");
            letter = *signs++;
        }
        if (is_filled && sign != 's')
            cairo_new_path(pen->cairo);
        is_filled = sign == 'f';
        if (!strchr(painting, sign)) {
            trace(pen, sign, n, letter);
        } else if (sign != 'T') {
            paint(pen, sign, n, letter);
        } else {
            int length = (int)strcspn(signs += strspn(signs, " "), " ");
            use_letter(pen, letter);
            draw_text(pen->cairo, signs, length,
                      (struct box){n[0] - 50, n[1] - n[2] / 2, 100, n[2]});
            signs += length;
        }
    }
}

/* ---- faces ---- */

/* White around black, so that it has an edge on a dark page and on a white one. */
static void draw_ground(const struct pen *pen, const char *shape, unsigned rgb)
{
    static const struct {
        unsigned rgb;
        double width;
    } edges[] = {{0xffffff, 11.5}, {INK, 6.5}};
    cairo_new_path(pen->cairo);
    draw(pen, shape);
    for (int i = 0; i < 2; i++) {
        use(pen->cairo, edges[i].rgb);
        cairo_set_line_width(pen->cairo, edges[i].width);
        cairo_stroke_preserve(pen->cairo);
    }
    use(pen->cairo, rgb);
    cairo_fill(pen->cairo);
}

static void draw_shape(const struct pen *pen, enum colour colour, double x, double y,
                       double percent)
{
    shrink(pen->cairo, x, y, percent);
    draw(pen, looks[colour].shape);
    cairo_restore(pen->cairo);
    cairo_fill(pen->cairo);
}

static void draw_at(const struct pen *pen, const char *signs, double x, double y, double percent)
{
    shrink(pen->cairo, x, y, percent);
    draw(pen, signs);
    cairo_restore(pen->cairo);
    cairo_new_path(pen->cairo);
}

/* A suit and a number, "D8". */
static bool is_numbered(const char *code, int length)
{
    return length > 1 && code[0] >= 'A' && code[0] <= 'Z' &&
           (int)strspn(code + 1, "0123456789") == length - 1;
}

/* Short enough for the shape of its colour. */
static bool is_short(const char *code)
{
    return strlen(code) <= 2 && !is_numbered(code, (int)strlen(code));
}

static void draw_letters(const struct pen *pen, const char *code, const struct look *look)
{
    double side = look->room * 0.86;
    draw_text(pen->cairo, code, (int)strlen(code),
              (struct box){-side / 2, look->low - side / 2, side, side});
}

/* A longer code on a card: the part before the colon, in one row or (if long) two rows; below it
   the part after the colon, or else the shape. Of a suit and a number, the number is larger than
   the suit: in a line of text 6 and 8 would look alike. */
static void draw_code(const struct pen *pen, const char *code, enum colour colour)
{
    enum { ROW = 3 /* letters */ };
    int length = (int)strlen(code), head = (int)strcspn(code, ":"), half = (head + 1) / 2;
    if (is_numbered(code, length)) {
        draw_text(pen->cairo, code, 1, (struct box){-40, 8, 34, 31});
        draw_shape(pen, colour, 19, 23, 36);
        draw_text(pen->cairo, code + 1, length - 1, (struct box){-40, -40, 80, 44});
        return;
    }
    if (head < length || head <= ROW) {
        draw_text(pen->cairo, code, head, (struct box){-39, -40, 78, 44});
    } else {
        draw_text(pen->cairo, code, half, (struct box){-39, -40, 78, 26});
        draw_text(pen->cairo, code + half, head - half, (struct box){-39, -10, 78, 26});
    }
    if (head < length)
        draw_text(pen->cairo, code + head + 1, length - head - 1, (struct box){-39, 10, 78, 30});
    else
        draw_shape(pen, colour, 0, 29, 26);
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
static bool is_priced(const struct game *game, const char *code)
{
    const char *price = strchr(code, ':');
    if (!price)
        return false;
    while (*++price)
        if (!face_of_letter(game, *price))
            return false;
    return true;
}

/* The upper part of the card, right of x. */
static void fill_top(const struct pen *pen, unsigned rgb, double x)
{
    cairo_save(pen->cairo);
    draw(pen, looks[COLOUR_NONE].shape);
    cairo_clip(pen->cairo);
    use(pen->cairo, rgb);
    cairo_rectangle(pen->cairo, x, -50, 100, 56);
    cairo_fill(pen->cairo);
    cairo_restore(pen->cairo);
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
        use(pen->cairo, looks[colour].rgb);
        draw_shape(pen, colour, (at - (row - 1) / 2.0) * step,
                   first == count ? 25
                   : i < first    ? 17
                                  : 35,
                   step * 0.98);
    }
}

/* What the card gives: a field with the shape of each letter, and in it the drawing; or else the
   drawing alone. Beside it a number, or a card for each "+". */
static void draw_gift(const struct pen *pen, const struct game *game, const struct face *face)
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
        draw_at(pen, face->pictogram, width / 2 - 44, -19, 50);
    else if (fields == 0)
        draw_text(pen->cairo, face->code, head - more, (struct box){-40, -40, width - 8, 40});
    for (int i = 0; i < fields; i++) {
        double x = (i + 0.5) * width - 44;
        const struct look *look = &looks[given[i]->colour];
        struct pen on = {pen->cairo, ink_on(look->rgb), look->rgb};
        fill_top(pen, look->rgb, x - width / 2);
        use(pen->cairo, on.ink);
        draw_shape(&on, given[i]->colour, x, -19, fmin(46, width));
        if (face->pictogram)
            draw_at(&on, face->pictogram, x, -19 + look->low * 0.46, 30);
    }
    use(pen->cairo, pen->ink);
    if (has_number)
        draw_text(pen->cairo, face->code + 1, head - 1, (struct box){8, -38, 34, 38});
    for (int i = 0; i < more; i++)
        draw_at(pen, "K 0 0 40 56 8 f W s 6 K M -11 0 L 11 0 s 8 K M 0 -11 L 0 11 s 8 K",
                24 + (i - (more - 1) / 2.0) * 13, -19 + i * 5, 62);
}

static void draw_face(cairo_t *cairo, const struct game *game, const struct face *face, double x,
                      double y, int size)
{
    const struct look *look = &looks[face->colour], *card = &looks[COLOUR_NONE];
    struct pen pen = {cairo, ink_on(look->rgb), look->rgb};
    cairo_save(cairo);
    cairo_translate(cairo, x + size / 2.0, y + size / 2.0);
    cairo_scale(cairo, size / 100.0, size / 100.0);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST); /* a third of a PNG's bytes were shades */
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    if (is_priced(game, face->code)) {
        draw_ground(&pen, card->shape, INK);
        fill_top(&pen, look->rgb, -50);
        use(cairo, pen.ink);
        draw_gift(&pen, game, face);
        draw_price(&pen, game, strchr(face->code, ':') + 1);
    } else if (face->pictogram) {
        draw_ground(&pen, look->shape, look->rgb);
        draw_at(&pen, face->pictogram, 0, look->low, look->room);
    } else {
        draw_ground(&pen, is_short(face->code) ? look->shape : card->shape, look->rgb);
        use(cairo, pen.ink);
        if (is_short(face->code))
            draw_letters(&pen, face->code, look);
        else
            draw_code(&pen, face->code, face->colour);
    }
    cairo_restore(cairo);
}

static cairo_status_t keep_bytes(void *arg, const unsigned char *bytes, unsigned length)
{
    struct picture *picture = arg;
    picture->png = realloc(picture->png, picture->size + length);
    check(picture->png);
    memcpy(picture->png + picture->size, bytes, length);
    picture->size += length;
    return CAIRO_STATUS_SUCCESS;
}

static void add_picture(struct pictures *out, const struct game *game, int face)
{
    struct ruleset rules;
    game_ruleset(game, &rules);
    out->items = realloc(out->items, (size_t)(out->count + 1) * sizeof *out->items);
    check(out->items);
    struct picture *picture = &out->items[out->count++];
    *picture = (struct picture){.png = NULL};
    speak_picture(game, &rules, face, picture->name);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    draw_face(cairo, game, &game->faces[face], 0, 0, SIDE);
    cairo_destroy(cairo);
    check(cairo_surface_write_to_png_stream(surface, keep_bytes, picture) == CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
}

static bool begin_drawing(FILE *err)
{
    static const struct machine_function functions[] = {
#define LATE(name) {#name, (void *)&(name)},
#include "cairo_late.def"
#undef LATE
    };
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    if (FcFini || machine_open_library("libcairo.so.2", functions,
                                       sizeof functions / sizeof *functions, &why))
        return true;
    fprintf(err, "No pictures can be drawn without cairo: %s. Install libcairo2.\n", bytes);
    return false;
}

/* Frees the caches of the libraries. */
static void end_drawing(void)
{
    cairo_debug_reset_static_data();
    FcFini();
}

bool pictures_draw(struct pictures *out, const struct game *const *list, int count, FILE *err)
{
    *out = (struct pictures){.items = NULL};
    if (!begin_drawing(err))
        return false;
    for (int i = 0; i < count; i++)
        for (int face = 0; face < list[i]->face_count; face++)
            add_picture(out, list[i], face);
    end_drawing();
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

static void draw_label(cairo_t *cairo, const char *label, double x, double y)
{
    enum { TALL = 12 };
    cairo_text_extents_t size;
    use(cairo, WORDS);
    cairo_set_font_size(cairo, TALL);
    cairo_text_extents(cairo, label, &size);
    cairo_set_font_size(cairo, fmin(TALL, TALL * (ROOM - 2) / size.x_advance));
    cairo_move_to(cairo, x, y);
    cairo_show_text(cairo, label);
}

/* As a large emoji and as in a line of text, on a dark ground and on a light one. */
static void draw_strip(cairo_t *cairo, const struct game *game, const struct face *face, double x,
                       double y)
{
    enum { HALF = ROOM / 2 };
    use(cairo, 0xffffff);
    cairo_rectangle(cairo, x + HALF, y, HALF, STRIP);
    cairo_fill(cairo);
    for (int i = 0; i < 2; i++) {
        draw_face(cairo, game, face, x + i * HALF + 1, y + 2, LARGE);
        draw_face(cairo, game, face, x + i * HALF + LARGE + 3, y + (STRIP - SMALL) / 2.0, SMALL);
    }
}

static void draw_cell(const struct sheet *sheet, const struct game *game, const struct face *face,
                      double x, double y)
{
    cairo_t *cairo = sheet->cairo;
    draw_face(cairo, game, face, x + (ROOM - SIDE) / 2.0, y, SIDE);
    if (sheet->has_strips)
        draw_strip(cairo, game, face, x, y + SIDE + 6);
    y += row_height(sheet) - 2 * MARGIN;
    draw_label(cairo, face->code, x, y - MARGIN / 2.0);
    draw_label(cairo, face->brief ? face->brief : face->name, x, y + MARGIN / 2.0);
}

static void draw_game(const struct sheet *sheet, const struct game *game, int y)
{
    cairo_t *cairo = sheet->cairo;
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    use(cairo, WORDS);
    cairo_set_font_size(cairo, 24);
    cairo_move_to(cairo, MARGIN, y + HEADING - MARGIN);
    cairo_show_text(cairo, game->name);
    for (int face = 0; face < game->face_count; face++) {
        int column = face % ACROSS, row = face / ACROSS;
        draw_cell(sheet, game, &game->faces[face], MARGIN + column * (ROOM + MARGIN),
                  y + HEADING + row * row_height(sheet));
    }
}

/* Draws all faces on one sheet, game by game, as an SVG file if its name ends so, else as a PNG
   file. False, with a sentence on `err`, if that fails. */
static bool pictures_draw_sheet(const char *path, FILE *err)
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
    use(sheet.cairo, PAGE);
    cairo_paint(sheet.cairo);
    for (int i = 0, y = 0; i < game_count; y += game_height(&sheet, games[i++]))
        draw_game(&sheet, games[i], y);
    cairo_destroy(sheet.cairo);
    if (is_svg)
        cairo_surface_finish(surface);
    cairo_status_t status =
        is_svg ? cairo_surface_status(surface) : cairo_surface_write_to_png(surface, path);
    cairo_surface_destroy(surface);
    end_drawing();
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

bool pictures_draw(struct pictures *out, const struct game *const *list, int count, FILE *err)
{
    (void)list;
    (void)count;
    *out = (struct pictures){.items = NULL};
    return refuse(err);
}

static bool pictures_draw_sheet(const char *path, FILE *err)
{
    (void)path;
    return refuse(err);
}

#endif

void pictures_free(struct pictures *pictures)
{
    for (int i = 0; i < pictures->count; i++)
        free(pictures->items[i].png);
    free(pictures->items);
}

int tool_cards(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    if (argc != 2) {
        fputs("usage: tabletalk cards FILE\n", err);
        return CLI_USAGE;
    }
    if (!pictures_draw_sheet(argv[1], err))
        return EXIT_FAILURE;
    fprintf(out, "%s shows all cards.\n", argv[1]);
    return EXIT_SUCCESS;
}
