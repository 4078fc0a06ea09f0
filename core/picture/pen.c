/* Opens cairo; threads that draw at the same time wait for the first of them. Reads the outlines of
   font/inter.font. Knows how each colour looks, and draws what games give as data. */
#include "pen.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "text.h"

#ifdef TABLETALK_CAIRO
#include <pthread.h>

#include "machine.h"
#endif

/* ---- cairo ---- */

#ifdef TABLETALK_CAIRO

struct pen_functions pen_cairo;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool pen_open(struct text *why)
{
    static const struct machine_function functions[] = {
#define LATE(name) {#name, (void *)&(name)},
#include "cairo_late.def"
#undef LATE
    };
    char bytes[256];
    struct text reason = text_over(bytes, sizeof bytes);
    pthread_mutex_lock(&lock);
    bool is_open =
        cairo_translate || machine_open_library("libcairo.so.2", functions,
                                                sizeof functions / sizeof *functions, &reason);
    pthread_mutex_unlock(&lock);
    if (!is_open)
        text_putf(why, "No pictures can be drawn without cairo: %s. Install libcairo2.", bytes);
    return is_open;
}

#else

bool pen_open(struct text *why)
{
    text_put(why, "This program was built without cairo, which draws pictures: install "
                  "libcairo2-dev and build it again.");
    return false;
}

#endif

/* ---- written down as SVG ---- */

#ifdef TABLETALK_CAIRO

enum { SCRIPT_MOST = 4 << 20 };

static _Thread_local struct pen_script *script;

void pen_write_down(struct pen_script *to)
{
    script = to;
    if (to)
        to->clipped = 0;
}

void pen_script_fini(struct pen_script *done)
{
    bytes_fini(&done->elements);
    bytes_fini(&done->outlines);
    bytes_fini(&done->outline);
    free(done->shapes);
}

static void write(struct bytes *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void write(struct bytes *to, const char *format, ...)
{
    char bytes[160];
    struct text text = text_over(bytes, sizeof bytes);
    va_list args;
    va_start(args, format);
    text_vputf(&text, format, args);
    va_end(args);
    check(!text.cut && bytes_put(to, bytes, (size_t)text.length, SCRIPT_MOST));
}

/* Where the pen is, and where the figure began, to which its end goes back. */
struct trail {
    long last[2], begun[2];
};

/* A sign, and how far each of its points lies from where the pen was. */
static void write_part(cairo_t *cairo, const cairo_path_data_t *part, struct trail *trail)
{
    static const struct {
        char sign;
        int points;
    } forms[] = {[CAIRO_PATH_MOVE_TO] = {'m', 1},
                 [CAIRO_PATH_LINE_TO] = {'l', 1},
                 [CAIRO_PATH_CURVE_TO] = {'c', 3},
                 [CAIRO_PATH_CLOSE_PATH] = {'z', 0}};
    const long from[] = {trail->last[0], trail->last[1]};
    long *last = trail->last;
    write(&script->outline, "%c", forms[part->header.type].sign);
    for (int i = 1; i <= forms[part->header.type].points; i++) {
        double x = part[i].point.x, y = part[i].point.y;
        cairo_user_to_device(cairo, &x, &y);
        last[0] = lround(x);
        last[1] = lround(y);
        write(&script->outline, i > 1 && last[0] >= from[0] ? " %ld" : "%ld", last[0] - from[0]);
        write(&script->outline, last[1] >= from[1] ? " %ld" : "%ld", last[1] - from[1]);
    }
    if (part->header.type == CAIRO_PATH_MOVE_TO)
        memcpy(trail->begun, last, sizeof trail->begun);
    else if (part->header.type == CAIRO_PATH_CLOSE_PATH)
        memcpy(last, trail->begun, sizeof trail->begun);
}

/* The path, without moves that lead to no line. */
static void trace_outline(cairo_t *cairo)
{
    cairo_path_t *path = cairo_copy_path(cairo);
    struct trail trail = {{0, 0}, {0, 0}};
    script->outline.length = 0;
    for (int i = 0, next; i < path->num_data; i = next) {
        next = i + path->data[i].header.length;
        bool leads = next < path->num_data && path->data[next].header.type != CAIRO_PATH_MOVE_TO;
        if (path->data[i].header.type != CAIRO_PATH_MOVE_TO || leads)
            write_part(cairo, &path->data[i], &trail);
    }
    cairo_path_destroy(path);
}

/* Cards share most of their shapes: each outline stands there once. */
static struct pen_script_shape *shape_of(cairo_t *cairo)
{
    trace_outline(cairo);
    uint64_t hash = text_hash_bytes(HASH_START, script->outline.at, script->outline.length);
    for (int i = 0; i < script->shape_count; i++)
        if (script->shapes[i].hash == hash)
            return &script->shapes[i];
    script->shapes = list_grow(script->shapes, script->shape_count, &script->shape_space,
                               sizeof *script->shapes);
    script->shapes[script->shape_count] =
        (struct pen_script_shape){hash, script->shape_count, false};
    write(&script->outlines, "<path id=\"p%d\" d=\"", script->shape_count);
    check(bytes_put(&script->outlines, script->outline.at, script->outline.length, SCRIPT_MOST));
    write(&script->outlines, "\"/>");
    return &script->shapes[script->shape_count++];
}

static unsigned colour_of(cairo_t *cairo)
{
    double red, green, blue, alpha;
    cairo_pattern_get_rgba(cairo_get_source(cairo), &red, &green, &blue, &alpha);
    return (unsigned)(lround(red * 255) << 16 | lround(green * 255) << 8 | lround(blue * 255));
}

/* Ink is what fills and strokes if nothing else is said. */
static void write_colour(unsigned rgb, const char *what)
{
    if (rgb == 0xffffff)
        write(&script->elements, " %s=\"#fff\"", what);
    else if (rgb != PEN_INK)
        write(&script->elements, " %s=\"#%06x\"", what, rgb);
}

static void write_fill(cairo_t *cairo)
{
    if (!script)
        return;
    write(&script->elements, "<use href=\"#p%d\"", shape_of(cairo)->number);
    write_colour(colour_of(cairo), "fill");
    write(&script->elements, "/>");
}

static void write_stroke(cairo_t *cairo)
{
    if (!script)
        return;
    double wide = cairo_get_line_width(cairo), tall = 0;
    cairo_user_to_device_distance(cairo, &wide, &tall);
    unsigned rgb = colour_of(cairo);
    write(&script->elements, "<use href=\"#p%d\" %s", shape_of(cairo)->number,
          rgb == PEN_INK    ? "class=\"o\""
          : rgb == 0xffffff ? "class=\"w\""
                            : "fill=\"none\"");
    if (rgb != 0xffffff)
        write_colour(rgb, "stroke");
    write(&script->elements, " stroke-width=\"%ld\"/>", lround(hypot(wide, tall)));
}

void pen_fill(cairo_t *cairo)
{
    write_fill(cairo);
    cairo_fill(cairo);
}

void pen_fill_preserve(cairo_t *cairo)
{
    write_fill(cairo);
    cairo_fill_preserve(cairo);
}

void pen_stroke(cairo_t *cairo)
{
    write_stroke(cairo);
    cairo_stroke(cairo);
}

void pen_stroke_preserve(cairo_t *cairo)
{
    write_stroke(cairo);
    cairo_stroke_preserve(cairo);
}

void pen_clip(cairo_t *cairo)
{
    if (script) {
        struct pen_script_shape *shape = shape_of(cairo);
        if (!shape->clips)
            write(&script->outlines, "<clipPath id=\"k%d\"><use href=\"#p%d\"/></clipPath>",
                  shape->number, shape->number);
        shape->clips = true;
        write(&script->elements, "<g clip-path=\"url(#k%d)\">", shape->number);
        script->clipped = 1;
    }
    cairo_clip(cairo);
}

void pen_save(cairo_t *cairo)
{
    if (script && script->clipped > 0)
        script->clipped++;
    cairo_save(cairo);
}

void pen_restore(cairo_t *cairo)
{
    if (script && script->clipped > 0 && --script->clipped == 0)
        write(&script->elements, "</g>");
    cairo_restore(cairo);
}

#endif

/* ---- letters ---- */

#define EM 1000.0

struct letter {
    unsigned scalar;
    int advance;
    const char *outline;
};

#define FONT_NORMAL(scalar, advance, outline) {scalar, advance, outline},
#define FONT_BOLD(scalar, advance, outline)
static const struct letter normal[] = {
#include "font/inter.font"
};
#undef FONT_NORMAL
#undef FONT_BOLD
#define FONT_NORMAL(scalar, advance, outline)
#define FONT_BOLD(scalar, advance, outline) {scalar, advance, outline},
static const struct letter bold[] = {
#include "font/inter.font"
};
#undef FONT_NORMAL
#undef FONT_BOLD

static const struct weight {
    const struct letter *list;
    int count;
} weights[] = {[PEN_NORMAL] = {normal, sizeof normal / sizeof *normal},
               [PEN_BOLD] = {bold, sizeof bold / sizeof *bold}};

/* NULL if the font lacks it. */
static const struct letter *find_letter(enum pen_weight weight, unsigned scalar)
{
    const struct weight *font = &weights[weight];
    int from = 0, to = font->count;
    while (from < to) {
        int middle = (from + to) / 2;
        if (font->list[middle].scalar < scalar)
            from = middle + 1;
        else
            to = middle;
    }
    return from < font->count && font->list[from].scalar == scalar ? &font->list[from] : NULL;
}

/* Of the text at `at`, which goes on. */
static const struct letter *next_letter(enum pen_weight weight, const char *text, int length,
                                        int *at)
{
    unsigned scalar = '?';
    int bytes = text_utf8(text + *at, length - *at, &scalar);
    *at += bytes > 0 ? bytes : 1;
    const struct letter *letter = find_letter(weight, bytes > 0 ? scalar : '?');
    return letter ? letter : find_letter(weight, '?');
}

bool pen_can_write(const char *text)
{
    int length = (int)strlen(text);
    unsigned scalar;
    for (int at = 0, bytes; at < length; at += bytes) {
        bytes = text_utf8(text + at, length - at, &scalar);
        if (bytes == 0 || !find_letter(PEN_BOLD, scalar) || !find_letter(PEN_NORMAL, scalar))
            return false;
    }
    return true;
}

double pen_wide(const char *text, int length, enum pen_weight weight, double size)
{
    long wide = 0;
    for (int at = 0; at < length;)
        wide += next_letter(weight, text, length, &at)->advance;
    return (double)wide * size / EM;
}

#ifdef TABLETALK_CAIRO

static int read_number(const char **at)
{
    const char *from = *at + (**at == ' ');
    bool is_negative = *from == '-';
    int number = 0;
    for (from += is_negative; *from >= '0' && *from <= '9'; from++)
        number = number * 10 + (*from - '0');
    *at = from;
    return is_negative ? -number : number;
}

/* One sign of an outline with its numbers. */
struct stroke {
    char sign;
    int n[6];
};

/* False at the end. */
static bool read_stroke(const char **at, struct stroke *out)
{
    if (!**at)
        return false;
    out->sign = *(*at)++;
    int count = out->sign == 'c' ? 6 : out->sign == 'z' ? 0 : 2;
    for (int i = 0; i < count; i++)
        out->n[i] = read_number(at);
    return true;
}

/* What the ink covers, for a text that begins at (0, 0) on its base line. */
struct ink {
    double left, top, right, bottom;
};

static void cover(struct ink *ink, double x, double y)
{
    ink->left = x < ink->left ? x : ink->left;
    ink->right = x > ink->right ? x : ink->right;
    ink->top = y < ink->top ? y : ink->top;
    ink->bottom = y > ink->bottom ? y : ink->bottom;
}

static struct ink ink_of(const char *text, int length, enum pen_weight weight, double size)
{
    struct ink ink = {1e9, 1e9, -1e9, -1e9};
    int left = 0;
    for (int at = 0; at < length;) {
        const struct letter *letter = next_letter(weight, text, length, &at);
        const char *outline = letter->outline;
        struct stroke stroke;
        int x = left, y = 0, begun_x = x, begun_y = y;
        while (read_stroke(&outline, &stroke)) {
            int last = stroke.sign == 'c' ? 4 : 0;
            x = stroke.sign == 'z' ? begun_x : x + stroke.n[last];
            y = stroke.sign == 'z' ? begun_y : y + stroke.n[last + 1];
            if (stroke.sign == 'm') {
                begun_x = x;
                begun_y = y;
            }
            cover(&ink, x * size / EM, y * size / EM);
        }
        left += letter->advance;
    }
    return ink.left > ink.right ? (struct ink){0, 0, 0, 0} : ink;
}

static void trace_letter(cairo_t *cairo, const char *outline, double unit)
{
    struct stroke stroke = {0};
    while (read_stroke(&outline, &stroke)) {
        double n[6];
        for (int i = 0; i < 6; i++)
            n[i] = stroke.n[i] * unit;
        if (stroke.sign == 'm')
            cairo_rel_move_to(cairo, n[0], n[1]);
        else if (stroke.sign == 'l')
            cairo_rel_line_to(cairo, n[0], n[1]);
        else if (stroke.sign == 'c')
            cairo_rel_curve_to(cairo, n[0], n[1], n[2], n[3], n[4], n[5]);
        else
            cairo_close_path(cairo);
    }
}

void pen_trace(void *cairo, const char *text, int length, enum pen_weight weight, double size,
               double x, double y)
{
    for (int at = 0; at < length;) {
        const struct letter *letter = next_letter(weight, text, length, &at);
        cairo_move_to(cairo, x, y);
        trace_letter(cairo, letter->outline, size / EM);
        x += letter->advance * size / EM;
    }
}

/* ---- shapes ---- */

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
const struct pen_look pen_looks[COLOUR_COUNT] = {
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

static double part(unsigned rgb, int shift)
{
    return (rgb >> shift & 0xff) / 255.0;
}

static bool is_light(unsigned rgb)
{
    return 0.3 * part(rgb, 16) + 0.59 * part(rgb, 8) + 0.11 * part(rgb, 0) > 0.5;
}

void pen_use(cairo_t *cairo, unsigned rgb)
{
    cairo_set_source_rgb(cairo, part(rgb, 16), part(rgb, 8), part(rgb, 0));
}

unsigned pen_ink_on(unsigned rgb)
{
    return is_light(rgb) ? PEN_INK : 0xffffff;
}

void pen_fit(cairo_t *cairo, const char *bytes, int length, struct pen_box box)
{
    enum { TRY = 1000 };
    struct ink ink = ink_of(bytes, length, PEN_BOLD, TRY);
    double wide = ink.right - ink.left, tall = ink.bottom - ink.top;
    if (wide <= 0 || tall <= 0)
        return;
    double scale = fmin(box.width / wide, box.height / tall);
    pen_trace(cairo, bytes, length, PEN_BOLD, TRY * scale,
              box.x + (box.width - wide * scale) / 2 - ink.left * scale,
              box.y + (box.height - tall * scale) / 2 - ink.top * scale);
    pen_fill(cairo);
}

/* ---- drawings ---- */

/* From here on the ground is drawn smaller, with its middle at this point. */
void pen_shrink(cairo_t *cairo, double x, double y, double percent)
{
    pen_save(cairo);
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
    pen_save(cairo);
    cairo_translate(cairo, n[0], n[1]);
    cairo_rotate(cairo, n[4] * M_PI / 180);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x - radius, radius - y, radius, -quarter, 0);
    cairo_arc(cairo, x - radius, y - radius, radius, 0, quarter);
    cairo_arc(cairo, radius - x, y - radius, radius, quarter, 2 * quarter);
    cairo_arc(cairo, radius - x, radius - y, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
    pen_restore(cairo);
}

static const struct pen_look *look_of(char letter)
{
    const char *at = strchr(colour_letters, letter);
    check(letter && at);
    return &pen_looks[at - colour_letters];
}

static void use_letter(const struct pen *pen, char letter)
{
    pen_use(pen->cairo, letter == 'i'   ? pen->ink
                        : letter == 'p' ? pen->paper
                                        : look_of(letter)->rgb);
}

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
        pen_shrink(cairo, n[0], n[1], n[2]);
        pen_draw(pen, look_of(letter)->shape);
        pen_restore(cairo);
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
        pen_fill_preserve(pen->cairo);
    } else {
        cairo_set_line_width(pen->cairo, n[0]);
        pen_stroke(pen->cairo);
    }
}

/* Leaves the path that is not painted yet. */
void pen_draw(const struct pen *pen, const char *signs)
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
            pen_fit(pen->cairo, signs, length,
                    (struct pen_box){n[0] - 50, n[1] - n[2] / 2, 100, n[2]});
            signs += length;
        }
    }
}

void pen_shape(const struct pen *pen, enum colour colour, double x, double y, double percent)
{
    pen_shrink(pen->cairo, x, y, percent);
    pen_draw(pen, pen_looks[colour].shape);
    pen_restore(pen->cairo);
    pen_fill(pen->cairo);
}

void pen_at(const struct pen *pen, const char *signs, double x, double y, double percent)
{
    pen_shrink(pen->cairo, x, y, percent);
    pen_draw(pen, signs);
    pen_restore(pen->cairo);
    cairo_new_path(pen->cairo);
}

#endif
