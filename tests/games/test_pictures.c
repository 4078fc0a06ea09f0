/* The cards as pictures: small enough for Discord, each with a name of its own, and told apart
   at the size of a line of text by people who see no colours. */
#include <cairo.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "games.h"
#include "pictures.h"
#include "speak.h"
#include "testing.h"
#include "trick.h"

enum { SIDE = 128, SMALL = 22, MOST_BYTES = 256 * 1024 };

struct png_reader {
    const struct picture *picture;
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

/* As a phone shows it beside text, in 256 greys. */
static void shrink(const struct picture *picture, unsigned char greys[SMALL * SMALL])
{
    struct png_reader reading = {.picture = picture};
    cairo_surface_t *large = cairo_image_surface_create_from_png_stream(read_bytes, &reading);
    assert_int_equal(cairo_surface_status(large), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(large), SIDE);
    assert_int_equal(cairo_image_surface_get_height(large), SIDE);
    cairo_surface_t *small = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SMALL, SMALL);
    cairo_t *cairo = cairo_create(small);
    cairo_scale(cairo, (double)SMALL / SIDE, (double)SMALL / SIDE);
    cairo_set_source_surface(cairo, large, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(small);
    const unsigned char *points = cairo_image_surface_get_data(small);
    int stride = cairo_image_surface_get_stride(small);
    for (int i = 0; i < SMALL * SMALL; i++) {
        const unsigned char *point = points + i / SMALL * stride + i % SMALL * 4;
        greys[i] = (unsigned char)((11 * point[0] + 59 * point[1] + 30 * point[2]) / 100);
    }
    cairo_surface_destroy(small);
    cairo_surface_destroy(large);
}

/* The points that differ clearly, when the brightness of the card itself does not count: the
   shapes alone have to do. */
static int points_apart(const unsigned char *a, const unsigned char *b)
{
    enum { CLEARLY = 60 };
    int apart = 0, ground_a = a[SMALL / 2 * SMALL + 1], ground_b = b[SMALL / 2 * SMALL + 1];
    for (int i = 0; i < SMALL * SMALL; i++)
        apart += abs(abs(a[i] - ground_a) - abs(b[i] - ground_b)) > CLEARLY;
    return apart;
}

static void test_every_face_has_a_picture_of_its_own(void **state)
{
    (void)state;
    struct pictures pictures;
    assert_true(pictures_draw(&pictures, games, game_count, stderr));
    int faces = 0;
    for (int i = 0; i < game_count; i++)
        faces += games[i]->face_count;
    assert_int_equal(pictures.count, faces);
    for (int i = 0; i < pictures.count; i++) {
        assert_int_equal(strlen(pictures.items[i].name), PROSE_PICTURE - 1);
        assert_in_range(pictures.items[i].size, 1, MOST_BYTES);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(pictures.items[i].name, pictures.items[j].name);
    }
    pictures_free(&pictures);
}

static void expect_apart(const struct game *game)
{
    enum { LEAST = 6 /* points of 484; what one other letter changes */ };
    struct pictures pictures;
    assert_true(pictures_draw(&pictures, &game, 1, stderr));
    unsigned char(*greys)[SMALL * SMALL] = calloc((size_t)pictures.count, sizeof *greys);
    assert_non_null(greys);
    for (int i = 0; i < pictures.count; i++)
        shrink(&pictures.items[i], greys[i]);
    for (int a = 0; a < game->face_count; a++)
        for (int b = 0; b < a; b++) {
            int apart = points_apart(greys[a], greys[b]);
            if (apart < LEAST)
                fail_msg(
                    "%s and %s of %s differ in %d points of %d, and %d are asked for: give one of them another "
                    "code, or a colour with another shape; `tabletalk cards FILE` draws them all",
                    game->faces[a].code, game->faces[b].code, game->id, apart, SMALL * SMALL,
                    LEAST);
        }
    free(greys);
    pictures_free(&pictures);
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
    static const struct game deck = {.id = "the deck of 52", TRICK_DECK};
    (void)state;
    expect_apart(&deck);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_face_has_a_picture_of_its_own),
        cmocka_unit_test(test_faces_of_a_game_are_told_apart_without_colours),
        cmocka_unit_test(test_faces_of_the_deck_of_52_are_told_apart),
        cmocka_unit_test(test_a_corrected_face_has_no_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
