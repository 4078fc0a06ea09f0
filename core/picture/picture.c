/* Draws an order, and packs what was drawn: counts the colours, chooses 256 of them, and packs what
   is left with zlib. The same points give the same bytes. */
#include "picture.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "check.h"
#include "pen.h"
#include "text.h"

/* ---- packed ---- */

enum {
    COLOURS = 256,
    SLOTS = 1 << 16, /* of the table of colours, more than a drawing has */
    FULL = SLOTS / 4 * 3,
    COARSE = 0xf8f8f8 /* then any drawing fits */
};

struct tone {
    unsigned rgb;
    unsigned count;        /* 0: no tone */
    unsigned char nearest; /* in the palette */
};

struct tones {
    struct tone *table; /* SLOTS of them, by a hash of the colour */
    int count;
    unsigned mask; /* what is looked at of a colour */
    unsigned palette[COLOURS];
    int chosen;
};

static struct tone *find(const struct tones *tones, unsigned rgb)
{
    unsigned at = rgb * 2654435761u >> 16;
    while (tones->table[at].count && tones->table[at].rgb != rgb)
        at = (at + 1) % SLOTS;
    return &tones->table[at];
}

/* False if there are more than the table has room for. */
static bool count_tones(struct tones *tones, const unsigned *points, size_t count)
{
    memset(tones->table, 0, SLOTS * sizeof *tones->table);
    tones->count = 0;
    struct tone *tone = NULL;
    for (size_t i = 0; i < count; i++) {
        unsigned rgb = points[i] & tones->mask;
        if (!tone || tone->rgb != rgb)
            tone = find(tones, rgb);
        tones->count += tone->count == 0;
        tone->rgb = rgb;
        tone->count++;
        if (tones->count > FULL)
            return false;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct tone *one = *(struct tone *const *)a, *other = *(struct tone *const *)b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return one->rgb < other->rgb ? -1 : one->rgb > other->rgb;
}

static int square(int n)
{
    return n * n;
}

/* As eyes weigh it, about. */
static int apart(unsigned a, unsigned b)
{
    return 3 * square((int)(a >> 16 & 255) - (int)(b >> 16 & 255)) +
           4 * square((int)(a >> 8 & 255) - (int)(b >> 8 & 255)) +
           2 * square((int)(a & 255) - (int)(b & 255));
}

static int nearest(const struct tones *tones, unsigned rgb, int *how_far)
{
    int best = 0;
    *how_far = tones->chosen ? apart(rgb, tones->palette[0]) : 1 << 30;
    for (int i = 1; i<tones->chosen && * how_far> 0; i++) {
        int far = apart(rgb, tones->palette[i]);
        if (far < *how_far) {
            *how_far = far;
            best = i;
        }
    }
    return best;
}

/* The colours that are seen most, each a little apart from those before it. */
static void choose(struct tones *tones)
{
    enum { NEAR = 9 * 5 * 5 };
    check(tones->count > 0);
    struct tone **sorted = calloc((size_t)tones->count, sizeof(struct tone *));
    int count = 0, far;
    check(sorted);
    for (int i = 0; i < SLOTS; i++)
        if (tones->table[i].count)
            sorted[count++] = &tones->table[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    tones->chosen = 0;
    for (int i = 0; i < count && tones->chosen < COLOURS; i++) {
        nearest(tones, sorted[i]->rgb, &far);
        if (count <= COLOURS || far > NEAR)
            tones->palette[tones->chosen++] = sorted[i]->rgb;
    }
    for (int i = 0; i < count; i++)
        sorted[i]->nearest = (unsigned char)nearest(tones, sorted[i]->rgb, &far);
    free(sorted);
}

/* ---- the file ---- */

static void put_number(unsigned number, unsigned char out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(number >> (24 - 8 * i));
}

static bool put_chunk(const char *kind, const unsigned char *content, size_t length, size_t most,
                      struct bytes *out)
{
    unsigned char number[4];
    uLong sum = crc32(crc32(0, (const Bytef *)kind, 4), content, (uInt)length);
    put_number((unsigned)length, number);
    bool fits = bytes_put(out, number, 4, most) && bytes_put(out, kind, 4, most) &&
                bytes_put(out, content, length, most);
    put_number((unsigned)sum, number);
    return fits && bytes_put(out, number, 4, most);
}

/* Each row begins with the number of its filter: none. */
static unsigned char *pack(const struct tones *tones, const unsigned *points, int wide, int tall,
                           size_t *length)
{
    size_t row = (size_t)wide + 1, all = row * (size_t)tall;
    uLongf room = compressBound(all);
    unsigned char *rows = calloc(all, 1), *packed = malloc(room);
    check(rows && packed);
    const struct tone *tone = NULL;
    for (int y = 0; y < tall; y++)
        for (int x = 0; x < wide; x++) {
            unsigned rgb = points[y * wide + x] & tones->mask;
            if (!tone || tone->rgb != rgb)
                tone = find(tones, rgb);
            rows[(size_t)y * row + 1 + (size_t)x] = tone->nearest;
        }
    check(compress2(packed, &room, rows, all, 6) == Z_OK);
    free(rows);
    *length = room;
    return packed;
}

static bool put_file(const struct tones *tones, const unsigned *points, int wide, int tall,
                     size_t most, struct bytes *out)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char header[13] = {[8] = 8, [9] = 3 /* a palette */}, palette[3 * COLOURS];
    size_t length;
    put_number((unsigned)wide, header);
    put_number((unsigned)tall, header + 4);
    for (int i = 0; i < tones->chosen; i++)
        for (int c = 0; c < 3; c++)
            palette[3 * i + c] = (unsigned char)(tones->palette[i] >> (16 - 8 * c));
    unsigned char *packed = pack(tones, points, wide, tall, &length);
    bool fits = bytes_put(out, signature, sizeof signature, most) &&
                put_chunk("IHDR", header, sizeof header, most, out) &&
                put_chunk("PLTE", palette, (size_t)tones->chosen * 3, most, out) &&
                put_chunk("IDAT", packed, length, most, out) &&
                put_chunk("IEND", (const unsigned char *)"", 0, most, out);
    free(packed);
    return fits;
}

bool picture_pack(const unsigned *points, int wide, int tall, size_t most, struct bytes *out)
{
    struct tones tones = {.table = malloc(SLOTS * sizeof *tones.table), .mask = 0xffffff};
    size_t count = (size_t)wide * (size_t)tall;
    check(tones.table);
    if (!count_tones(&tones, points, count)) {
        tones.mask = COARSE;
        check(count_tones(&tones, points, count));
    }
    choose(&tones);
    bool fits = put_file(&tones, points, wide, tall, most + out->length, out);
    free(tones.table);
    return fits;
}

/* ---- drawn ---- */

#ifdef TABLETALK_CAIRO

#include "canvas.h"
#include "content.h"
#include "layout.h"

static void draw(struct canvas *canvas, const struct content *content)
{
    pen_use(canvas->cairo, CANVAS_GROUND);
    cairo_paint(canvas->cairo);
    if (content->order.kind == PICTURE_SHARE)
        layout_draw_share(canvas, content);
    else
        layout_draw_board(canvas, content);
}

static enum picture_end draw_order(const struct picture_order *order,
                                   const atomic_bool *is_cancelled,
                                   const struct picture_witness *witness, struct bytes *out,
                                   struct text *why)
{
    bool is_share = order->kind == PICTURE_SHARE;
    int wide = !out       ? 1
               : is_share ? PICTURE_SHARE_WIDE
                          : PICTURE_WIDE,
        tall = !out       ? 1
               : is_share ? PICTURE_SHARE_TALL
                          : PICTURE_TALL;
    if (!pen_open(why))
        return PICTURE_BLIND;
    unsigned *points = calloc((size_t)wide * (size_t)tall, sizeof *points);
    struct content *content = malloc(sizeof *content);
    check(points && content);
    content_init(content, order);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)points, CAIRO_FORMAT_RGB24, wide, tall, wide * (int)sizeof *points);
    struct canvas canvas = {cairo_create(surface), &content->order, witness, is_cancelled};
    draw(&canvas, content);
    cairo_destroy(canvas.cairo);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    enum picture_end end = canvas_is_cancelled(&canvas) ? PICTURE_CANCELLED : PICTURE_DRAWN;
    if (end == PICTURE_DRAWN && out && !picture_pack(points, wide, tall, PICTURE_BYTES, out)) {
        text_putf(why, "A picture of %s is larger than %d bytes.", order->game->name,
                  PICTURE_BYTES);
        end = PICTURE_FAILED;
    }
    free(content);
    free(points);
    return end;
}

#else

static enum picture_end draw_order(const struct picture_order *order,
                                   const atomic_bool *is_cancelled,
                                   const struct picture_witness *witness, struct bytes *out,
                                   struct text *why)
{
    (void)order;
    (void)is_cancelled;
    (void)witness;
    (void)out;
    pen_open(why);
    return PICTURE_BLIND;
}

#endif

enum picture_end picture_draw(const struct picture_order *order, const atomic_bool *is_cancelled,
                              struct bytes *out, struct text *why)
{
    return draw_order(order, is_cancelled, NULL, out, why);
}

enum picture_end picture_draw_before(const struct picture_order *order,
                                     const struct picture_witness *witness, struct bytes *out,
                                     struct text *why)
{
    return draw_order(order, NULL, witness, out, why);
}
