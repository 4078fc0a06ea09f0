/* Draws shapes, words and drawings that are data, in cairo, which is opened when the first picture
   is drawn. Words are outlines of the one font that is compiled in (font/inter.font: Latin, Greek
   and Cyrillic letters), so that every machine writes the same picture. Each colour has one shape
   in all games, for people who cannot see the colour. */
#ifndef PEN_H
#define PEN_H

#include <stdbool.h>

#include "colour.h"
#include "list.h"

#ifdef TABLETALK_CAIRO
#include <cairo-svg.h>
#include <cairo.h>
#else
typedef struct cairo cairo_t;
#endif

struct text;

/* Finds cairo, once. False, with a sentence for the admin in `why`, if it is not there. Any thread
   may call it; blocks for some milliseconds. */
bool pen_open(struct text *why);

#ifdef TABLETALK_CAIRO

struct pen_functions {
#define LATE(name) __typeof__(name) *name;
#include "cairo_late.def"
#undef LATE
};
extern struct pen_functions pen_cairo;

#define cairo_arc                           pen_cairo.cairo_arc
#define cairo_clip                          pen_cairo.cairo_clip
#define cairo_close_path                    pen_cairo.cairo_close_path
#define cairo_copy_path                     pen_cairo.cairo_copy_path
#define cairo_create                        pen_cairo.cairo_create
#define cairo_curve_to                      pen_cairo.cairo_curve_to
#define cairo_destroy                       pen_cairo.cairo_destroy
#define cairo_fill                          pen_cairo.cairo_fill
#define cairo_fill_preserve                 pen_cairo.cairo_fill_preserve
#define cairo_get_line_width                pen_cairo.cairo_get_line_width
#define cairo_get_source                    pen_cairo.cairo_get_source
#define cairo_image_surface_create          pen_cairo.cairo_image_surface_create
#define cairo_image_surface_create_for_data pen_cairo.cairo_image_surface_create_for_data
#define cairo_line_to                       pen_cairo.cairo_line_to
#define cairo_move_to                       pen_cairo.cairo_move_to
#define cairo_new_path                      pen_cairo.cairo_new_path
#define cairo_new_sub_path                  pen_cairo.cairo_new_sub_path
#define cairo_paint                         pen_cairo.cairo_paint
#define cairo_path_destroy                  pen_cairo.cairo_path_destroy
#define cairo_pattern_get_rgba              pen_cairo.cairo_pattern_get_rgba
#define cairo_rectangle                     pen_cairo.cairo_rectangle
#define cairo_rel_curve_to                  pen_cairo.cairo_rel_curve_to
#define cairo_rel_line_to                   pen_cairo.cairo_rel_line_to
#define cairo_rel_move_to                   pen_cairo.cairo_rel_move_to
#define cairo_restore                       pen_cairo.cairo_restore
#define cairo_rotate                        pen_cairo.cairo_rotate
#define cairo_save                          pen_cairo.cairo_save
#define cairo_scale                         pen_cairo.cairo_scale
#define cairo_set_antialias                 pen_cairo.cairo_set_antialias
#define cairo_set_dash                      pen_cairo.cairo_set_dash
#define cairo_set_line_cap                  pen_cairo.cairo_set_line_cap
#define cairo_set_line_join                 pen_cairo.cairo_set_line_join
#define cairo_set_line_width                pen_cairo.cairo_set_line_width
#define cairo_set_source_rgb                pen_cairo.cairo_set_source_rgb
#define cairo_status_to_string              pen_cairo.cairo_status_to_string
#define cairo_stroke                        pen_cairo.cairo_stroke
#define cairo_stroke_preserve               pen_cairo.cairo_stroke_preserve
#define cairo_surface_destroy               pen_cairo.cairo_surface_destroy
#define cairo_surface_finish                pen_cairo.cairo_surface_finish
#define cairo_surface_flush                 pen_cairo.cairo_surface_flush
#define cairo_surface_status                pen_cairo.cairo_surface_status
#define cairo_surface_write_to_png          pen_cairo.cairo_surface_write_to_png
#define cairo_surface_write_to_png_stream   pen_cairo.cairo_surface_write_to_png_stream
#define cairo_svg_surface_create            pen_cairo.cairo_svg_surface_create
#define cairo_translate                     pen_cairo.cairo_translate
#define cairo_user_to_device                pen_cairo.cairo_user_to_device
#define cairo_user_to_device_distance       pen_cairo.cairo_user_to_device_distance

/* Those that paint, for drawings that are written down (below). */
void pen_clip(cairo_t *cairo);
void pen_fill(cairo_t *cairo);
void pen_fill_preserve(cairo_t *cairo);
void pen_restore(cairo_t *cairo);
void pen_save(cairo_t *cairo);
void pen_stroke(cairo_t *cairo);
void pen_stroke_preserve(cairo_t *cairo);

#endif

/* ---- letters ---- */

enum pen_weight { PEN_NORMAL, PEN_BOLD };

/* Whether the font has every sign of this text. */
bool pen_can_write(const char *text);

/* In the unit of `size`. A sign that the font lacks is a question mark. */
double pen_wide(const char *text, int length, enum pen_weight weight, double size);

/* Adds the outline of the text to the path of a `cairo_t`. */
void pen_trace(void *cairo, const char *text, int length, enum pen_weight weight, double size,
               double x, double y);

/* ---- shapes ---- */

enum { PEN_INK = 0x101010 };

/* In the middle of the shape, `low` below its centre, there is room for a drawing at `room`
   percent. */
struct pen_look {
    unsigned rgb;
    const char *shape;
    int room, low;
};
extern const struct pen_look pen_looks[COLOUR_COUNT];

struct pen {
    cairo_t *cairo;
    unsigned ink, paper;
};

struct pen_box {
    double x, y, width, height;
};

void pen_use(cairo_t *cairo, unsigned rgb);
unsigned pen_ink_on(unsigned rgb); /* black or white */

/* Words, bold, as large as the box allows, in the colour in use. */
void pen_fit(cairo_t *cairo, const char *bytes, int length, struct pen_box box);

/* From here on, until cairo_restore(), the ground is drawn smaller, with its middle at this
   point. */
void pen_shrink(cairo_t *cairo, double x, double y, double percent);
/* A drawing on the ground from -50 to 50. Leaves the path that is not painted yet. */
void pen_draw(const struct pen *pen, const char *signs);
/* The same, smaller, and all painted. */
void pen_at(const struct pen *pen, const char *signs, double x, double y, double percent);
/* The shape of a colour, filled with the colour in use. */
void pen_shape(const struct pen *pen, enum colour colour, double x, double y, double percent);

/* ---- the same as SVG ---- */

/* What a thread fills and strokes, as elements of SVG in whole points of the device, for a group
   that fills with PEN_INK. All zero is empty. The elements use outlines "p0", "p1", ... by their
   names. */
struct pen_script {
    struct bytes elements, outlines;
    struct pen_script_shape {
        uint64_t hash; /* of the outline */
        int number;
        bool clips; /* there is a clipPath of it, too */
    } * shapes;
    int shape_count, shape_space;
    struct bytes outline; /* the latest one */
    int clipped;          /* how often the state was saved since the clip; 0: there is no clip */
};
/* Appends what this thread draws from now on; NULL: no more. */
void pen_write_down(struct pen_script *script);
void pen_script_fini(struct pen_script *script);

#endif
