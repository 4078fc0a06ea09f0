/* The cards as pictures: small enough for Discord, each with a name of its own, and told apart
   at the size of a line of text, on dark pages and light ones, by people who see no colours or
   see them otherwise. */
#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "colours.h"
#include "game.h"
#include "games.h"
#include "icon.h"
#include "playthrough.h"
#include "prose.h"
#include "scratch.h"
#include "sight.h"
#include "speak.h"
#include "suits.h"
#include "testing.h"
#include "tools.h"
#include "view.h"

enum { SIDE = 128, SMALL = 22, POINTS = SMALL * SMALL, MOST_BYTES = 256 * 1024, GROUNDS = 2 };

static const unsigned grounds[GROUNDS] = {0x313338, 0xffffff};

struct png_reader {
    const struct icon *picture;
    size_t at;
};

static cairo_status_t read_bytes(void *arg, unsigned char *bytes, unsigned length)
{
    struct png_reader *reading = arg;
    if (reading->at + length > reading->picture->size)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, reading->picture->png + reading->at, length);
    reading->at += length;
    return CAIRO_STATUS_SUCCESS;
}

/* The picture on a page of this colour, so large. */
static void show(const struct icon *picture, unsigned ground, int side, unsigned *out)
{
    struct png_reader reading = {.picture = picture};
    cairo_surface_t *large = cairo_image_surface_create_from_png_stream(read_bytes, &reading);
    assert_int_equal(cairo_surface_status(large), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(large), SIDE);
    assert_int_equal(cairo_image_surface_get_height(large), SIDE);
    cairo_surface_t *shown = cairo_image_surface_create(CAIRO_FORMAT_RGB24, side, side);
    cairo_t *cairo = cairo_create(shown);
    cairo_set_source_rgb(cairo, (ground >> 16) / 255.0, (ground >> 8 & 255) / 255.0,
                         (ground & 255) / 255.0);
    cairo_paint(cairo);
    cairo_scale(cairo, (double)side / SIDE, (double)side / SIDE);
    cairo_set_source_surface(cairo, large, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(shown);
    for (int y = 0; y < side; y++)
        memcpy(out + y * side,
               cairo_image_surface_get_data(shown) + y * cairo_image_surface_get_stride(shown),
               (size_t)side * sizeof *out);
    cairo_surface_destroy(shown);
    cairo_surface_destroy(large);
}

static int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

/* The colour that most points have. */
static unsigned mostly(const unsigned *points, int count)
{
    unsigned *sorted = calloc((size_t)count, sizeof *sorted), found = 0;
    int most = 0;
    assert_non_null(sorted);
    memcpy(sorted, points, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    for (int i = 0, from = 0; i <= count; i++)
        if (i == count || sorted[i] != sorted[from]) {
            if (i - from > most) {
                most = i - from;
                found = sorted[from];
            }
            from = i;
        }
    free(sorted);
    return found & 0xffffff;
}

static int grey_of(unsigned point)
{
    return (int)(30 * (point >> 16 & 255) + 59 * (point >> 8 & 255) + 11 * (point & 255)) / 100;
}

/* Of what colour the card is: what most points of its upper half are. */
static unsigned colour_of(const struct icon *picture)
{
    enum { PAGE = 0x010203 }; /* which no card has */
    static unsigned points[SIDE * SIDE];
    show(picture, PAGE, SIDE, points);
    for (int i = 0; i < SIDE * SIDE; i++)
        points[i] = (points[i] & 0xffffff) == PAGE ? (unsigned)i : points[i];
    return mostly(points, SIDE * SIDE / 2);
}

/* As a phone shows it beside text, in 256 greys. */
struct small {
    int greys[GROUNDS][POINTS];
    unsigned colour;
};

static void shrink(const struct icon *picture, struct small *out)
{
    unsigned points[POINTS];
    out->colour = colour_of(picture);
    for (int ground = 0; ground < GROUNDS; ground++) {
        show(picture, grounds[ground], SMALL, points);
        for (int i = 0; i < POINTS; i++)
            out->greys[ground][i] = grey_of(points[i]);
    }
}

/* The points that differ clearly, on the page where they are fewer. Of cards of two colours these
   are the points that are the card's own colour on only one of them: how bright the colours are
   does not count, the shapes alone have to do. */
static int points_apart(const struct small *a, const struct small *b)
{
    enum { CLEARLY = 60 };
    int least = POINTS, own_a = grey_of(a->colour), own_b = grey_of(b->colour);
    for (int ground = 0; ground < GROUNDS; ground++) {
        int apart = 0;
        for (int i = 0; i < POINTS; i++) {
            int x = a->greys[ground][i], y = b->greys[ground][i];
            apart += a->colour == b->colour
                         ? abs(x - y) > CLEARLY
                         : (abs(x - own_a) > CLEARLY) != (abs(y - own_b) > CLEARLY);
        }
        least = apart < least ? apart : least;
    }
    return least;
}

static void test_every_face_has_a_picture_of_its_own(void **state)
{
    (void)state;
    struct icon_list pictures;
    assert_true(icon_list_draw(&pictures, games, game_count, stderr));
    int faces = 0;
    size_t bytes = 0;
    for (int i = 0; i < game_count; i++)
        faces += games[i]->face_count;
    assert_int_equal(pictures.count, faces);
    for (int i = 0; i < pictures.count; i++) {
        assert_int_equal(strlen(pictures.items[i].name), PROSE_PICTURE - 1);
        assert_in_range(pictures.items[i].size, 1, MOST_BYTES);
        bytes += pictures.items[i].size;
        for (int j = 0; j < i; j++)
            assert_string_not_equal(pictures.items[i].name, pictures.items[j].name);
    }
    printf("%d pictures, %zu bytes each on average\n", faces, bytes / (size_t)faces);
    icon_list_free(&pictures);
}

static void expect_apart(const struct game *game)
{
    enum { LEAST = 6 /* points of 484; what one other letter changes */ };
    struct icon_list pictures;
    int least = POINTS, at = 0;
    assert_true(icon_list_draw(&pictures, &game, 1, stderr));
    struct small *small = calloc((size_t)pictures.count, sizeof *small);
    assert_non_null(small);
    for (int i = 0; i < pictures.count; i++)
        shrink(&pictures.items[i], &small[i]);
    for (int a = 0; a < game->face_count; a++)
        for (int b = 0; b < a; b++) {
            int apart = points_apart(&small[a], &small[b]);
            if (apart < LEAST)
                fail_msg(
                    "%s and %s of %s differ in %d points of %d, and %d are asked for: give one of them another "
                    "code, pictogram, or colour with another shape; `tabletalk cards FILE` draws them all",
                    game->faces[a].code, game->faces[b].code, game->id, apart, POINTS, LEAST);
            if (apart < least) {
                least = apart;
                at = a * game->face_count + b;
            }
        }
    printf("%s: the most alike are %s and %s, %d points apart\n", game->id,
           game->faces[at / game->face_count].code, game->faces[at % game->face_count].code, least);
    free(small);
    icon_list_free(&pictures);
}

static void test_faces_of_a_game_are_told_apart_without_colours(void **state)
{
    (void)state;
    for (int game = 0; game < game_count; game++)
        expect_apart(games[game]);
}

/* No game has it yet. */
static void test_faces_of_the_deck_of_52_are_told_apart(void **state)
{
    static const struct game deck = {.id = "the deck of 52", SUITS_DECK};
    (void)state;
    expect_apart(&deck);
}

/* A face of each colour, all with the same letter. */
static struct face letters[COLOUR_COUNT];
static const struct game colours = {
    .id = "the colours", .faces = letters, .face_count = COLOUR_COUNT};
static const char *const names[COLOUR_COUNT] = {
    "none", "red",     "orange", "yellow", "green", "blue",  "indigo", "violet",
    "cyan", "magenta", "pink",   "brown",  "grey",  "black", "white",  "gold"};

static void draw_colours(struct icon_list *out)
{
    const struct game *game = &colours;
    for (int i = 0; i < COLOUR_COUNT; i++)
        letters[i] = (struct face){.code = "X", .name = names[i], .colour = (enum colour)i};
    assert_true(icon_list_draw(out, &game, 1, stderr));
}

/* Even where a pair of colours is never in one game. */
static test_case(each_colour_has_a_shape_of_its_own)
{
    enum { LEAST = 45 /* points; letters of another size in the same shape make 29 */ };
    struct icon_list pictures;
    static struct small small[COLOUR_COUNT];
    int least = POINTS, one = 0, other = 0;
    draw_colours(&pictures);
    for (int i = 0; i < COLOUR_COUNT; i++)
        shrink(&pictures.items[i], &small[i]);
    for (int a = COLOUR_RED; a < COLOUR_COUNT; a++)
        for (int b = COLOUR_RED; b < a; b++)
            if (points_apart(&small[a], &small[b]) < least) {
                least = points_apart(&small[a], &small[b]);
                one = a;
                other = b;
            }
    icon_list_free(&pictures);
    printf("%s and %s have the shapes most alike, %d points apart\n", names[one], names[other],
           least);
    assert_in_range(least, LEAST, POINTS);
}

/* At the size of a line of text a letter stands out from its card. */
static test_case(letters_are_readable_on_each_colour)
{
    enum { LEAST = 90 /* greys of 256 */, MIDDLE = SMALL / 2, NEAR = 3 };
    struct icon_list pictures;
    draw_colours(&pictures);
    for (int i = 0; i < COLOUR_COUNT; i++) {
        struct small small;
        int most = 0;
        shrink(&pictures.items[i], &small);
        for (int y = MIDDLE - NEAR; y <= MIDDLE + NEAR; y++)
            for (int x = MIDDLE - NEAR; x <= MIDDLE + NEAR; x++) {
                int apart = abs(small.greys[0][y * SMALL + x] - grey_of(small.colour));
                most = apart > most ? apart : most;
            }
        if (most < LEAST)
            fail_msg("a letter on %s is %d greys apart from it, less than %d", names[i], most,
                     LEAST);
    }
    icon_list_free(&pictures);
}

static bool has_colour(const struct game *game, int colour)
{
    for (int face = 0; face < game->face_count; face++)
        if ((int)game->faces[face].colour == colour)
            return true;
    return false;
}

static test_case(colours_are_apart_as_published)
{
    /* from the test data of Sharma, Wu and Dalal (2005) */
    static const struct {
        double a[3], b[3], apart;
    } pairs[] = {
        {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
        {{50, -1, 2}, {50, 0, 0}, 2.3669},
        {{50, 2.49, -0.001}, {50, -2.49, 0.0011}, 7.2195},
        {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_float_equal(colours_lab_apart(pairs[i].a, pairs[i].b), pairs[i].apart, 0.0001);
    assert_float_equal(colours_apart(0, 0xffffff, COLOURS_DEUTAN), 100, 0.1);
}

/* A reader who lacks a kind of cones sees two colours of one game as two. Prints the table. */
static test_case(colours_of_a_game_are_told_apart_by_everybody)
{
    enum { LEAST = 10 };
    struct icon_list pictures;
    draw_colours(&pictures);
    for (int game = 0; game < game_count; game++)
        for (int a = 0; a < COLOUR_COUNT; a++)
            for (int b = 0; b < a; b++) {
                if (!has_colour(games[game], a) || !has_colour(games[game], b))
                    continue;
                printf("%-13s %-7s %-7s", games[game]->id, names[a], names[b]);
                for (int sight = 0; sight < COLOURS_SIGHTS; sight++) {
                    double apart =
                        colours_apart(colour_of(&pictures.items[a]), colour_of(&pictures.items[b]),
                                      (enum colours_sight)sight);
                    printf(" %s %3.0f", colours_sights[sight], apart);
                    if (apart < LEAST)
                        fail_msg("%s and %s are %.1f apart for %s sight, less than %d", names[a],
                                 names[b], apart, colours_sights[sight], LEAST);
                }
                printf("\n");
            }
    icon_list_free(&pictures);
}

static void test_a_corrected_face_has_no_picture(void **state)
{
    (void)state;
    const struct game *game = game_find("kritters");
    struct ruleset rules;
    struct face *faces = calloc((size_t)game->face_count, sizeof *faces);
    char name[PROSE_PICTURE];
    assert_non_null(faces);
    memcpy(faces, game->faces, (size_t)game->face_count * sizeof *faces);
    game_ruleset(game, &rules);
    rules.faces = faces;
    speak_picture(game, &rules, 5, name);
    assert_int_equal(strlen(name), PROSE_PICTURE - 1);
    faces[5].name = "another Single";
    speak_picture(game, &rules, 5, name);
    assert_string_equal(name, "");
    free(faces);
}

/* A card that is only its colour while it lies face up (face.plain) is so on pictures, too. */
static test_case(a_board_shows_plain_cards_as_their_colour)
{
    static struct variant variants[VARIANTS_MAX];
    static struct playthrough play;
    const struct game *game = game_find("heartcatchers");
    const struct naming naming = {{"ann", "bob"}};
    int shown = 0, plain = 0;
    assert_true(variants_of(game, variants) > 0);
    const struct view view = {.game = game, .rules = &variants[0].rules, .naming = &naming};
    playthrough_play(&play, &variants[0], 1, CHOICE_ANY, STEPS_MAX);
    for (int i = 0; i < play.count; i++) {
        struct prose board;
        struct sight sight;
        prose_clear(&board);
        table_sight(view.rules, &play.tables[i], SEAT_PUBLIC, &sight);
        view_board(&view, &sight, VIEW_MESSAGE, &board);
        for (int zone = 0; zone < sight.seen.zones; zone++)
            for (int at = 0; zone_spec(view.rules, zone)->audience == AUDIENCE_ALL &&
                             at < zone_size(&sight.seen, zone);
                 at++)
                plain += game->faces[zone_face(&sight.seen, zone, at)].plain > 0;
        for (int span = 0; span < board.span_count; span++)
            for (int face = 0; face < game->face_count; face++) {
                char name[PROSE_PICTURE];
                speak_picture(game, view.rules, face, name);
                if (strcmp(board.spans[span].picture, name) != 0)
                    continue;
                shown++;
                if (game->faces[face].plain)
                    fail_msg("after move %d the board shows %s", i, game->faces[face].code);
            }
    }
    assert_true(shown > 0 && plain > 0);
}

static void expect_sheet(const char *name, const char *begin)
{
    char *folder = scratch_make(), *path = scratch_path(folder, name), bytes[8] = "";
    char *const argv[] = {(char[]){"cards"}, path};
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(tool_cards(2, argv, NULL, out, stderr), EXIT_SUCCESS);
    FILE *sheet = fopen(path, "rb");
    assert_non_null(sheet);
    assert_int_equal(fread(bytes, 1, strlen(begin), sheet), strlen(begin));
    assert_memory_equal(bytes, begin, strlen(begin));
    fclose(sheet);
    fclose(out);
    free(path);
    scratch_remove(folder);
}

static test_case(a_sheet_is_a_png_or_svg_file)
{
    expect_sheet("cards.png", "\x89PNG");
    expect_sheet("cards.svg", "<?xml");
    expect_sheet("cards", "\x89PNG");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_face_has_a_picture_of_its_own),
        cmocka_unit_test(test_faces_of_a_game_are_told_apart_without_colours),
        cmocka_unit_test(test_faces_of_the_deck_of_52_are_told_apart),
        cmocka_unit_test(each_colour_has_a_shape_of_its_own),
        cmocka_unit_test(letters_are_readable_on_each_colour),
        cmocka_unit_test(colours_are_apart_as_published),
        cmocka_unit_test(colours_of_a_game_are_told_apart_by_everybody),
        cmocka_unit_test(test_a_corrected_face_has_no_picture),
        cmocka_unit_test(a_board_shows_plain_cards_as_their_colour),
        cmocka_unit_test(a_sheet_is_a_png_or_svg_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
