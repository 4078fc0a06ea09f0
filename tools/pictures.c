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
#define cairo_close_path                  cairo_late.cairo_close_path
#define cairo_create                      cairo_late.cairo_create
#define cairo_debug_reset_static_data     cairo_late.cairo_debug_reset_static_data
#define cairo_destroy                     cairo_late.cairo_destroy
#define cairo_fill                        cairo_late.cairo_fill
#define cairo_image_surface_create        cairo_late.cairo_image_surface_create
#define cairo_line_to                     cairo_late.cairo_line_to
#define cairo_move_to                     cairo_late.cairo_move_to
#define cairo_new_path                    cairo_late.cairo_new_path
#define cairo_new_sub_path                cairo_late.cairo_new_sub_path
#define cairo_paint                       cairo_late.cairo_paint
#define cairo_restore                     cairo_late.cairo_restore
#define cairo_save                        cairo_late.cairo_save
#define cairo_scale                       cairo_late.cairo_scale
#define cairo_select_font_face            cairo_late.cairo_select_font_face
#define cairo_set_font_size               cairo_late.cairo_set_font_size
#define cairo_set_source_rgb              cairo_late.cairo_set_source_rgb
#define cairo_set_source_surface          cairo_late.cairo_set_source_surface
#define cairo_show_text                   cairo_late.cairo_show_text
#define cairo_status_to_string            cairo_late.cairo_status_to_string
#define cairo_surface_destroy             cairo_late.cairo_surface_destroy
#define cairo_surface_write_to_png        cairo_late.cairo_surface_write_to_png
#define cairo_surface_write_to_png_stream cairo_late.cairo_surface_write_to_png_stream
#define cairo_text_extents                cairo_late.cairo_text_extents
#define cairo_translate                   cairo_late.cairo_translate
#define FcFini                            cairo_late.FcFini

enum {
    SIDE = 128,
    SMALL = 22, /* points of a picture in a line of text */
    MARGIN = 16,
    ACROSS = 12, /* pictures in a row of the sheet */
    CELL_WIDTH = SIDE + MARGIN,
    CELL_HEIGHT = SIDE + SMALL + 2 * MARGIN,
    HEADING = 48
};

/* Red, green and blue, and a shape for people who cannot see the colour: a polygon with so many
   corners, turned by so many degrees; the points between lie at `inner` percent of the radius. */
static const struct look {
    unsigned rgb;
    int corners, inner, turn;
} looks[COLOUR_COUNT] = {
    [COLOUR_NONE] = {0x50596b, 4, 15, 45},  [COLOUR_RED] = {0xd32f2f, 32, 100, 0},
    [COLOUR_ORANGE] = {0xf57c00, 5, 81, 0}, [COLOUR_YELLOW] = {0xffeb3b, 3, 50, 0},
    [COLOUR_GREEN] = {0x2e9e3f, 4, 71, 45}, [COLOUR_BLUE] = {0x1e6fe0, 4, 71, 0},
    [COLOUR_INDIGO] = {0x303f9f, 6, 87, 0}, [COLOUR_VIOLET] = {0x8e24aa, 5, 40, 0},
    [COLOUR_CYAN] = {0x26c6da, 4, 35, 0},   [COLOUR_MAGENTA] = {0xd81b8c, 3, 50, 180},
    [COLOUR_PINK] = {0xf48fb1, 6, 45, 0},   [COLOUR_BROWN] = {0x795548, 3, 15, 0},
    [COLOUR_GREY] = {0x9e9e9e, 8, 60, 0},   [COLOUR_BLACK] = {0x101010, 12, 75, 0},
    [COLOUR_WHITE] = {0xffffff, 4, 25, 45}, [COLOUR_GOLD] = {0xd4a017, 7, 50, 0},
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
    return 0.3 * part(rgb, 16) + 0.59 * part(rgb, 8) + 0.11 * part(rgb, 0) > 0.55;
}

static void use(cairo_t *cairo, unsigned rgb)
{
    cairo_set_source_rgb(cairo, part(rgb, 16), part(rgb, 8), part(rgb, 0));
}

static unsigned ink_on(unsigned rgb)
{
    return is_light(rgb) ? 0x101010 : 0xffffff;
}

static void trace_card(cairo_t *cairo, double inset)
{
    double least = inset, most = SIDE - inset, radius = 20 - inset, quarter = M_PI / 2;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, most - radius, least + radius, radius, -quarter, 0);
    cairo_arc(cairo, most - radius, most - radius, radius, 0, quarter);
    cairo_arc(cairo, least + radius, most - radius, radius, quarter, 2 * quarter);
    cairo_arc(cairo, least + radius, least + radius, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
}

static void draw_shape(cairo_t *cairo, const struct look *look, double x, double y, double radius)
{
    cairo_new_path(cairo);
    for (int i = 0; i < 2 * look->corners; i++) {
        double angle = i * M_PI / look->corners + look->turn * M_PI / 180 - M_PI / 2;
        double length = i % 2 ? radius * look->inner / 100 : radius;
        cairo_line_to(cairo, x + length * cos(angle), y + length * sin(angle));
    }
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static void draw_text(cairo_t *cairo, const char *bytes, int length, struct box box)
{
    enum { TRY = 100 };
    char text[FACE_CODE];
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
}

/* A suit and a number, "D8". */
static bool is_numbered(const char *code)
{
    size_t digits = strspn(code + 1, "0123456789");
    return code[0] >= 'A' && code[0] <= 'Z' && digits > 0 && code[1 + digits] == '\0';
}

/* The part of the code before the colon, in one row or (if long) two rows; below it the part
   after the colon, or else the shape. Of a suit and a number, the number is larger than the
   suit, which has the shape besides: in a line of text 6 and 8 would look alike. */
static void draw_code(cairo_t *cairo, const char *code, const struct look *look)
{
    enum { ROW = 3 /* letters */ };
    int length = (int)strlen(code), head = (int)strcspn(code, ":"), half = (head + 1) / 2;
    if (is_numbered(code)) {
        draw_text(cairo, code, 1, (struct box){12, 74, 44, 40});
        draw_shape(cairo, look, 88, 96, 20);
        draw_text(cairo, code + 1, length - 1, (struct box){12, 12, 104, 60});
        return;
    }
    if (head < length) {
        draw_text(cairo, code, head, (struct box){12, 13, 104, 56});
        draw_text(cairo, code + head + 1, length - head - 1, (struct box){12, 77, 104, 38});
        return;
    }
    if (head <= ROW) {
        draw_text(cairo, code, head, (struct box){12, 14, 104, 68});
    } else {
        draw_text(cairo, code, half, (struct box){14, 12, 100, 34});
        draw_text(cairo, code + half, head - half, (struct box){14, 52, 100, 34});
    }
    draw_shape(cairo, look, SIDE / 2.0, 102, 16);
}

/* White around black, so that the card has an edge on a dark page and on a white one. */
static void draw_face(cairo_t *cairo, const struct face *face)
{
    const struct look *look = &looks[face->colour];
    trace_card(cairo, 0);
    use(cairo, 0xffffff);
    cairo_fill(cairo);
    trace_card(cairo, 3);
    use(cairo, 0x101010);
    cairo_fill(cairo);
    trace_card(cairo, 7);
    use(cairo, look->rgb);
    cairo_fill(cairo);
    use(cairo, ink_on(look->rgb));
    draw_code(cairo, face->code, look);
}

static cairo_surface_t *picture_of(const struct face *face)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    draw_face(cairo, face);
    cairo_destroy(cairo);
    return surface;
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
    cairo_surface_t *surface = picture_of(&game->faces[face]);
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

static int rows_of(const struct game *game)
{
    return (game->face_count + ACROSS - 1) / ACROSS;
}

static int sheet_height(void)
{
    int height = MARGIN;
    for (int i = 0; i < game_count; i++)
        height += HEADING + rows_of(games[i]) * CELL_HEIGHT;
    return height;
}

static void draw_cell(cairo_t *cairo, const struct face *face, double x, double y)
{
    cairo_surface_t *picture = picture_of(face);
    cairo_set_source_surface(cairo, picture, x, y);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_translate(cairo, x, y + SIDE + MARGIN / 2.0);
    cairo_scale(cairo, (double)SMALL / SIDE, (double)SMALL / SIDE);
    cairo_set_source_surface(cairo, picture, 0, 0);
    cairo_paint(cairo);
    cairo_restore(cairo);
    cairo_surface_destroy(picture);
    use(cairo, 0xdcdde0);
    cairo_set_font_size(cairo, 13);
    cairo_move_to(cairo, x + SMALL + MARGIN / 2.0, y + SIDE + MARGIN / 2.0 + SMALL - 6);
    cairo_show_text(cairo, face->code);
}

static void draw_game(cairo_t *cairo, const struct game *game, int y)
{
    use(cairo, 0xdcdde0);
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cairo, 24);
    cairo_move_to(cairo, MARGIN, y + HEADING - MARGIN);
    cairo_show_text(cairo, game->name);
    for (int face = 0; face < game->face_count; face++) {
        int row = face / ACROSS, column = face % ACROSS;
        draw_cell(cairo, &game->faces[face], MARGIN + column * CELL_WIDTH,
                  y + HEADING + row * CELL_HEIGHT);
    }
}

/* Draws all faces on one sheet, game by game, as a PNG file: each face in full size, and as
   small as a phone shows it. False, with a sentence on `err`, if that fails. */
static bool pictures_draw_sheet(const char *path, FILE *err)
{
    if (!begin_drawing(err))
        return false;
    cairo_surface_t *sheet = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, MARGIN + ACROSS * CELL_WIDTH, sheet_height());
    cairo_t *cairo = cairo_create(sheet);
    use(cairo, 0x313338);
    cairo_paint(cairo);
    for (int i = 0, y = 0; i < game_count; y += HEADING + rows_of(games[i]) * CELL_HEIGHT, i++)
        draw_game(cairo, games[i], y);
    cairo_destroy(cairo);
    cairo_status_t status = cairo_surface_write_to_png(sheet, path);
    cairo_surface_destroy(sheet);
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

bool pictures_draw_sheet(const char *path, FILE *err)
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
