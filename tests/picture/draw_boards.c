/* draw_boards FOLDER: draws the sheets of docs/screens.md anew, from games of robots: boards.png,
   the boards of all games at the beginning, in the middle, near the end and at the end, and the
   cards of their results; sights.png, boards as Discord shows them on its dark and its light page,
   and as people see them who lack a kind of cones; and those of README.md: table.png, one board,
   and five.png, a board of each colour game. */
#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "colours.h"
#include "event.h"
#include "games.h"
#include "picture.h"
#include "playthrough.h"
#include "prose.h"
#include "sight.h"
#include "text.h"
#include "view.h"

enum {
    SEED = 7,
    GAP = 12,
    TILE = 400, /* the width of a board */
    TILE_TALL = TILE * PICTURE_TALL / PICTURE_WIDE,
    SHARE = TILE_TALL * PICTURE_SHARE_WIDE / PICTURE_SHARE_TALL,
    DARK = 0x313338, /* the pages of Discord */
    LIGHT = 0xffffff,
    SHEET_BYTES = 2 * 1024 * 1024
};

static struct variant variants[VARIANTS_MAX];
static struct playthrough play;
static struct picture_order order;

static struct naming people; /* those who sit there */

static void name_people(int count)
{
    static const char *const names[] = {"ann", "bob", "cid", "dan"};
    enum { NAMES = sizeof names / sizeof *names };
    for (int seat = 0; seat < NAMES; seat++)
        people.names[seat] = seat < count ? names[seat] : NULL;
}

/* ---- games ---- */

/* As many as sit at a usual table. */
static const struct variant *usual(const struct game *game)
{
    static struct variant chosen;
    int wanted = game->seats_min > 3   ? game->seats_min
                 : game->seats_max < 4 ? game->seats_max
                                       : 3 + (game->seats_max > 4);
    int count = variants_of(game, variants);
    check(count > 0);
    for (int i = 0; i < count; i++)
        if (variants[i].seats <= wanted && wanted <= variants[i].seats_most) {
            chosen = variants[i];
            chosen.seats = wanted;
            return &chosen;
        }
    return &variants[0];
}

/* What everybody heard of the move before that moment. */
static void tell(const struct view *view, int moment, struct prose *out)
{
    static struct table table;
    static struct events events;
    static struct event heard[EVENTS_MAX];
    int count = 0;
    prose_clear(out);
    if (moment == 0)
        return;
    table_copy(&table, &play.tables[moment - 1]);
    check(playthrough_again(&play, moment - 1, &table, &events));
    for (int i = 0; i < events.count; i++)
        count += event_sight(view->rules, &events.list[i], SEAT_PUBLIC, &heard[count]);
    view_events(view, heard, count, out);
}

static cairo_status_t next_bytes(void *arg, unsigned char *out, unsigned length)
{
    const char **at = arg;
    memcpy(out, *at, length);
    *at += length;
    return CAIRO_STATUS_SUCCESS;
}

/* The picture of a moment; or (-1) the card of the result. */
static cairo_surface_t *picture_of(int moment)
{
    static struct prose news;
    static struct sight sight;
    const struct view view = {
        .game = play.variant->game, .rules = &play.variant->rules, .naming = &people};
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct bytes png = {NULL, 0, 0};
    table_sight(view.rules, &play.tables[moment < 0 ? play.count : moment], SEAT_PUBLIC, &sight);
    if (moment < 0) {
        picture_order_share(&view, &sight, "ZLT6 BSL3 2QFB XK7M", "27 November 2026", &order);
    } else {
        tell(&view, moment, &news);
        picture_order_board(&view, &sight, &news, NULL, &order);
    }
    check(picture_draw(&order, NULL, &png, &why) == PICTURE_DRAWN);
    const char *at = png.at;
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(next_bytes, &at);
    check(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
    bytes_fini(&png);
    return surface;
}

/* ---- sheets ---- */

struct sheet {
    cairo_surface_t *surface;
    cairo_t *cairo;
    int wide, tall;
};

static void use(cairo_t *cairo, unsigned rgb)
{
    cairo_set_source_rgb(cairo, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void open_sheet(struct sheet *sheet, int wide, int tall)
{
    *sheet = (struct sheet){.wide = wide, .tall = tall};
    sheet->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, wide, tall);
    sheet->cairo = cairo_create(sheet->surface);
    use(sheet->cairo, DARK);
    cairo_paint(sheet->cairo);
}

static void close_sheet(struct sheet *sheet, const char *folder, const char *name)
{
    char path[500];
    struct bytes png = {NULL, 0, 0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cairo_destroy(sheet->cairo);
    cairo_surface_flush(sheet->surface);
    check(picture_pack((const unsigned *)(const void *)cairo_image_surface_get_data(sheet->surface),
                       sheet->wide, sheet->tall, SHEET_BYTES, &png));
    FILE *file = fopen(path, "wb");
    check(file && fwrite(png.at, 1, png.length, file) == png.length && fclose(file) == 0);
    printf("%s has %zu bytes\n", path, png.length);
    bytes_fini(&png);
    cairo_surface_destroy(sheet->surface);
}

static void put(const struct sheet *sheet, cairo_surface_t *picture, int x, int y, int wide)
{
    double scale = (double)wide / cairo_image_surface_get_width(picture);
    cairo_save(sheet->cairo);
    cairo_translate(sheet->cairo, x, y);
    cairo_scale(sheet->cairo, scale, scale);
    cairo_set_source_surface(sheet->cairo, picture, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(sheet->cairo), CAIRO_FILTER_BEST);
    cairo_paint(sheet->cairo);
    cairo_restore(sheet->cairo);
}

/* From there on. */
static void see_otherwise(const struct sheet *sheet, int x, enum colours_sight sight)
{
    cairo_surface_flush(sheet->surface);
    unsigned *points = (unsigned *)(void *)cairo_image_surface_get_data(sheet->surface);
    unsigned last = 0, seen = colours_seen(0, sight);
    for (int row = 0; row < sheet->tall; row++)
        for (int column = x; column < x + TILE + 2 * GAP; column++) {
            unsigned *point = &points[row * sheet->wide + column], rgb = *point & 0xffffff;
            if (rgb != last)
                seen = colours_seen(rgb, sight);
            last = rgb;
            *point = seen;
        }
    cairo_surface_mark_dirty(sheet->surface);
}

static void draw_sheets(const char *folder)
{
    enum { STAGES = 4, COLUMN = TILE + 2 * GAP, FIVE = 5, SHOWN = 1 /* Coloretto */ };
    struct sheet boards, sights, five, table;
    int tall = GAP + game_count * (TILE_TALL + GAP);
    open_sheet(&boards, GAP + STAGES * (TILE + GAP) + SHARE + GAP, tall);
    open_sheet(&sights, (1 + COLOURS_SIGHTS) * COLUMN, tall);
    open_sheet(&five, GAP + FIVE * (TILE + GAP), TILE_TALL + 2 * GAP);
    open_sheet(&table, PICTURE_WIDE, PICTURE_TALL);
    use(sights.cairo, LIGHT);
    cairo_rectangle(sights.cairo, COLUMN, 0, COLUMN, tall);
    cairo_fill(sights.cairo);
    for (int i = 0, y = GAP; i < game_count; i++, y += TILE_TALL + GAP) {
        playthrough_play(&play, usual(games[i]), SEED, CHOICE_ROBOTS, STEPS_MAX);
        name_people(play.variant->seats);
        const int moments[STAGES] = {0, play.count / 2, play.count * 9 / 10, play.count};
        for (int stage = 0; stage <= STAGES; stage++) {
            cairo_surface_t *picture = picture_of(stage < STAGES ? moments[stage] : -1);
            put(&boards, picture, GAP + stage * (TILE + GAP), y, stage < STAGES ? TILE : SHARE);
            if (stage == 2 && i < FIVE)
                put(&five, picture, GAP + i * (TILE + GAP), GAP, TILE);
            if (stage == 2 && i == SHOWN)
                put(&table, picture, 0, 0, PICTURE_WIDE);
            for (int column = 0; stage == 1 && column <= COLOURS_SIGHTS; column++)
                put(&sights, picture, column * COLUMN + GAP, y, TILE);
            cairo_surface_destroy(picture);
        }
    }
    for (int sight = COLOURS_PROTAN; sight < COLOURS_SIGHTS; sight++)
        see_otherwise(&sights, (1 + sight) * COLUMN, (enum colours_sight)sight);
    close_sheet(&boards, folder, "boards.png");
    close_sheet(&sights, folder, "sights.png");
    close_sheet(&five, folder, "five.png");
    close_sheet(&table, folder, "table.png");
}

int main(int argc, char *argv[])
{
    if (argc != 2) {
        fputs("usage: draw_boards FOLDER\n", stderr);
        return 2;
    }
    draw_sheets(argv[1]);
    return 0;
}
